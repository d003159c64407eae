import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { askAt, findAd } from "../testing/advertiser.ts";
import { openPage, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();

/** Opens a new list of one ad on a phone, as a member of it. */
async function openList() {
  const { page } = await openPage(browser);
  const [, ad = ""] = /([0-9a-f-]{36})$/.exec(await findAd(askAt(site.url))) ?? [];
  const form = { nome: "Virada", entrada: "", saida: "", pessoas: "", anuncio: ad };
  const created = await page.request.post(`${site.url}/lista/nova`, { form, maxRedirects: 0 });
  expect(created.status()).toBe(302);
  const path = new URL(created.headers().location ?? "", site.url).pathname;
  const post = (more: Record<string, string>) =>
    page.request.post(site.url + path, { form: more, maxRedirects: 0 });
  expect((await post({ intent: "entrar", nome: "Ana" })).status()).toBe(302);
  await visit(page, site.url + path);
  return { page, path, post };
}

const yes = (page: Page) => page.getByRole("button", { name: "Quero esta" });

/** Asks the server, as another tab would. */
async function countWanting(page: Page, path: string): Promise<number> {
  const html = await (await page.request.get(site.url + path)).text();
  return html.includes('visually-hidden">: <!-- -->quer<') ? 1 : 0;
}

test("a vote tapped without signal stays on the page, says so, and arrives with the signal", async () => {
  const { page, path } = await openList();
  await page.context().setOffline(true);
  await yes(page).click();
  expect(await yes(page).getAttribute("aria-pressed")).toBe("true");
  await page.getByText("Sem internet: seu voto vai quando ela voltar.").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Virada");

  await page.context().setOffline(false);
  await page
    .getByText("Sem internet: seu voto vai quando ela voltar.")
    .waitFor({ state: "hidden" });
  await page.getByText("1 de 1").waitFor();
  expect(await countWanting(page, path)).toBe(1);
});

test("a vote left behind without signal arrives when any page of the site is opened again", async () => {
  const { page, path } = await openList();
  await page.context().setOffline(true);
  await yes(page).click();
  await page.getByText("Sem internet: seu voto vai quando ela voltar.").waitFor();
  const other = await page.context().newPage();
  await page.close();
  await other.context().setOffline(false);
  await visit(other, site.url);
  await expect.poll(() => countWanting(other, path)).toBe(1);
});

test("a vote that didn't get through arrives from the page opened next", async () => {
  const { page, path } = await openList();
  await page.route("**/votos", (route) => route.abort());
  await yes(page).click();
  await page.getByText("Seu voto ainda não chegou. Vamos tentar de novo.").waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Mar de Minas" }).click();
  await page.waitForURL(`${site.url}/`);
  await page.unroute("**/votos");
  await expect.poll(() => countWanting(page, path)).toBe(1);
});

test("a vote that is refused on its arrival says why", async () => {
  const { page, post } = await openList();
  await page.context().setOffline(true);
  await yes(page).click();
  await page.getByText("Sem internet: seu voto vai quando ela voltar.").waitFor();
  expect((await post({ intent: "encerrar" })).status()).toBe(302);
  await page.context().setOffline(false);
  await page
    .getByRole("alert")
    .getByText(/Seu voto não valeu\. Quem criou a lista já a encerrou/)
    .waitFor();
  await page.getByText("Lista encerrada.").waitFor();
  expect(await yes(page).count()).toBe(0);
});

test("a removal that fails without signal keeps the list, and says so", async () => {
  const { page } = await openList();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^Tirar da lista/ }).click();
  await page.getByText("Não conseguimos guardar. Confira a internet e tente de novo.").waitFor();
  expect(await yes(page).isVisible()).toBe(true);
});
