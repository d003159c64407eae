import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { gallery, listingCards, openPage, visit, waitForHydration } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

// A site of its own: other tests' ads would make the lists longer.
const site = await startDemoSite();
afterAll(() => site.end("SIGTERM"));
const browser = await workerBrowser();

// Two of the sample ads have calendars that nobody has confirmed for more than a month.
const { checkIn, checkOut } = findOrdinaryStay(200, 2);
const search = `${site.url}/search?entrada=${checkIn}&saida=${checkOut}`;

const cardLinks = (page: Page) => listingCards(page).getByRole("heading").getByRole("link");
const more = (page: Page) => page.getByRole("link", { name: "Carregar mais" });
const focusedPath = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLAnchorElement | null)?.pathname);

test("by keyboard 'Carregar mais' leads to the first new card; reload and Back keep all cards", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, search);
  const shown = await listingCards(page).count();
  await more(page).press("Enter");
  await expect.poll(() => listingCards(page).count()).toBeGreaterThan(shown);
  const all = await listingCards(page).count();
  const next = cardLinks(page).nth(shown);
  await expect.poll(() => next.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.getByRole("heading", { name: "Pergunte as datas" }).waitFor();

  const card = cardLinks(page).nth(shown + 4);
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await page.reload();
  await expect.poll(() => listingCards(page).count()).toBe(all);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 10);

  await card.click();
  await page.waitForURL(/\/posts\//);
  const { pathname, href } = new URL(page.url());
  await page.reload();
  await waitForHydration(page);
  const photo = gallery(page).getByRole("link").first();
  const fullScreen = page.getByRole("dialog", { name: /tela cheia/ });
  for (const close of [
    () => page.goBack(),
    () => fullScreen.getByRole("button", { name: "Fechar" }).click(),
  ]) {
    await photo.click();
    await fullScreen.waitFor();
    await close();
    await fullScreen.waitFor({ state: "detached" });
    expect(page.url()).toBe(href);
    await expect.poll(() => photo.evaluate((link) => link === document.activeElement)).toBe(true);
  }
  await page.goBack();
  await expect.poll(() => listingCards(page).count()).toBe(all);
  await expect.poll(() => focusedPath(page)).toBe(pathname);
  expect(consoleErrors).toEqual([]);
});

test("pages without a framework have menus, notices and a map", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const flash = btoa(JSON.stringify({ kind: "info", text: "Uma frase." }));
  await page
    .context()
    .addCookies([{ name: "__Host-mardeminas.aviso", value: flash, url: site.url, secure: true }]);
  await page.route(/google/, (route) => route.fulfill({ body: "mapa" }));
  await page.goto(`${site.url}/detalhes/1`, { waitUntil: "networkidle" });
  await page.getByRole("status").filter({ hasText: "Uma frase." }).waitFor();
  const summary = page.locator("summary").filter({ hasText: "Menu" });
  const menu = page.locator("details", { has: summary });
  const isOpen = () => menu.evaluate((it) => it.hasAttribute("open"));
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(20, 700),
    async () => {
      await menu.getByRole("link", { name: "Cadastrar" }).focus();
      expect(await isOpen()).toBe(true);
      await page.keyboard.press("Tab");
    },
  ]) {
    await summary.click();
    expect(await isOpen()).toBe(true);
    await close();
    expect(await isOpen()).toBe(false);
  }

  expect(await page.locator("iframe").count()).toBe(0);
  const asked = page.waitForRequest(/google/);
  await page.getByRole("button", { name: "Mostrar o mapa" }).click();
  await page.frameLocator("iframe[title^='Mapa:']").getByText("mapa").waitFor();
  expect((await asked).headers().referer).not.toContain("detalhes");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
  expect(consoleErrors).toEqual([]);
});
