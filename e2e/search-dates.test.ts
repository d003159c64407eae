import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { comingWeekend, formatStay } from "../app/calendar/stays.ts";
import { listingCards, openPage, unfoldSearch, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();

// A weekend from Friday to Sunday that no sample listing has taken.
const checkIn = addDays(comingWeekend(new Date()).checkIn, 7 * 70);
const stay = { checkIn, checkOut: addDays(checkIn, 2) };
const dates = formatStay(stay, today());

async function searchWeekend(page: Page): Promise<void> {
  await unfoldSearch(page);
  await page.fill("form [name=entrada]", stay.checkIn);
  await page.fill("form [name=saida]", stay.checkOut);
  await page.fill("form [name=pessoas]", "2");
  await page.getByLabel("Piscina").check();
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?/);
}

test.each([
  ["with script", true],
  ["without script", false],
])(
  "on a phone, %s, a visitor searches dates, sees estimates, and removes a filter",
  async (_, javaScriptEnabled) => {
    const { page, consoleErrors } = await openPage(browser, { javaScriptEnabled });
    await (javaScriptEnabled ? visit(page, site.url) : page.goto(site.url));
    await searchWeekend(page);
    await page.getByRole("heading", { name: new RegExp(`livres? de ${dates}$`) }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("entrada")).toBe(stay.checkIn);
    expect(searchParams.get("saida")).toBe(stay.checkOut);
    expect(searchParams.getAll("lazer")).toEqual(["Piscina"]);

    const card = listingCards(page).first();
    await card.getByText(`Livre de ${dates}`).waitFor();
    const estimate = await card.locator("[data-estimativa]").innerText();
    expect(estimate).toMatch(/^R\$\s[\d.]+$/);
    // A weekend costs the weekend price.
    expect(await card.innerText()).toContain(`${estimate} Final de Semana`);
    await card.getByText("por 2 noites, estimativa").waitFor();
    expect(await card.getByRole("heading").getByRole("link").getAttribute("href")).toContain(
      `?entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=2`,
    );

    const chips = page.getByRole("list", { name: "Filtros em uso" });
    await expect.poll(() => chips.getByRole("link").count()).toBe(4);
    await chips.getByRole("link", { name: dates }).click();
    await page.waitForURL((url) => !url.searchParams.has("entrada"));
    await page.getByRole("heading", { name: /para 2 pessoas, com piscina$/ }).waitFor();
    expect(new URL(page.url()).search).toBe("?pessoas=2&lazer=Piscina");
    expect(await page.locator("[data-estimativa]").count()).toBe(0);
    await expect.poll(() => page.inputValue("form [name=entrada]")).toBe("");
    expect(await page.inputValue("form [name=pessoas]")).toBe("2");
    expect(consoleErrors).toEqual([]);
  },
);

const past = addDays(today(), -3);
test.each([
  ["only an arrival", stay.checkIn, "", "saida", "Escolha também a data de saída."],
  ["reversed", stay.checkOut, stay.checkIn, "saida", "A saída precisa ser depois da entrada."],
  ["past", past, stay.checkOut, "entrada", "A data de entrada já passou."],
  ["too long", stay.checkIn, addDays(stay.checkIn, 200), "saida", "A estadia pode ter no máximo"],
])("dates that are refused (%s) are said where the visitor is", async (_, from, to, name, said) => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await unfoldSearch(page);
  await page.fill("form [name=entrada]", from);
  await page.fill("form [name=saida]", to);
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?/);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  await expect.poll(focused).toBe(name);
  const alert = page.getByRole("alert").filter({ hasText: said });
  const box = await alert.boundingBox();
  if (!box) throw new Error("the message is not shown");
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(844);
  expect(await page.inputValue("form [name=entrada]")).toBe(from);
  expect(await page.inputValue("form [name=saida]")).toBe(to);
  expect(await page.getAttribute(`form [name=${name}]`, "aria-invalid")).toBe("true");
  expect(await listingCards(page).count()).toBeGreaterThan(0);
});

