import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, today, weekdayOf } from "../app/calendar/civil-date.ts";
import { formatStay } from "../app/calendar/stays.ts";
import { findOwnAd, publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

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

test("on a phone an owner sells Réveillon whole and weekends only whole; a visitor reads what stays cost", async () => {
  const { page: owner, consoleErrors } = await openPage(browser, phone);
  await signUp(owner, site.url);
  await publishAd(owner, site.url, { valorFds: "1300", valorDiaria: "500" });
  const ad = site.url + (await findOwnAd(owner, site.url));
  await visit(owner, `${ad}/calendario`);
  const fillSeason = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await owner.fill(`[name=${name}]`, value);
    await owner.getByRole("button", { name: "Salvar temporada" }).tap();
  };
  const seasons = owner.getByRole("region", { name: "Temporadas" });
  const row = (name: string) =>
    seasons.getByRole("listitem").filter({ has: owner.getByRole("heading", { name }) });
  await owner
    .getByRole("button", { name: /^Carnaval/ })
    .first()
    .tap();
  await expect.poll(() => owner.inputValue("[name=temporada]")).toBe("Carnaval");
  await fillSeason({ temporada: "Réveillon", de, ate, pacote: "6000" });
  await expect.poll(() => row("Réveillon").innerText()).toMatch(/R\$\s6\.000 o pacote/);

  await fillSeason({ temporada: "Férias", ...summer, valorDiaria: "700" });
  const note = seasons.getByRole("status");
  await expect.poll(() => note.innerText()).toContain("Final de Semana: “A combinar”.");
  await expect
    .poll(async () => {
      const box = await note.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 844;
    })
    .toBe(true);
  expect(await violations(owner)).toEqual([]);
  await note.getByRole("button", { name: /Usar o preço do anúncio: R\$\s1\.300/ }).tap();
  await expect.poll(() => row("Férias").innerText()).toMatch(/R\$\s1\.300 o fim de semana/);

  await visit(owner, ad.replace("/posts/", "/posts/edit/"));
  await owner.fill("[name=minimoNoites]", "3");
  await owner.getByRole("checkbox", { name: "Fim de semana só inteiro" }).tap();
  const together = owner.getByText("Com o mínimo de 3 noites, só o fim de semana não basta");
  await together.waitFor();
  await owner.fill("[name=minimoNoites]", "2");
  await together.waitFor({ state: "detached" });
  await owner.getByRole("button", { name: "Salvar", exact: true }).tap();
  await owner.waitForURL(`${site.url}/`);
  expect(consoleErrors).toEqual([]);

  const { page } = await openPage(browser, phone);
  await visit(page, ad);
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  const rules = await box.getByRole("listitem").allInnerTexts();
  expect(rules.map((rule) => rule.replaceAll("\u00a0", " "))).toEqual([
    "Mínimo de 2 noites",
    "Fim de semana só inteiro",
    `Réveillon ${dates}: R$ 6.000 o pacote`,
  ]);
  await expectPrices(page);
});

const whole = "Só o pacote inteiro";
const stays = [
  ["the package and the nights before", addDays(de, -1), ate, "6.500", "Pacote de 5 noites"],
  ["a part of it", addDays(de, 1), addDays(de, 3), null, whole],
  ["a whole weekend of the season", friday, addDays(friday, 2), "1.300", "Fim de semana"],
  ["its Friday and the night before", addDays(friday, -1), addDays(friday, 1), null, "só inteiro"],
] as const;

async function expectPrices(page: Page): Promise<void> {
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  const estimate = page.locator("[data-estimativa]");
  const bar = page.locator("[data-bottom-bar]");
  for (const [title, entrada, saida, amount, words] of stays) {
    await page.fill("[name=entrada]", entrada);
    await page.fill("[name=saida]", saida);
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
    await box.getByRole("link", { name: `${dates}, 5 noites` }).tap();
    await expect.poll(() => estimate.innerText(), { message: title }).toBe("R$\u00a06.000");
  }
}
