import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { gallery, listingCards, openPage, unfoldSearch, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const cardLinks = (page: Page) => listingCards(page).getByRole("heading").getByRole("link");
const footer = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name });

/** Goes offline once the code that explains it has loaded. */
async function goOffline(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const isReady = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("offline-notice")),
    );
  await expect.poll(isReady).toBe(true);
  await page.context().setOffline(true);
}

test("a link followed offline keeps the page, and opens when the network returns", async () => {
  const { page } = await openPage(browser);
  for (const path of ["/", "/onde-visitar"]) {
    await visit(page, site.url + path);
    const link = path === "/" ? cardLinks(page).nth(3) : footer(page, "Sobre");
    const target = new URL((await link.getAttribute("href")) ?? "", site.url).href;
    await goOffline(page);
    await link.click();
    const notice = page.getByRole("dialog", { name: "Sem internet" });
    await notice.getByText("Quando ela voltar, a página abre sozinha.").waitFor();
    await notice.getByRole("button", { name: "Entendi" }).click();
    await notice.waitFor({ state: "detached" });
    expect(page.url()).toBe(site.url + path);
    await page.context().setOffline(false);
    await page.waitForURL(target);
  }
  // Full-screen photos close by Back without the network.
  await visit(page, page.url().replace("/about", "/"));
  await cardLinks(page).first().click();
  await page.waitForURL(/\/posts\//);
  await gallery(page).locator("ol[data-ready=true]").waitFor();
  await gallery(page).getByRole("link").first().click();
  const photos = page.getByRole("dialog", { name: /tela cheia/ });
  await photos.waitFor();
  await page.context().setOffline(true);
  await page.goBack();
  await photos.waitFor({ state: "detached" });
});

test("a form that a script sends offline stays on the page as it was filled in", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  await visit(page, `${site.url}/contato`);
  const message = page.locator("main [name=mensagem]");
  await message.fill("Vocês têm rancho para 20 pessoas?");
  await goOffline(page);
  await message.evaluate((field: HTMLTextAreaElement) => field.form?.submit());
  // Playwright waits in vain for the navigation to end, so it can't look for elements.
  const shown = () =>
    page.evaluate(() => [
      document.querySelector("dialog p")?.textContent,
      document.querySelector<HTMLTextAreaElement>("main [name=mensagem]")?.value,
    ]);
  await expect
    .poll(shown)
    .toEqual([
      "Você está sem internet, e nada foi enviado. Tente quando ela voltar.",
      "Vocês têm rancho para 20 pessoas?",
    ]);
});

const portalPage = { contentType: "text/html", body: "<h1>Entre no Wi-Fi da pousada</h1>" };

test("behind a captive portal lists keep what they have and say so, and searches load documents", async () => {
  const { page } = await openPage(browser);
  await page.route(/depois=/, (route) => route.fulfill(portalPage));
  await visit(page, site.url);
  const count = await listingCards(page).count();
  await page.getByRole("link", { name: "Carregar mais" }).click();
  await page.getByText("Não conseguimos carregar mais anúncios.").waitFor();
  expect(await listingCards(page).count()).toBe(count);
  await unfoldSearch(page);
  await page.selectOption("form [name=localizacao]", "Turvo");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/localizacao=Turvo/);
  await page.getByRole("heading", { level: 1, name: /Turvo/ }).waitFor();
});
