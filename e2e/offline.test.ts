import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { siteVersionHeader } from "../app/delivery/hydration/site-version.ts";
import {
  gallery,
  listingCards,
  openPage,
  unfoldSearch,
  visit,
  waitForHydration,
} from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const cardLinks = (page: Page) => listingCards(page).getByRole("heading").getByRole("link");
const contact = (page: Page) => page.getByRole("button", { name: "Enviar mensagem" });
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

test("a page opened offline from one with the router is the site's own, in its style, until the network returns", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  await visit(page, `${site.url}/login`);
  await goOffline(page);
  await footer(page, "Contato").click();
  const main = page.getByRole("main");
  await main
    .getByText("Você está sem internet. Quando ela voltar, a página abre sozinha.")
    .waitFor();
  const heading = page.getByRole("heading", { level: 1, name: "O tempo fechou por aqui" });
  await heading.waitFor();
  expect(page.url()).toBe(`${site.url}/contato`);
  expect(await page.getByRole("dialog").count()).toBe(0);
  const brand = page.getByRole("banner").getByRole("link", { name: "Mar de Minas" });
  expect(await brand.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe("none");
  // No box stands for a picture that is missing.
  await expect.poll(() => main.locator("picture").isVisible()).toBe(false);
  await page.context().setOffline(false);
  await contact(page).waitFor();
  // The page is a new document, whose script listens for the first touch.
  await waitForHydration(page);

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

const dataRequests = /\.data(\?|$)/;
const assets = /\/assets\//;
const portalPage = { contentType: "text/html", body: "<h1>Entre no Wi-Fi da pousada</h1>" };
const missing = (route: Route) => route.fulfill({ status: 404 });

async function answerAsNewerVersion(route: Route): Promise<void> {
  const response = await route.fetch();
  const headers = response.headers();
  const name = siteVersionHeader.toLowerCase();
  expect(headers[name]).toMatch(/^[0-9a-f]+$/);
  await route.fulfill({ response, headers: { ...headers, [name]: "newer" } });
}

/** True until a document replaces the one that was marked. */
const isSameDocument = (page: Page) => page.evaluate(() => "marked" in window);
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));

test("answers from a portal or another version make links load documents", async () => {
  const strangers: [RegExp, (route: Route) => Promise<void>][][] = [
    [[dataRequests, (route) => route.fulfill(portalPage)]],
    [
      [
        dataRequests,
        (route) => route.fulfill({ status: 302, headers: { Location: "https://portal.example/" } }),
      ],
    ],
    [
      [dataRequests, missing],
      [assets, missing],
    ],
    [[dataRequests, answerAsNewerVersion]],
  ];
  for (const answers of strangers) {
    const { page } = await openPage(browser);
    await visit(page, `${site.url}/login`);
    await mark(page);
    for (const [url, answer] of answers) await page.route(url, answer);
    await footer(page, "Contato").click();
    await contact(page).waitFor();
    expect(page.url()).toBe(`${site.url}/contato`);
    expect(await isSameDocument(page)).toBe(false);
    await page.context().close();
  }
});

test("behind a captive portal forms and lists keep what they have and say so, and searches load documents", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/contato`);
  await mark(page);
  await page.route(dataRequests, (route) => route.fulfill(portalPage));
  await page.route(/depois=/, (route) => route.fulfill(portalPage));
  await page.fill("[name=nome]", "Ana");
  await page.fill("[name=email]", "ana@example.com");
  await page.fill("[name=mensagem]", "Há vaga para barco?");
  await contact(page).click();
  await page.getByText("Erro ao enviar o e-mail. Tente novamente.").first().waitFor();
  expect(await page.inputValue("[name=mensagem]")).toBe("Há vaga para barco?");
  expect(await isSameDocument(page)).toBe(true);

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
