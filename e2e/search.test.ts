import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { comingWeekend, formatStay } from "../app/domain/calendar/stays.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import {
  listingCards,
  openPage,
  unfoldFilters,
  unfoldSearch,
  violations,
  visit,
} from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

// A weekend from Friday to Sunday that no sample listing has taken.
const checkIn = addDays(comingWeekend(new Date()).checkIn, 7 * 70);
const stay = { checkIn, checkOut: addDays(checkIn, 2) };
const dates = formatStay(stay, today());

const send = (page: Page) => page.getByRole("button", { name: "Buscar" }).click();

async function isInView(element: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await element.boundingBox()) ?? {};
  return y >= 0 && y + height <= (element.page().viewportSize()?.height ?? 0);
}

test("on a phone a visitor searches dates, sees estimates, and removes a filter", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, site.url);
  await unfoldFilters(page);
  await page.fill("form [name=entrada]", stay.checkIn);
  await page.fill("form [name=saida]", stay.checkOut);
  await page.fill("form [name=pessoas]", "2");
  await page.getByLabel("Piscina").check();
  await send(page);
  await page.waitForURL(/\/search\?/);
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
  await card.getByText("2 noites, estimativa").waitFor();
  expect(await card.getByRole("heading").getByRole("link").getAttribute("href")).toContain(
    `?entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=2`,
  );

  await page.getByRole("list", { name: "Comodidades em uso" }).getByText("Piscina").waitFor();
  await unfoldSearch(page);
  const chips = page.getByRole("list", { name: "Filtros em uso" });
  await expect.poll(() => chips.getByRole("link").count()).toBe(3);
  await chips.getByRole("link", { name: dates }).click();
  await page.waitForURL((url) => !url.searchParams.has("entrada"));
  await page.getByRole("heading", { name: /para 2 pessoas, com piscina$/ }).waitFor();
  expect(new URL(page.url()).search).toBe("?pessoas=2&lazer=Piscina");
  expect(await page.locator("[data-estimativa]").count()).toBe(0);
  await expect.poll(() => page.inputValue("form [name=entrada]")).toBe("");
  expect(await page.inputValue("form [name=pessoas]")).toBe("2");
  expect(consoleErrors).toEqual([]);
});

test("refused dates are said where the visitor is, and are right once corrected", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, site.url);
  await unfoldSearch(page);
  const past = addDays(today(), -3);
  await page.fill("form [name=entrada]", past);
  await page.fill("form [name=saida]", stay.checkOut);
  await send(page);
  await page.waitForURL(/\/search\?/);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  await expect.poll(focused).toBe("entrada");
  const alert = page.getByRole("search").getByRole("alert");
  const said = alert.filter({ hasText: "A data de entrada já passou." });
  expect(await isInView(said)).toBe(true);
  expect(await page.inputValue("form [name=entrada]")).toBe(past);
  expect(await page.getAttribute("form [name=entrada]", "aria-invalid")).toBe("true");
  expect(await listingCards(page).count()).toBeGreaterThan(0);

  const soon = { checkIn: addDays(today(), 2), checkOut: addDays(today(), 4) };
  await page.fill("form [name=entrada]", soon.checkIn);
  await page.fill("form [name=saida]", soon.checkOut);
  await expect.poll(() => alert.count()).toBe(0);
  await page.fill("form [name=entrada]", past);
  await expect.poll(() => alert.count()).toBeGreaterThan(0);
  expect(consoleErrors).toEqual([]);
});

