import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { breakMethod, hasCrashed } from "../broken-code.ts";
import { listingCards, openPage, unfoldSearch, visit } from "../browser.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const firstAd = (page: Page) => listingCards(page).first().getByRole("heading").getByRole("link");
const errorPage = (page: Page) => page.getByText("O tempo fechou por aqui");
const phoneOf = (page: Page) => page.getByRole("link", { name: /^Telefone/ }).first();

test.each([
  ["is missing", 404, ""],
  ["throws", 200, "throw new Error('a fault')"],
  ["has a syntax that the browser doesn't know", 200, "let #x = 1"],
])("the server's page stays if a file of its code %s", async (_, status, body) => {
  const { page } = await openPage(browser);
  await page.route(/assets\/(react|stay-part)-.*\.js$/, (route) =>
    route.fulfill({ status, body, contentType: "text/javascript" }),
  );
  await page.goto(site.url);
  await firstAd(page).click();
  await page.waitForURL(/\/posts\//);
  await page.waitForLoadState("networkidle");
  await phoneOf(page).waitFor();
  expect(await errorPage(page).count()).toBe(0);
});

test("after a crash while hydrating, the server's page is back", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await page.goto(site.url);
  const path = await firstAd(page).getAttribute("href");
  // Lists the calendar's holidays.
  await page.addInitScript(breakMethod, "Array.flatMap");
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  await expect.poll(() => hasCrashed(page)).toBe(true);
  await phoneOf(page).waitFor();
  expect(await errorPage(page).count()).toBe(0);
  await page.getByText("Menu", { exact: true }).click();
  await page.keyboard.press("Escape");
  expect(await page.locator("details[data-menu][open]").count()).toBe(0);
  await page.getByRole("link", { name: "Mar de Minas" }).first().click();
  await page.waitForURL(`${site.url}/`);
  expect(consoleErrors.filter((text) => !text.includes("a fault"))).toEqual([]);
});

test("a crash while hydrating keeps the typed text, and the form works", async () => {
  const { page } = await openPage(browser);
  // Looks for errors that the search still has.
  await page.addInitScript(breakMethod, "Array.flatMap");
  await page.route("**/assets/hydrate-*.js", async (route) => {
    await page.fill("form [name=q]", "9000");
    await page.selectOption("form [name=localizacao]", "Capitólio");
    await route.continue();
  });
  await page.goto(site.url, { waitUntil: "networkidle" });
  await unfoldSearch(page);
  await page.focus("form [name=q]");
  await expect.poll(() => hasCrashed(page)).toBe(true);
  // The server's form is empty until the typed text is put back.
  await expect
    .poll(async () => [
      await page.inputValue("form [name=q]"),
      await page.inputValue("form [name=localizacao]"),
    ])
    .toEqual(["9000", "Capitólio"]);
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?localizacao=Capit.*q=9000/);
  await listingCards(page).first().waitFor();
});

test("after a later crash in an effect the ad is the server's again, with its bar at the bottom", async () => {
  const { page } = await openPage(browser);
  await page.goto(site.url);
  const path = await firstAd(page).getAttribute("href");
  await visit(page, site.url + path);
  const link = page.locator("[data-bottom-bar]").getByRole("link").last();
  const server = await link.getAttribute("href");
  await page.getByLabel("Pessoas", { exact: true }).fill("2");
  await expect.poll(() => link.getAttribute("href")).toContain("2%20pessoas");
  await page.evaluate(breakMethod, "HTMLElement.focus");
  await page.locator("[data-stay-calendar] button[tabindex='0']").press("ArrowRight");
  await expect.poll(() => page.locator("[data-awake]").count()).toBe(0);
  await expect.poll(() => link.getAttribute("href")).toBe(server);
  await phoneOf(page).waitFor();
});

test("an island that crashes later is the server's again, and works as without script", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await unfoldSearch(page);
  await page.focus("form [name=q]");
  await page.locator("[data-island=search][data-awake]").waitFor({ state: "attached" });
  await page.fill("form [name=q]", "9000");
  await page.evaluate(breakMethod, "Array.flatMap");
  await page.selectOption("form [name=localizacao]", "Capitólio");
  await expect.poll(() => page.locator("[data-awake]").count()).toBe(0);
  await expect.poll(() => page.inputValue("form [name=q]")).toBe("9000");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?localizacao=Capit.*q=9000/);
  await listingCards(page).first().waitFor();
});
