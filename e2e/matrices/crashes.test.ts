import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { breakMethod, hasCrashed } from "../broken-code.ts";
import { listingCards, openPage, unfoldSearch, visit } from "../browser.ts";
import { startDemoProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { workerBrowser } from "../worker-browser.ts";

const site = shareSite(startDemoProcess);
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
  await page.route(/assets\/(shared|listing)-.*\.js$/, (route) =>
    route.fulfill({ status, body, contentType: "text/javascript" }),
  );
  await page.goto(site.url);
  await firstAd(page).click();
  await page.waitForURL(/\/posts\//);
  await page.waitForLoadState("networkidle");
  await phoneOf(page).waitFor();
  expect(await errorPage(page).count()).toBe(0);
});

test.each([
  ["while React renders", "Array.findLast"],
  ["in an effect", "IntersectionObserver.observe"],
])("after a crash %s while hydrating, the server's page is back", async (_, method) => {
  const { page, consoleErrors } = await openPage(browser);
  await page.goto(site.url);
  const path = await firstAd(page).getAttribute("href");
  await page.addInitScript(breakMethod, method);
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

const shownBy = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    language: document.documentElement.lang,
    text: document.body.innerText,
    elements: document.body.querySelectorAll("*").length,
  }));

test("after a crash of the frame around the page while hydrating, all of the page is back", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const isShown = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await isShown.promise;
    const answer = await route.fetch();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the built text is a template literal
    const code = (await answer.text()).replace("Pular para o conteúdo", "${null.fault}");
    await route.fulfill({ response: answer, body: code });
  });
  await page.goto(`${site.url}/contato`, { waitUntil: "commit" });
  await page.getByRole("contentinfo").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
      ({ sheet }) => sheet,
    ),
  );
  const shown = await shownBy(page);
  isShown.resolve();
  await expect.poll(() => consoleErrors.join(" ")).toContain("fault");
  await expect.poll(() => shownBy(page)).toEqual(shown);
  expect(shown.text).toContain("Pular para o conteúdo");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a page that crashes is loaded again, and if it crashes again, stays the server's", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  const search = () => page.getByRole("button", { name: "Buscar" }).click();
  for (const crashes of [1, 2]) {
    await unfoldSearch(page);
    await page.focus("form [name=pessoas]");
    await page.locator("[data-awake]").waitFor({ state: "attached" });
    await page.evaluate(breakMethod, "Node.appendChild");
    await page.evaluate(breakMethod, "Node.insertBefore");
    const isLoaded = page.waitForEvent("domcontentloaded");
    await search();
    await isLoaded;
    expect(await page.evaluate(() => history.state.crashes)).toBe(crashes);
  }
  await page.waitForLoadState("networkidle");
  await listingCards(page).first().waitFor();
  expect(await errorPage(page).count()).toBe(0);
  await unfoldSearch(page);
  await page.focus("form [name=pessoas]");
  await search();
  await page.waitForURL(/\/search/);
  expect(await page.locator("[data-awake]").count()).toBe(0);
});

test.each(["at once", "while it waits"])(
  "a page that crashes %s loads the page that was asked for",
  async (moment) => {
    const { page } = await openPage(browser);
    await visit(page, `${site.url}/login`);
    await page.evaluate(() => Object.assign(window, { marked: true }));
    // 'Carregando...' then appears, and crashes before the navigation is over.
    if (moment === "while it waits") await page.route(/\.data(\?|$)/, () => undefined);
    await page.evaluate(() => {
      Node.prototype.appendChild = () => {
        throw new Error("an extension's mistake");
      };
    });
    await page.getByRole("contentinfo").getByRole("link", { name: "Contato" }).click();
    await page.waitForURL(`${site.url}/contato`);
    await page.getByRole("button", { name: "Enviar mensagem" }).waitFor();
    const isSame = () => page.evaluate(() => "marked" in window).catch(() => true);
    await expect.poll(isSame).toBe(false);
  },
);
