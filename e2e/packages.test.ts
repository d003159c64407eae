import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, today, weekdayOf } from "../app/calendar/civil-date.ts";
import { formatStay } from "../app/calendar/stays.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The owner's page, which the tests share. */
let owner: Page;
let consoleErrors: string[];
/** Path of the ad. */
let ad: string;

/** December 28 of a year whose Réveillon is at least a month ahead. */
function comingReveillon(): string {
  const soon = addDays(today(), 30);
  const thisYear = `${soon.slice(0, 4)}-12-28`;
  return soon <= thisYear ? thisYear : `${Number(soon.slice(0, 4)) + 1}-12-28`;
}

const de = comingReveillon();
const ate = addDays(de, 5);
const dates = formatStay({ checkIn: de, checkOut: ate }, today());
const summer = { de: addDays(ate, 8), ate: addDays(ate, 18) };
/** A Friday of that season. */
const friday = addDays(summer.de, (5 - weekdayOf(summer.de) + 7) % 7);

beforeAll(async () => {
  ({ page: owner, consoleErrors } = await openPage(browser, phone));
  await signUp(owner, site.url);
  await publishAd(owner, site.url, { valorFds: "1300", valorDiaria: "500" });
  const dashboard = await (await owner.request.get(`${site.url}/dashboard`)).text();
  ad = /\/posts\/[0-9a-f-]{36}/.exec(dashboard)?.[0] ?? "";
});

async function fillSeason(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await owner.fill(`[name=${name}]`, value);
  await owner.getByRole("button", { name: "Salvar temporada" }).tap();
}

