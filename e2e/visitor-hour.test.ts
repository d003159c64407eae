import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import {
  gallery,
  listingCards,
  openPage,
  unfoldSearch,
  visit,
  waitForHydration,
} from "./browser.ts";
import { doubleText, findCollisions, findCutOff } from "./large-text.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** Path of a sample ad with several photos. */
let ad: string;

beforeAll(async () => {
  ad = await findAd(askAt(site.url));
});

const cardLinks = (page: Page) => listingCards(page).getByRole("heading").getByRole("link");
const focusedPath = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLAnchorElement | null)?.pathname);
const fullScreen = (page: Page) => page.getByRole("dialog", { name: /tela cheia/ });

test("Back closes the full-screen photos, then leads to the card one came from", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, site.url);
  await cardLinks(page).nth(2).click();
  await page.waitForURL(/\/posts\//);
  await waitForHydration(page);
  const url = page.url();
  const photo = gallery(page).getByRole("link").first();

  await photo.click();
  await fullScreen(page).waitFor();
  await page.context().setOffline(true);
  await page.goBack();
  await fullScreen(page).waitFor({ state: "detached" });
  await page.context().setOffline(false);
  expect(page.url()).toBe(url);
  await expect.poll(() => photo.evaluate((link) => link === document.activeElement)).toBe(true);

  for (const close of [
    () => page.keyboard.press("Escape"),
    () => fullScreen(page).getByRole("button", { name: "Fechar" }).click(),
  ]) {
    await photo.click();
    await fullScreen(page).waitFor();
    await close();
    await fullScreen(page).waitFor({ state: "detached" });
  }
  expect(page.url()).toBe(url);

  await page.goBack();
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => focusedPath(page)).toBe(new URL(url).pathname);
  expect(consoleErrors).toEqual([]);
});

test("by keyboard 'Carregar mais' leads to the first new card; reload and Back keep the pages", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, site.url);
  await page.getByRole("link", { name: "Carregar mais" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => listingCards(page).count()).toBe(24);
  const isFocused = (nth: number) =>
    cardLinks(page)
      .nth(nth)
      .evaluate((link) => link === document.activeElement);
  await expect.poll(() => isFocused(12)).toBe(true);

  const card = cardLinks(page).nth(20);
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await page.reload();
  await expect.poll(() => listingCards(page).count()).toBe(24);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 10);

  await card.click();
  await page.waitForURL(/\/posts\//);
  const { pathname } = new URL(page.url());
  await page.reload();
  await waitForHydration(page);
  await page.goBack();
  await expect.poll(() => listingCards(page).count()).toBe(24);
  await expect.poll(() => focusedPath(page)).toBe(pathname);
  expect(consoleErrors).toEqual([]);
});

test("every search leads to its results, with the focus on their heading", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const height = 844;
  const people = page.locator("#pessoas");
  const heading = page.getByRole("heading", { level: 1 });
  const isFocused = async (text: string | RegExp) => {
    await heading.getByText(text).waitFor();
    await expect
      .poll(() => heading.evaluate((one) => one === document.activeElement), {
        message: String(text),
      })
      .toBe(true);
    const isInUpperHalf = async () => {
      const { y = -1 } = (await heading.boundingBox()) ?? {};
      return y >= 0 && y < height / 2;
    };
    await expect.poll(isInUpperHalf, { message: String(text) }).toBe(true);
  };
  await visit(page, site.url);
  await unfoldSearch(page);
  await people.fill("8");
  await page.getByRole("button", { name: "Buscar" }).click();
  await isFocused(/^\d+ casas para 8 pessoas$/);
  await unfoldSearch(page);
  await people.fill("10");
  await people.press("Enter");
  await isFocused(/^\d+ casas para 10 pessoas$/);
  await page.getByRole("link", { name: "10 pessoas tirar" }).press("Enter");
  await isFocused("Todos os anúncios: 24 casas");
  await page.goBack();
  await heading.getByText("para 10 pessoas").waitFor();
  await unfoldSearch(page);
  await people.fill("70");
  await people.press("Enter");
  await isFocused("Não foram encontrados imoveis a partir da sua busca...");
  expect(consoleErrors).toEqual([]);
});

test("the hint about an empty search comes into view on a phone", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await unfoldSearch(page);
  await page.getByRole("button", { name: "Buscar" }).click();
  const hint = page.getByRole("link", { name: "veja todos os anúncios" });
  await hint.waitFor();
  await expect
    .poll(async () => {
      const box = await hint.boundingBox();
      return (box?.y ?? 999) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(844);
});

test("an ad opened offline keeps the list, and opens when the network returns", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  const title = (await cardLinks(page).nth(3).textContent()) ?? "";
  await goOffline(page);
  await cardLinks(page).nth(3).click();
  const notice = page.getByRole("dialog", { name: "Sem internet" });
  await notice.getByText("Quando ela voltar, a página abre sozinha.").waitFor();
  await notice.getByRole("button", { name: "Entendi" }).click();
  expect(page.url()).toBe(`${site.url}/`);
  await page.context().setOffline(false);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
});

