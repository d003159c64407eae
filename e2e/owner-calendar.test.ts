import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { publishFirstAd } from "./advertiser.ts";
import { launchBrowser, openPage, violations, visit } from "./browser.ts";
import { removeData, type SiteProcess, startSite } from "./site-process.ts";

let site: SiteProcess;
let browser: Browser;
let page: Page;
let consoleErrors: string[];

beforeAll(async () => {
  site = await startSite();
  browser = await launchBrowser();
  ({ page, consoleErrors } = await openPage(browser));
  await publishFirstAd(page, site.url);
});

afterAll(async () => {
  await browser?.close();
  await site?.end("SIGTERM");
  if (site) await removeData(site);
});

const night = (days: number) => addDays(today(), days);
const day = (days: number) => page.locator(`[data-dia="${night(days)}"]`);
const isTaken = (days: number) => day(days).getAttribute("aria-pressed");

test("an owner marks nights on a phone, also while the connection is away", async () => {
  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: "Calendário" }).click();
  await page.waitForURL(/\/posts\/[^/]+\/calendario$/);

  await day(20).click();
  await day(21).click();
  await page.getByText(/^Tudo salvo às/).waitFor();
  await page.reload();
  expect([await isTaken(20), await isTaken(21), await isTaken(22)]).toEqual([
    "true",
    "true",
    "false",
  ]);

  await visit(page, page.url());
  await page.context().setOffline(true);
  await day(22).click();
  await page.getByText(/^Sem internet: 1 dia esperando/).waitFor();
  expect(await isTaken(22)).toBe("true");
  await page.context().setOffline(false);
  await page.getByText(/^Tudo salvo às/).waitFor();

  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(() => isTaken(22)).toBe("false");
  await page.getByText(/^Tudo salvo às/).waitFor();
  await page.reload();
  expect(await isTaken(22)).toBe("false");

  await visit(page, page.url());
  await page.getByRole("button", { name: "Está em dia" }).click();
  await page.getByRole("heading", { name: /^Em dia desde hoje/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(consoleErrors.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});
