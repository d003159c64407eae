import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { expectNoViolations } from "./accessibility.ts";
import { listingCards, openPage, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

// Two of the sample ads have calendars that nobody has confirmed for more than a month.
const site = shareSite(startDemoSite);
const browser = await workerBrowser();
const { checkIn, checkOut } = findOrdinaryStay(200, 2);
const query = `?entrada=${checkIn}&saida=${checkOut}`;

const section = (page: Page) => page.getByRole("region", { name: "Pergunte as datas" });
const more = (page: Page) => page.getByRole("link", { name: "Carregar mais" });

/** Counts such as those of "22 livres, 2 a confirmar". */
async function countsIn(page: Page): Promise<{ free: number; unconfirmed: number }> {
  const heading = await page.getByRole("heading", { level: 1 }).innerText();
  const [, free = "", unconfirmed = ""] = /^(\d+) livres?, (\d+) a confirmar/.exec(heading) ?? [];
  return { free: Number(free), unconfirmed: Number(unconfirmed) };
}

test("with script: 'Carregar mais' by keyboard brings the section below the free houses", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/search${query}`);
  const { free, unconfirmed } = await countsIn(page);
  expect(unconfirmed).toBeGreaterThan(0);
  expect(free).toBeGreaterThan(12);
  expect(await section(page).count()).toBe(0);
  const [shown, all] = [await listingCards(page).count(), free + unconfirmed];
  await more(page).press("Enter");
  await expect.poll(() => listingCards(page).count()).toBe(all);
  const next = listingCards(page).nth(shown).getByRole("heading").getByRole("link");
  await expect.poll(() => next.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await section(page).getByRole("article").count()).toBe(unconfirmed);
  await section(page).getByText("Pergunte a quem anuncia antes de contar com as datas.").waitFor();
  const warned = page.getByRole("article").filter({ hasText: "Pergunte se está livre" });
  expect(await warned.count()).toBe(unconfirmed);
  const headings = await page
    .getByRole("heading")
    .evaluateAll((found) => found.map((heading) => `${heading.tagName} ${heading.textContent}`));
  expect(headings.indexOf("H2 Pergunte as datas")).toBeGreaterThan(headings.indexOf("H2 Anúncios"));
  await expectNoViolations(page);

  await page.reload();
  await expect.poll(() => listingCards(page).count()).toBe(all);
  await section(page).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("without script the next page has the section, and says how lists are ordered", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/search${query}&ordem=preco`);
  const { free, unconfirmed } = await countsIn(page);
  await more(page).click();
  await section(page).waitFor();
  expect(await countsIn(page)).toEqual({ free, unconfirmed });
  expect(await section(page).getByRole("article").count()).toBe(unconfirmed);
  expect(await listingCards(page).count()).toBe(free + unconfirmed - 12);
  await page.getByRole("main").getByRole("link", { name: "Como ordenamos" }).click();
  await page.getByRole("heading", { level: 1, name: "Como ordenamos" }).waitFor();
  await page.getByText("As outras vêm depois, à parte, em “Pergunte as datas”.").first().waitFor();
});

test("the list below the drawing has them apart, and marks still lead to them", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await visit(page, `${site.url}/search${query}`);
  const { free, unconfirmed } = await countsIn(page);
  await page.getByRole("button", { name: "Ver no desenho" }).click();
  const drawing = page.getByRole("region", { name: "Resultados no desenho da região" });
  const apart = drawing.getByRole("region", { name: "Pergunte as datas" });
  await apart.waitFor();
  expect(await apart.getByRole("listitem").count()).toBe(unconfirmed);
  expect(await drawing.getByRole("listitem").count()).toBe(free + unconfirmed);
  // Scrolling must not bring anything else under the pointer.
  await page.mouse.move(0, 0);
  const entry = apart.getByRole("listitem").first();
  const id = (await entry.getAttribute("data-casa")) ?? "";
  await entry.getByRole("link").focus();
  await expect
    .poll(() => drawing.locator(`[data-casas~="${id}"]`).getAttribute("data-lit"))
    .toBe("");
  await expectNoViolations(page);
});