test("on a phone an owner sells Réveillon whole, and a season lacks a price until one tap", async () => {
  await visit(owner, `${site.url}${ad}/calendario`);
  await owner
    .getByRole("button", { name: /^Carnaval/ })
    .first()
    .tap();
  await expect.poll(() => owner.inputValue("[name=temporada]")).toBe("Carnaval");
  expect(owner.url()).toBe(`${site.url}${ad}/calendario`);
  await fillSeason({ temporada: "Réveillon", de, ate, pacote: "6000" });
  const seasons = owner.getByRole("region", { name: "Temporadas" });
  const row = (name: string) =>
    seasons.getByRole("listitem").filter({ has: owner.getByRole("heading", { name }) });
  await expect.poll(() => row("Réveillon").innerText()).toMatch(/R\$\s6\.000 o pacote/);

  await fillSeason({ temporada: "Férias", ...summer, valorDiaria: "700" });
  const note = seasons.getByRole("status");
  await expect.poll(() => note.innerText()).toContain("Final de Semana: “A combinar”.");
  expect(await row("Férias").innerText()).toContain("A combinar o fim de semana");
  await expect
    .poll(async () => {
      const box = await note.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 844;
    })
    .toBe(true);
  expect(await violations(owner)).toEqual([]);
  await note.getByRole("button", { name: /Usar o preço do anúncio: R\$\s1\.300/ }).tap();
  await expect.poll(() => row("Férias").innerText()).toMatch(/R\$\s1\.300 o fim de semana/);

  await fillSeason({ temporada: "Verão", de: addDays(de, -5), ate: summer.de, valorDiaria: "600" });
  await expect.poll(() => row("Verão").innerText()).toContain(`De ${dates}, vale Réveillon.`);
  expect(await row("Réveillon").innerText()).toContain("vale esta no lugar de Verão.");
  await row("Verão").getByRole("button", { name: "Excluir Verão" }).tap();
  await expect.poll(() => row("Verão").count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("an ad's own rules are asked for in its form, and stand beside its prices", async () => {
  await visit(owner, site.url + ad.replace("/posts/", "/posts/edit/"));
  await owner.fill("[name=minimoNoites]", "3");
  await owner.getByRole("checkbox", { name: "Fim de semana só inteiro" }).tap();
  const together = owner.getByText("Com o mínimo de 3 noites, só o fim de semana não basta");
  await together.waitFor();
  expect(await violations(owner)).toEqual([]);
  await owner.fill("[name=minimoNoites]", "2");
  await together.waitFor({ state: "detached" });
  await owner.getByRole("button", { name: "Salvar", exact: true }).tap();
  await owner.waitForURL(`${site.url}/`);
  const { page } = await openPage(browser, phone);
  await visit(page, site.url + ad);
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  const rules = await box.getByRole("listitem").allInnerTexts();
  expect(rules.map((rule) => rule.replaceAll("\u00a0", " "))).toEqual([
    "Mínimo de 2 noites",
    "Fim de semana só inteiro",
    `Réveillon ${dates}: R$ 6.000 o pacote`,
  ]);
});

const whole = "Só o pacote inteiro";
const stays = [
  ["exactly the package", de, ate, "6.000", "Pacote de 5 noites"],
  ["the package and the nights before", addDays(de, -1), ate, "6.500", "Pacote de 5 noites"],
  ["a part of it", addDays(de, 1), addDays(de, 3), null, whole],
  ["its end and the nights after", addDays(de, 3), addDays(ate, 2), null, whole],
  ["a whole weekend of the season", friday, addDays(friday, 2), "1.300", "Fim de semana"],
  ["its Friday and the night before", addDays(friday, -1), addDays(friday, 1), null, "só inteiro"],
] as const;

test.each([true, false])(
  "a visitor on a phone reads what stays cost, script: %s",
  async (javaScriptEnabled) => {
    const { page } = await openPage(browser, { ...phone, javaScriptEnabled });
    if (javaScriptEnabled) await visit(page, site.url + ad);
    else await page.goto(site.url + ad);
    for (const [title, entrada, saida, amount, words] of stays) {
      await page.fill("[name=entrada]", entrada);
      await page.fill("[name=saida]", saida);
      if (!javaScriptEnabled) {
        await page.getByRole("button", { name: "Calcular estimativa" }).tap();
        await page.waitForURL(new RegExp(`entrada=${entrada}&saida=${saida}`));
      }
      const box = page.getByRole("complementary", { name: "Preços e contato" });
      const estimate = page.locator("[data-estimativa]");
      const bar = page.locator("[data-bottom-bar]");
      await expect.poll(() => box.innerText(), { message: title }).toContain(words);
      if (amount) {
        await expect.poll(() => estimate.innerText(), { message: title }).toBe(`R$\u00a0${amount}`);
        await expect.poll(() => bar.innerText(), { message: title }).toContain(`R$\u00a0${amount}`);
      } else {
        await expect.poll(() => estimate.count(), { message: title }).toBe(0);
        await expect.poll(() => bar.innerText(), { message: title }).toContain("inteiro");
      }
      if (words !== whole) continue;
      expect(await box.innerText()).toContain(`Réveillon ${dates}: R$\u00a06.000 o pacote.`);
      const offer = box.getByRole("link", { name: `${dates}, 5 noites` });
      await offer.tap();
      await expect.poll(() => estimate.innerText(), { message: title }).toBe("R$\u00a06.000");
    }
  },
);

test("a search by dates shows the same figures, and puts an ad without one last", async () => {
  const { page } = await openPage(browser, phone);
  const { page: other } = await openPage(browser);
  await signUp(other, site.url);
  await publishAd(other, site.url, { title: "Casa Cara", valorFds: "9000", valorDiaria: "9000" });
  for (const [title, entrada, saida, amount] of stays.slice(0, 3)) {
    await page.goto(`${site.url}/search?entrada=${entrada}&saida=${saida}&ordem=preco`);
    const cards = page.getByRole("article");
    const texts = (await cards.allInnerTexts()).map((text) => text.replaceAll("\u00a0", " "));
    const at = texts.findIndex((text) => !text.includes("Casa Cara"));
    if (amount) expect(texts[at], title).toContain(`R$ ${amount}`);
    else expect(texts[at], title).toContain(`${whole}. Réveillon ${dates}: R$ 6.000 o pacote`);
    expect(at, title).toBe(amount ? 0 : 1);
  }
});
