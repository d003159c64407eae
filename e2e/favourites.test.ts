import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { today } from "../app/calendar/civil-date.ts";
import { formatStay } from "../app/calendar/stays.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { listingCards, openPage, violations, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
const stay = findOrdinaryStay(100, 3);
const search = `/search?entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=4`;
const heart = (page: Page) => page.getByRole("button", { name: /^Guardar: / }).first();

test("a favourite keeps the dates of its search, and the bar counts it", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, site.url + search);
  const count = page.getByRole("banner").getByRole("link", { name: "Minha lista" });
  expect(await count.isVisible()).toBe(false);
  await heart(page).click();
  expect(await count.isVisible()).toBe(true);
  expect(await count.getAttribute("data-saved-count")).toBe("1");
  await count.click();
  await page.getByText(`Você procurava: ${formatStay(stay, today())}, 4 pessoas`).waitFor();
  const ad = listingCards(page).first().getByRole("heading").getByRole("link");
  expect(await ad.getAttribute("href")).toContain(
    `?entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=4`,
  );
  expect(await violations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("favourites have the total and the availability of the dates they were saved for", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url + search);
  const card = listingCards(page).first();
  const total = await card.locator("[data-estimativa]").innerText();
  const dates = formatStay(stay, today());
  expect(await card.innerText()).toContain(`de ${dates}`);
  await heart(page).click();
  await visit(page, `${site.url}/guardados`);
  expect(await listingCards(page).locator("[data-estimativa]").innerText()).toBe(total);
  expect(await listingCards(page).innerText()).toContain(`de ${dates}`);
});

test("a heart taken away keeps the focus and the dates, says so, and brings the house back", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url + search);
  const title = await listingCards(page).first().getByRole("heading").innerText();
  await heart(page).click();
  await visit(page, `${site.url}/guardados`);
  await heart(page).waitFor();
  const href = () =>
    listingCards(page).first().getByRole("heading").getByRole("link").getAttribute("href");
  const hasFocus = () => heart(page).evaluate((it) => it === document.activeElement);
  await heart(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText(`${title} saiu da sua lista.`).waitFor();
  expect(await heart(page).getAttribute("aria-pressed")).toBe("false");
  expect(await hasFocus()).toBe(true);
  expect(await href()).toContain(`?entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=4`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "1 casa guardada" }).waitFor();
  expect(await hasFocus()).toBe(true);
  await page.reload();
  await page.getByText(`Você procurava: ${formatStay(stay, today())}, 4 pessoas`).waitFor();
});

test("a browser that knows a list adds to it before it makes another", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url + search);
  await heart(page).click();
  await visit(page, `${site.url}/guardados`);
  await page.getByRole("button", { name: "Compartilhar lista" }).click();
  await page.waitForURL(/\/lista\/[\w-]{22}/);
  const list = new URL(page.url()).pathname;
  // The address changes before the page; both have the same heading.
  await page.getByRole("link", { name: "Mandar no grupo" }).waitFor();

  await visit(page, `${site.url}/guardados`);
  const [lists, cards] = await Promise.all(
    ["Listas do grupo", "1 casa guardada"].map((name) =>
      page.getByRole("heading", { name }).boundingBox(),
    ),
  );
  expect(lists?.y).toBeLessThan(cards?.y ?? 0);
  const share = page.getByRole("button", { name: "Compartilhar lista" });
  expect(await share.isVisible()).toBe(false);
  await page.getByText("Criar outra lista").click();
  expect(await share.isVisible()).toBe(true);

  await visit(page, `${site.url}/search?localizacao=Turvo`);
  const title = await listingCards(page).first().getByRole("heading").innerText();
  await listingCards(page).first().getByRole("heading").getByRole("link").click();
  await page.waitForURL(/\/posts\//);
  await page.getByText("Adicionar à lista…").click();
  await page.getByRole("button", { name: `Adicionar ${title} à lista` }).click();
  await page.waitForURL(new RegExp(list));
  await page.getByRole("heading", { name: title }).waitFor();
});

test("favourites of an app's browser travel in a link, and are saved elsewhere with one tap", async () => {
  const userAgent =
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0 Android";
  const { page } = await openPage(browser, { userAgent });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page, site.url + search);
  await heart(page).click();
  await visit(page, `${site.url}/guardados`);
  await page.getByText("Você está no navegador do Instagram").waitFor();
  await page.getByRole("button", { name: "Copiar link" }).click();
  await page.getByText("Link copiado. Cole no Chrome ou no Safari.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { pathname, hash } = new URL(link);

  const { page: other } = await openPage(browser);
  await visit(other, site.url + pathname + hash);
  await other.getByText("1 casa de outro navegador veio neste link.").waitFor();
  expect(await listingCards(other).count()).toBe(0);
  await other.getByRole("button", { name: "Guardar aqui" }).click();
  await other.getByText(`Você procurava: ${formatStay(stay, today())}, 4 pessoas`).waitFor();
  await visit(other, site.url + pathname + hash);
  await listingCards(other).first().waitFor();
  expect(await other.getByRole("button", { name: "Guardar aqui" }).count()).toBe(0);
});