test("every search leads to its results, with the focus on their heading", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const people = page.locator("#pessoas");
  const heading = page.getByRole("heading", { level: 1 });
  const isFocused = async (text: string | RegExp) => {
    await heading.getByText(text).waitFor();
    const hasFocus = () => heading.evaluate((one) => one === document.activeElement);
    await expect.poll(hasFocus, { message: String(text) }).toBe(true);
    const isInUpperHalf = async () => {
      const { y = -1 } = (await heading.boundingBox()) ?? {};
      return y >= 0 && y < 844 / 2;
    };
    await expect.poll(isInUpperHalf, { message: String(text) }).toBe(true);
  };
  await visit(page, site.url);
  await unfoldSearch(page);
  await send(page);
  const all = page.getByRole("status").getByRole("link", { name: "veja todos os anúncios" });
  await expect.poll(() => isInView(all)).toBe(true);
  expect(page.url()).toBe(`${site.url}/`);
  await page.locator("form [name=q]").pressSequentially("1.200,50");
  expect(await page.inputValue("form [name=q]")).toBe("1200");
  await page.fill("form [name=q]", "");

  await people.fill("8");
  await send(page);
  await isFocused(/^\d+ casas para 8 pessoas$/);
  await unfoldSearch(page);
  await people.fill("10");
  await people.press("Enter");
  await isFocused(/^\d+ casas para 10 pessoas$/);
  await unfoldSearch(page);
  await page.getByRole("link", { name: "10 pessoas tirar" }).press("Enter");
  await isFocused(/^Todos os anúncios: \d+ casas$/);
  await page.goBack();
  await heading.getByText("para 10 pessoas").waitFor();
  await unfoldSearch(page);
  await people.fill("70");
  await people.press("Enter");
  await isFocused("Não foram encontrados imoveis a partir da sua busca...");
  expect(consoleErrors).toEqual([]);
});

test("results show on the drawing, which loads when it is opened, and point at each other", async () => {
  const { page, consoleErrors } = await openPage(browser, {
    viewport: { width: 1440, height: 900 },
  });
  const ordinary = findOrdinaryStay(100, 3);
  const query = `?entrada=${ordinary.checkIn}&saida=${ordinary.checkOut}&pessoas=2`;
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.route("**/search/desenho*", (route) => route.abort(), { times: 1 });
  await visit(page, `${site.url}/search${query}`);
  expect(loaded.filter((url) => /desenho|show-map/.test(url))).toEqual([]);
  const map = page.getByRole("region", { name: "Resultados no desenho da região" });
  const toggle = page.getByRole("button", { name: "Mapa" });
  await toggle.click();
  await page.getByText("O desenho não carregou. Confira a internet.").waitFor();
  expect(await toggle.getAttribute("aria-pressed")).toBe("false");
  await toggle.click();
  await map.getByRole("img", { name: /^Desenho da região/ }).waitFor();
  expect(loaded.every((url) => new URL(url).origin === site.url)).toBe(true);

  const total = Number.parseInt(await page.getByRole("heading", { level: 1 }).innerText(), 10);
  const entries = map.getByRole("listitem");
  expect(await entries.count()).toBeGreaterThanOrEqual(total);
  const marks = map.locator("[data-casas]");
  const marked = await marks.evaluateAll((all) =>
    all.flatMap((mark) => (mark as SVGElement).dataset.casas?.split(" ")),
  );
  expect(marked).toHaveLength(await entries.count());
  const prices = await marks.locator("rect + text").allTextContents();
  expect(prices.length).toBeGreaterThan(0);
  for (const price of prices) expect(price).toMatch(/^R\$\s[\d.]+$/);
  expect(await violations(page)).toEqual([]);

  // Otherwise a mark may appear under the resting pointer and be highlighted.
  await page.mouse.move(0, 0);
  const title = await listingCards(page).first().getByRole("heading").innerText();
  const entry = entries.filter({ hasText: title }).first();
  const id = (await entry.getAttribute("data-casa")) ?? "";
  await entry.getByRole("link").focus();
  await expect.poll(() => map.locator(`[data-casas~="${id}"]`).getAttribute("data-lit")).toBe("");
  expect(await listingCards(page).first().getAttribute("data-lit")).toBe("");
  await marks.last().click();
  await map.locator("li[data-lit]").first().waitFor();
  await toggle.click();
  await entries.first().waitFor({ state: "detached" });
  expect(consoleErrors.filter((text) => !text.includes("ERR_FAILED"))).toEqual([]);
});
