import { beforeAll, expect, test } from "vitest";
import { formatPhone } from "../app/platform/ui/forms/phone.ts";
import { askAt, listOwnAds, publish, register } from "../testing/advertiser.ts";
import { openPage, toasts, violations, visit } from "./browser.ts";
import { findSampleAd } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

/** An ad of the tests' own with a number that no other has. */
const digits = `3799${String(crypto.getRandomValues(new Uint32Array(1))[0])
  .padStart(7, "0")
  .slice(-7)}`;
let ad: string;

beforeAll(async () => {
  const ask = askAt(site.url);
  const cookie = await register(ask);
  await publish(ask, cookie, { telefone: digits });
  const [id] = await listOwnAds(ask, cookie);
  ad = `${site.url}/posts/${id}`;
});

test("from an ad to a number that is unknown, one that is right, and back to the ad", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await visit(page, ad);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const tips = page.getByRole("region", { name: "Antes de pagar" });
  await tips.getByRole("link", { name: "Confira um número" }).click();
  await page.getByRole("heading", { level: 1, name: "Confira um número" }).waitFor();
  const control = page.getByLabel("Telefone que falou com você");
  const send = page.getByRole("button", { name: "Conferir" });
  const focused = () => page.evaluate(() => document.activeElement?.id);

  await control.fill("whatsapp: +55 (37) 9 8888 1234");
  await send.click();
  const answer = page.getByRole("region", { name: /\(37\) 98888-1234/ });
  await answer.getByText("Não pague nada por enquanto").waitFor();
  await expect.poll(focused).toBe("resposta");
  expect(await violations(page)).toEqual([]);

  await control.fill(`https://wa.me/55${digits}?text=Oi`);
  await send.click();
  const found = page.getByRole("heading", {
    name: `Sim: ${formatPhone(digits)} está em 1 anúncio`,
  });
  await found.waitFor();
  await expect.poll(focused).toBe("resposta");
  // No address contains the typed text.
  expect(asked.filter((url) => /\/confira.*\d{8}/.test(url))).toEqual([]);
  await page.getByRole("link", { name: title }).click();
  await page.waitForURL(ad);
  expect(consoleErrors).toEqual([]);
});

test("a report sent offline keeps its text and shows why, and a second try sends it", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  await visit(page, site.url + (await findSampleAd(site)));
  await page.getByRole("link", { name: "Denunciar anúncio" }).click();
  await page.waitForURL(/\/denunciar$/);
  const send = () => page.getByRole("button", { name: "Enviar denúncia" }).click();
  const sentence = page.getByLabel("Conte o que aconteceu");
  await send();
  await page.getByText("Escolha o que houve.").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("motivo");
  await page.getByRole("radio", { name: "Outra coisa" }).check({ force: true });
  await sentence.fill("O telefone não atende.");
  await page.context().setOffline(true);
  await send();
  const notice = page.getByRole("dialog", { name: "Sem internet" });
  await notice.getByText("Você está sem internet, e nada foi enviado.").waitFor();
  await notice.getByRole("button", { name: "Entendi" }).click();
  expect(await sentence.inputValue()).toBe("O telefone não atende.");
  await page.context().setOffline(false);
  await send();
  await page.getByRole("heading", { level: 1, name: "Denúncia recebida. Obrigado!" }).waitFor();
  expect(await page.title()).toContain("Denúncia recebida");
});

test("a toast stays open under the pointer, and closes two seconds after it leaves or by its button", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/contato`);
  const toast = toasts(page).getByRole("status");
  /** The animation that closes it. */
  const timer = () =>
    toast.evaluate((element) => {
      const animations = element.getAnimations({ subtree: true });
      const [last] = animations.filter(({ effect }) => effect?.getTiming().fill === "forwards");
      return [last?.effect?.getTiming().duration, last?.playState ?? ""];
    });
  for (const close of [
    () => page.mouse.move(200, 800),
    () => toast.getByRole("button", { name: "Fechar" }).click(),
  ]) {
    await page.press("[name=nome]", "Enter");
    await toast.getByText("Por favor, preencha o nome.").waitFor();
    await page.mouse.move(200, 40);
    await expect.poll(timer).toEqual([2000, "paused"]);
    await close();
    await toast.waitFor({ state: "detached" });
  }
  expect(consoleErrors.filter((text) => !/status of 400/.test(text))).toEqual([]);
});
