import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatStayInFull } from "../../app/domain/calendar/stays.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { startTlsProxy, type TlsProxy } from "../../testing/tls-proxy.ts";
import {
  gallery,
  listingCards,
  openPage,
  photoCounter,
  visit,
  waitForHydration,
} from "../browser.ts";
import { copyAsNextVersion } from "../next-version.ts";
import { startDemoSite } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { startSite } from "../site-process.ts";
import { translateAhead } from "../translator.ts";
import { workerBrowser } from "../worker-browser.ts";

/** The site behind the proxy, which its next version replaces. */
let served = "";
/** True if the tabs are older than the site. */
let isDeployedAnew = false;
let proxy: TlsProxy;
const site = shareSite(async () => {
  proxy = await startTlsProxy(() => [served]);
  const started = await startDemoSite({ plainHttp: true, env: environment() });
  served = started.url;
  return { ...started, url: proxy.url };
});
afterAll(() => proxy?.close());
const browser = await workerBrowser();
const stay = findOrdinaryStay(20, 2);
/** URL of an ad that is free for the stay. */
let ad: string;

beforeAll(async () => {
  const query = `entrada=${stay.checkIn}&saida=${stay.checkOut}`;
  const results = await (await fetch(`${site.url}/search?${query}`)).text();
  ad = site.url + (/\/posts\/[0-9a-f-]{36}/.exec(results)?.[0] ?? "");
});

function environment(): Record<string, string> {
  return { SITE_URL: proxy.url, TRUSTED_PROXIES: "loopback" };
}

/** Replaces the site by its next version, which has none of this one's files. */
async function deploy(): Promise<void> {
  const { dataDir, operatorEnv } = site;
  const programDir = await copyAsNextVersion();
  await site.end("SIGTERM");
  const env = { ...operatorEnv, ...environment(), DEMO: "1" };
  const next = await startSite({ dataDir, programDir, plainHttp: true, env });
  served = next.url;
  Object.assign(site, next, { url: proxy.url });
  isDeployedAnew = true;
}

const cardLink = (page: Page, nth: number) =>
  listingCards(page).nth(nth).getByRole("heading").getByRole("link");
const heart = (page: Page, nth: number) =>
  listingCards(page)
    .nth(nth)
    .getByRole("button", { name: /^Guardar: / });
const isPressed = (page: Page, nth: number) => heart(page, nth).getAttribute("aria-pressed");
const day = (page: Page, date: string) => page.locator(`button[data-dia="${date}"]`);

/** Waits for what a click on a link of the router, or Back, leads to. */
async function arrive(page: Page, url: string | RegExp): Promise<void> {
  await page.waitForURL(url);
  await waitForHydration(page);
}

/** `between` waits for what follows from the check-in. */
async function chooseStay(page: Page, between: () => Promise<void>): Promise<void> {
  const next = page.getByRole("button", { name: "Próximo mês" });
  for (const date of [stay.checkIn, stay.checkOut]) {
    while (!(await day(page, date).isVisible())) await next.click();
    await day(page, date).click();
    if (date === stay.checkIn) await between();
  }
}

/** Saves a house at each end of the list, and goes to the last one and back; returns their titles. */
async function useList(page: Page): Promise<string[]> {
  await heart(page, 1).click();
  expect(await isPressed(page, 1)).toBe("true");
  const first = (await cardLink(page, 1).textContent()) ?? "";

  await page.getByRole("link", { name: "Carregar mais" }).click();
  const count = () => listingCards(page).count();
  // Where code is gone, the link leads to the next page, as without script.
  const isGrown = async () =>
    isDeployedAnew ? page.url().includes("depois=") : (await count()) === 24;
  await expect.poll(isGrown).toBe(true);
  await waitForHydration(page);
  const last = (await count()) - 4;
  expect(await isPressed(page, last)).toBe("false");
  await heart(page, last).click();
  expect(await isPressed(page, last)).toBe("true");
  const title = (await cardLink(page, last).textContent()) ?? "";
  await cardLink(page, last).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  return [first, title];
}

/** Turns the photos with the keyboard and by swiping, and chooses the stay. */
async function useAd(page: Page): Promise<void> {
  const strip = gallery(page).locator("ol");
  const counter = photoCounter(gallery(page));
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => counter.innerText()).toMatch(/^2 \//);
  await strip.hover();
  await page.mouse.down();
  await page.mouse.move(280, 200);
  await page.mouse.move(380, 200);
  await page.mouse.up();
  await expect.poll(() => counter.innerText()).toMatch(/^1 \//);

  // Where the code for dates is gone, the check-in loads another document.
  await chooseStay(page, () =>
    isDeployedAnew
      ? arrive(page, /\?entrada=/)
      : page.getByText("Agora toque no dia de").first().waitFor(),
  );
  await expect.poll(() => page.locator("[data-estimativa]").innerText()).toMatch(/^R\$\s\d/);
  await page.getByRole("status").getByText(formatStayInFull(stay)).waitFor();
}

async function expectSaved(page: Page, titles: readonly string[]): Promise<void> {
  await visit(page, site.url);
  await page.reload();
  await expect.poll(() => isPressed(page, 1)).toBe("true");
  await visit(page, `${site.url}/guardados`);
  for (const title of titles) await listingCards(page).filter({ hasText: title }).waitFor();
}

/** Ways in which the home page in one tab and the ad in the other are opened. */
const ways: Record<
  string,
  (tabs: readonly [Page, Page], open: () => Promise<void>) => Promise<void>
> = {
  async "with a translator that rewrites texts before scripts run"(tabs, open) {
    for (const page of tabs) await translateAhead(page);
    await open();
  },

  async "in tabs that stay open during a deployment"(_, open) {
    await open();
    await deploy();
  },
};

/** Chromium's errors about files that the new version lacks, or that were requested while no version was running. */
const missingFiles = /status of (404|502)|Refused to apply style/;
/** React's error about a page that was rewritten before it is hydrated. */
const rewrittenPage = /React error #418/;

/** Errors that a way leads to; any other fails its test. */
function isExpected(way: string, error: string): boolean {
  if (way.includes("during a deployment")) return missingFiles.test(error);
  return way.includes("translator") && rewrittenPage.test(error);
}

test("Back after an answered form leads to the form, which can be sent again", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const form = `${ad}/denunciar`;
  const received = page.getByRole("heading", { level: 1, name: "Denúncia recebida. Obrigado!" });
  await visit(page, form);
  for (const sentence of ["Cobrou a mais.", "E de novo."]) {
    await page.getByRole("radio", { name: "Outra coisa" }).check({ force: true });
    await page.fill("[name=detalhes]", sentence);
    await page.getByRole("button", { name: "Enviar denúncia" }).click();
    await received.waitFor();
    await page.goBack();
    await page.waitForURL(form);
  }
  expect(consoleErrors).toEqual([]);
});

test.each(Object.entries(ways))(
  "hearts, photos, dates and 'Carregar mais' work %s",
  async (way, come) => {
    const { page: list, consoleErrors } = await openPage(browser);
    const own = await list.context().newPage();
    own.setDefaultTimeout(30_000);
    isDeployedAnew = false;
    await come([list, own], async () => {
      await visit(list, site.url);
      await visit(own, ad);
    });
    const titles = await useList(list);
    await useAd(own);
    await expectSaved(list, titles);
    expect(consoleErrors.filter((text) => !isExpected(way, text))).toEqual([]);
    await list.context().close();
  },
);