test("the error page is styled, whatever the page had loaded, and has no box for a picture that is missing", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  await visit(page, `${site.url}/login`);
  // Its dialog's style sheet then comes before all others.
  await followOffline(page, "Ajuda");
  const heading = page.getByRole("heading", { level: 1, name: "O tempo fechou por aqui" });
  await heading.waitFor();
  const brand = page.getByRole("banner").getByRole("link", { name: "Mar de Minas" });
  expect(await brand.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe("none");
  const picture = page.getByRole("main").locator("picture");
  await expect.poll(() => picture.isVisible()).toBe(false);
  const { x = 0 } = (await heading.boundingBox()) ?? {};
  const main = (await page.getByRole("main").locator("> div > div").boundingBox())?.x ?? 0;
  expect(x - main).toBeGreaterThanOrEqual(16);
});

test("on a network that leads nowhere, the site's own page stands for one whose code is missing", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/contato`);
  const openSaved = async () => {
    await page.getByRole("banner").getByText("Menu").click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link").first().click();
  };
  // The browser believes that it is online.
  await page.context().route("**", (route) => route.abort());
  await openSaved();
  await page.getByText("Não conseguimos abrir esta página. Confira a internet").waitFor();
  expect(page.url()).toBe(`${site.url}/guardados`);
  await page.context().unroute("**");
  await page.goBack();
  await page.getByRole("button", { name: "Enviar mensagem" }).waitFor();
  await openSaved();
  await page.getByRole("heading", { level: 1, name: "Minha lista" }).waitFor();
});

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

/** Follows a link of the footer offline. */
async function followOffline(page: Page, name: string): Promise<void> {
  await goOffline(page);
  await page.getByRole("contentinfo").getByRole("link", { name }).click();
}

test("a form sent offline before the page is ready stays as it was filled in, and says so", async () => {
  const { page } = await openPage(browser);
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

test("any other page opened offline shows the site's own page, too", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/login`);
  await followOffline(page, "Contato");
  await page
    .getByRole("main")
    .getByText("Você está sem internet. Quando ela voltar, a página abre sozinha.")
    .waitFor();
  expect(page.url()).toBe(`${site.url}/contato`);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Enviar mensagem" }).waitFor();
});

test("offline, a link of a page without a framework keeps it, and opens when the network returns", async () => {
  const { page } = await openPage(browser);
  const from = `${site.url}/onde-visitar`;
  await visit(page, from);
  await followOffline(page, "Sobre");
  const notice = page.getByRole("dialog", { name: "Sem internet" });
  await notice.getByText("Quando ela voltar, a página abre sozinha.").waitFor();
  await notice.getByRole("button", { name: "Entendi" }).click();
  await notice.waitFor({ state: "detached" });
  expect(page.url()).toBe(from);
  await page.context().setOffline(false);
  await page.waitForURL(`${site.url}/about`);
});

const withoutResults = `/search?${new URLSearchParams({
  localizacao: "Dique",
  entrada: addDays(today(), 40),
  saida: addDays(today(), 43),
  pessoas: "8",
  q: "90",
  lazer: "Sauna",
  pets: "1",
})}`;

test.each([
  "/",
  "/search?q=500",
  "a search without results",
  "ad",
  "/guardados",
  "/login",
  "/register",
  "/contato",
  "/plans",
  "/comofunciona",
  "/ajuda",
  "/ajuda/calendario",
  "/alugar/capitolio",
  "/nada",
])("at 200 % text on a phone nothing on %s overflows or collides", async (path) => {
  const { page } = await openPage(browser, { reducedMotion: "reduce" });
  const named: Record<string, string> = { ad, "a search without results": withoutResults };
  await visit(page, site.url + (named[path] ?? path));
  await doubleText(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect({ width, cutOff: await findCutOff(page) }).toEqual({ width: 390, cutOff: [] });
  expect(await findCollisions(page)).toEqual([]);
  await page.context().close();
});

test("on a phone on its side the search needs no scrolling, and photos fit the height", async () => {
  const viewport = { width: 844, height: 390 };
  const { page } = await openPage(browser, { viewport, reducedMotion: "reduce" });
  for (const path of ["/", "/search?q=500"]) {
    await visit(page, site.url + path);
    const search = await page.getByRole("search").locator("summary").first().boundingBox();
    expect((search?.y ?? 999) + (search?.height ?? 0), path).toBeLessThanOrEqual(viewport.height);
    const photos = listingCards(page).first().getByRole("img");
    for (const photo of await photos.all()) {
      expect((await photo.boundingBox())?.height, path).toBeLessThan(viewport.height);
    }
  }
  await visit(page, site.url + ad);
  const photo = await gallery(page).getByRole("img").first().boundingBox();
  expect((photo?.y ?? 999) + (photo?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
});
