import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { listHolidayDays } from "../app/calendar/holidays.ts";
import { monthOf } from "../app/calendar/month.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import { openPage, unfoldSearch, violations, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
let ad: string;

beforeAll(async () => {
  ad = await findAd(askAt(site.url));
});

const day = (page: Page, date: string) => page.locator(`button[data-dia="${date}"]`);
const checkIn = addDays(today(), 3);
const checkOut = addDays(today(), 6);

async function openCalendar(page: Page): Promise<void> {
  await page.getByText("Escolher no calendário").click();
  await day(page, today()).waitFor();
}

test("on a phone two taps choose the dates of a search, and the range is seen", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await visit(page, site.url);
  await unfoldSearch(page);
  expect(scripts.filter((url) => url.includes("form-calendar"))).toEqual([]);
  await openCalendar(page);
  await day(page, checkIn).click();
  await page.getByText("Agora toque no dia de saída.").waitFor();
  await day(page, checkOut).click();
  expect(await page.inputValue("form [name=entrada]")).toBe(checkIn);
  expect(await page.inputValue("form [name=saida]")).toBe(checkOut);
  expect(await day(page, addDays(checkIn, 1)).getAttribute("aria-label")).toContain(
    "na sua estadia",
  );
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(new RegExp(`entrada=${checkIn}&saida=${checkOut}`));
  expect(consoleErrors).toEqual([]);
});

test("the opened calendar comes into view", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await visit(page, site.url);
  await openCalendar(page);
  const bottom = () =>
    page.locator("[data-stay-calendar]").evaluate((area) => area.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeLessThanOrEqual(900);
});

test("dates typed into the fields show in the calendar, where other days are then chosen", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await visit(page, `${site.url}/search`);
  await openCalendar(page);
  await page.fill("form [name=entrada]", checkIn);
  await page.fill("form [name=saida]", checkOut);
  await page.locator("form [name=saida]").blur();
  await expect.poll(() => day(page, checkIn).getAttribute("aria-pressed")).toBe("true");
  await day(page, addDays(checkOut, 2)).click();
  expect(await page.inputValue("form [name=entrada]")).toBe(addDays(checkOut, 2));
  expect(await page.inputValue("form [name=saida]")).toBe("");
});

test("a location's page, which has no React, loads it for the calendar alone", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await visit(page, `${site.url}/alugar/turvo`);
  await unfoldSearch(page);
  expect(scripts.filter((url) => /\/(react|router)-/.test(url))).toEqual([]);
  await openCalendar(page);
  await day(page, checkIn).click();
  await day(page, checkOut).click();
  expect(await page.inputValue("form [name=entrada]")).toBe(checkIn);
  expect(await page.inputValue("form [name=saida]")).toBe(checkOut);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(new RegExp(`/search\\?.*entrada=${checkIn}&saida=${checkOut}`));
  expect(consoleErrors).toEqual([]);
});

test("holidays are marked where dates are chosen, on ads, too", async () => {
  const [[name, date = ""] = [""]] = listHolidayDays(today());
  const { page } = await openPage(browser);
  for (const path of ["/", ad]) {
    await visit(page, site.url + path);
    if (path === "/") {
      await unfoldSearch(page);
      await openCalendar(page);
    }
    const shown = page.locator(`[title="${name}"], [data-dia="${date}"]`).first();
    while (!(await shown.count())) {
      await page.getByRole("button", { name: "Próximo mês" }).click();
    }
    const dot = await shown.evaluate((it) => getComputedStyle(it, "::after").content);
    expect(dot, `${path} ${monthOf(date)}`).toBe('""');
  }
});

test("a landing page has the search under its title", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${site.url}/alugar/capitolio`);
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  const fold = page.locator("[role=search] summary").first();
  expect((await fold.boundingBox())?.y).toBeLessThan((title?.y ?? 0) + 200);
  await unfoldSearch(page);
  expect(await page.inputValue("form [name=localizacao]")).toBe("Capitólio");
  await page.fill("form [name=pessoas]", "4");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/localizacao=Capit.*pessoas=4/);
});