test("a date that was refused is no error any more once it is corrected, by hand or in the calendar", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/search?entrada=${past}&saida=${addDays(past, 2)}`);
  const alert = page.getByRole("search").getByRole("alert");
  await alert.filter({ hasText: "A data de entrada já passou." }).waitFor();
  await page.fill("form [name=entrada]", stay.checkIn);
  await page.fill("form [name=saida]", stay.checkOut);
  await expect.poll(() => alert.count()).toBe(0);
  expect(await page.getAttribute("form [name=entrada]", "aria-invalid")).toBeNull();

  await page.fill("form [name=entrada]", past);
  await expect.poll(() => alert.count()).toBeGreaterThan(0);
  await page.getByText("Escolher no calendário").click();
  for (const days of [2, 4]) {
    await page.locator(`button[data-dia="${addDays(today(), days)}"]`).click();
  }
  await expect.poll(() => alert.count()).toBe(0);
});

test("on a phone on its side a search folds, too, and the first result is on the first screen", async () => {
  const { page } = await openPage(browser, { viewport: { width: 640, height: 360 } });
  await visit(page, `${site.url}/search?entrada=${stay.checkIn}&saida=${stay.checkOut}`);
  expect(await page.locator("form [name=pessoas]").isVisible()).toBe(false);
  expect((await listingCards(page).first().boundingBox())?.y).toBeLessThan(360);
});

test("without script, the results' heading says that dates were refused, and the field has the focus", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/search?entrada=${stay.checkOut}&saida=${stay.checkIn}`);
  await page.getByRole("heading", { level: 1, name: "Falta corrigir a busca" }).waitFor();
  const results = page.getByRole("region", { name: "Resultado da busca" });
  await results.getByText("A saída precisa ser depois da entrada.").waitFor();
  expect(await page.locator("[name=saida]").getAttribute("autofocus")).not.toBeNull();
});

test.each([
  ["with script", true],
  ["without script", false],
])(
  "on a phone, %s, a search folds to one line, and the first result is on the first screen",
  async (_, javaScriptEnabled) => {
    const { page } = await openPage(browser, { javaScriptEnabled });
    const search = `${site.url}/search?entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=2`;
    await (javaScriptEnabled ? visit(page, search) : page.goto(search));
    const card = listingCards(page).first();
    for (const part of [card.locator("img").first(), card.locator("[data-estimativa]")]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 844) + Math.min(box?.height ?? 0, 60)).toBeLessThanOrEqual(844);
    }
    const people = page.locator("form [name=pessoas]");
    expect(await people.isVisible()).toBe(false);
    await page.getByText(`${dates} · 2 pessoas`).click();
    expect(await people.isVisible()).toBe(true);
    await people.fill("4");
    await page.getByRole("button", { name: "Buscar" }).click();
    await page.getByText(`${dates} · 4 pessoas`).waitFor();
    expect(await people.isVisible()).toBe(false);
  },
);

test("on a phone the home page's first screen shows the first ad's photo", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  const photo = await listingCards(page).first().locator("img").first().boundingBox();
  expect(photo?.y).toBeLessThan(844 - 100);
  expect(await page.locator("form [name=pessoas]").isVisible()).toBe(false);
  await unfoldSearch(page);
  expect(await page.locator("form [name=pessoas]").isVisible()).toBe(true);
});

test("more filters count their houses while they are chosen", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await unfoldSearch(page);
  await page.getByText("Mais filtros").click();
  // The count of all houses may still be on its way.
  const counted = page.waitForResponse(/quantas\?.*pier=1/);
  await page.getByLabel("Píer", { exact: true }).check();
  const total = `Ver ${(await (await counted).json()).total} casas`;
  const some = page.getByRole("button", { name: total });
  await some.waitFor();
  await page.getByLabel("Quartos, pelo menos").fill("99");
  await page.getByLabel("Quartos, pelo menos").blur();
  await page.getByText("Nenhuma casa tem tudo isso.").waitFor();
  await page.getByLabel("Quartos, pelo menos").fill("");
  await page.getByLabel("Quartos, pelo menos").blur();
  await some.click();
  await page.waitForURL(/\?.*pier=1/);
  const found = new RegExp(`^${total.replace("Ver ", "")} `);
  await page.getByRole("heading", { level: 1, name: found }).waitFor();
});

test("on a desktop the form of a search stays open", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await visit(page, `${site.url}/search?pessoas=2`);
  expect(await page.locator("form [name=pessoas]").isVisible()).toBe(true);
  expect(await page.locator("[role=search] summary").first().isVisible()).toBe(false);
});

test("shortcuts search the coming weekend and the next holiday, in order of price too", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  for (const name of [/^Livre neste fim de semana/, /^Natal [a-z]{3} /, /^Carnaval /]) {
    const link = page.getByRole("link", { name });
    const { href, searchParams } = new URL((await link.getAttribute("href")) ?? "", site.url);
    await link.click();
    await page.waitForURL(href);
    // The URL changes before the form does.
    const arrival = page.locator(`form [name=entrada][value="${searchParams.get("entrada")}"]`);
    await arrival.waitFor({ state: "attached" });
    await unfoldSearch(page);
    await arrival.waitFor();
  }
  await page.selectOption("form [name=ordem]", "preco");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/ordem=preco/);
  await page.getByText("Do menor preço no período ao maior").waitFor();
  const texts = await page.locator("[data-estimativa]").allTextContents();
  const prices = texts.map((text) => Number(text.replace(/\D/g, "")) || Infinity);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
});
