import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { gallery, listingCards, openPage, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const cardLinks = (page: Page) => listingCards(page).getByRole("heading").getByRole("link");
const footer = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name });

/** Goes offline once the code that explains it, and all that it imports, has run. */
async function goOffline(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const noticeUrl = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType("resource").find(({ name }) => name.includes("offline-notice"))
          ?.name,
    );
  await expect.poll(noticeUrl).toBeTruthy();
  // Vitest would replace an `import` in a function.
  await page.evaluate(`import("${await noticeUrl()}").then(() => {})`);
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
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

test("a browser that wrongly claims to be offline still sends forms and follows links", async () => {
  const { page } = await openPage(browser);
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  await visit(page, `${site.url}/login`);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.locator("[name=email][aria-invalid=true]").waitFor();
  await footer(page, "Sobre").click();
  await page.waitForURL(`${site.url}/about`);
});

test("a list behind a captive portal keeps what it has, and says so", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  const count = await listingCards(page).count();
  await page.route(/depois=/, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Entre no Wi-Fi da pousada</h1>" }),
  );
  await page.getByRole("link", { name: "Carregar mais" }).click();
  await page.getByText("Não conseguimos carregar mais anúncios.").waitFor();
  expect(await listingCards(page).count()).toBe(count);
});
