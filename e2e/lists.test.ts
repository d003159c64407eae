import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { today } from "../app/domain/calendar/civil-date.ts";
import { nameInquiry } from "../app/domain/listings/inquiry.ts";
import { askAt, listOwnAds, publish, register } from "../testing/advertiser.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { patience } from "../testing/patience.ts";
import { listingCards, openPage, toasts, violations, visit } from "./browser.ts";
import { findSampleAd } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const { checkIn, checkOut } = findOrdinaryStay(100, 3);
const inquiry = `?entrada=${checkIn}&saida=${checkOut}&pessoas=4`;
const plan = nameInquiry({ stay: { checkIn, checkOut }, people: 4 }, today());
/** An ad of the tests' own, and another. */
const ownTitle = `Rancho ${crypto.randomUUID()}`;
let cookie: string;
let ownId: string;
let otherId: string;

beforeAll(async () => {
  const ask = askAt(site.url);
  cookie = await register(ask);
  await publish(ask, cookie, { title: ownTitle, valorFds: "900", valorDiaria: "300" });
  [ownId = ""] = await listOwnAds(ask, cookie);
  otherId = (await findSampleAd(site)).replace("/posts/", "");
});

/** The heart of an ad, on its card or its page. */
const heart = (page: Page) => page.getByRole("button", { name: /^Guardar/ }).first();
const saved = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Minha lista", exact: true });
const isPressed = (page: Page) => heart(page).getAttribute("aria-pressed");
const vote = (page: Page) =>
  page
    .getByRole("group", { name: `Seu voto: ${ownTitle}` })
    .getByRole("button", { name: "Quero esta" });
/** The part that the address leads to, or the field that was wrong. */
const reached = (page: Page) =>
  page.evaluate(() => document.querySelector("main :is(:target, :focus)")?.id);

/** Shows the tab again, each time two minutes later: the code that listens may not have loaded before. */
async function comeBackTo(shown: Locator): Promise<void> {
  const page = shown.page();
  let minutes = 0;
  const isShown = async () => {
    minutes += 2;
    await page.clock.setFixedTime(Date.now() + minutes * 60_000);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return shown.waitFor({ timeout: 4_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isShown, patience).toBe(true);
}

/** Posts a form of a list as another person, and never follows where it leads. */
const send = (page: Page, address: string, form: Record<string, string>) =>
  page.request.post(address, { form, maxRedirects: 0 });

async function join(page: Page, nome: string): Promise<void> {
  await page.getByLabel("Seu nome, para o grupo ver").fill(nome);
  await page.getByRole("button", { name: "Entrar e votar" }).click();
}

test("a saved ad keeps the dates of its search and their total, and returns by keyboard", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/search${inquiry}`);
  expect(await saved(page).isVisible()).toBe(false);
  const card = listingCards(page).first();
  const total = await card.locator("[data-estimativa]").innerText();
  await heart(page).click();
  expect(await saved(page).getAttribute("data-saved-count")).toBe("1");
  await saved(page).click();
  await page.getByRole("heading", { name: `1 casa · ${plan}` }).waitFor();
  expect(await card.locator("[data-estimativa]").innerText()).toBe(total);
  const link = card.getByRole("heading").getByRole("link");
  expect(await link.getAttribute("href")).toContain(inquiry);

  await heart(page).press("Enter");
  expect(await isPressed(page)).toBe("false");
  expect(await page.locator("main [name=anuncio]").inputValue()).toBe("");
  await page.keyboard.press("Enter");
  await page.reload();
  await page.getByRole("heading", { name: `1 casa · ${plan}` }).waitFor();
  await heart(page).press("Enter");
  await page.reload();
  await page.getByRole("heading", { name: "A rede ainda está vazia" }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a group chooses: ads saved on a phone and shared, votes by others, a calendar that changes", async () => {
  const ana = await openPage(browser);
  for (const address of [`/posts/${ownId}${inquiry}`, `/posts/${otherId}`]) {
    await visit(ana.page, site.url + address);
    await heart(ana.page).click();
    await expect.poll(() => isPressed(ana.page)).toBe("true");
  }
  await visit(ana.page, `${site.url}/guardados`);
  await ana.page.getByRole("button", { name: "Compartilhar lista" }).click();
  await ana.page.getByRole("heading", { level: 1, name: "Nossa viagem" }).waitFor();
  const list = ana.page.url();
  expect(list).toMatch(/\/lista\/[\w-]{22}$/);
  await ana.page.getByText(plan).waitFor();
  const sent = await ana.page.getByRole("link", { name: "Mandar no grupo" }).getAttribute("href");
  expect(decodeURIComponent(sent ?? "")).toContain(list);

  const beto = await openPage(browser);
  await visit(beto.page, list);
  await join(beto.page, "");
  await expect.poll(() => reached(beto.page)).toBe("nome");
  await join(beto.page, "Beto");
  await toasts(beto.page).getByText("Você entrou como Beto.").waitFor();
  await expect.poll(() => reached(beto.page)).toBe("casas");
  await vote(beto.page).click();
  await beto.page.getByText("1 de 1").waitFor();
  await expect.poll(() => reached(beto.page)).toBe(`anuncio-${ownId}`);
  // Beto, who has no hearts, finds the list again.
  await visit(beto.page, `${site.url}/guardados`);
  await beto.page.getByRole("link", { name: "Nossa viagem: 1 voto" }).click();
  await beto.page.waitForURL(list);

  // The list was left open, and shows the votes of others once it is on the screen again.
  const { page: caio } = await openPage(browser);
  await send(caio, list, { intent: "entrar", nome: "Caio" });
  await send(caio, list, { intent: "votar", anuncio: ownId, voto: "quero" });
  const choice = listingCards(ana.page).filter({ hasText: ownTitle });
  await comeBackTo(choice.getByText("O grupo prefere"));
  await choice.getByText("2 de 2").waitFor();
  expect(await choice.locator("[data-estimativa]").innerText()).toMatch(/^R\$/);
  expect(await violations(ana.page)).toEqual([]);

  const marked = await fetch(`${site.url}/posts/${ownId}/calendario/noites`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ marcar: checkIn, liberar: "" }),
  });
  expect(marked.status).toBe(200);
  await visit(beto.page, list);
  await beto.page.getByText(/^Ocupado em /).waitFor();
  await beto.page.getByText("Mudar nome, datas e pessoas").click();
  await beto.page.getByLabel("Pessoas", { exact: true }).fill("6");
  await beto.page.getByRole("button", { name: "Salvar" }).press("Enter");
  await toasts(beto.page).getByText("Mudanças salvas.").waitFor();
  await expect.poll(() => reached(beto.page)).toBe("lista");
  await beto.page.getByLabel(`Tirar da lista: ${ownTitle}`).click();
  await beto.page.getByRole("button", { name: "Tirar", exact: true }).click();
  await toasts(beto.page).getByText("A casa saiu da lista.").waitFor();
  await expect.poll(() => listingCards(beto.page).count()).toBe(1);
  for (const { consoleErrors } of [ana, beto]) {
    expect(consoleErrors.filter((text) => !text.includes("status of 400"))).toEqual([]);
  }
});
