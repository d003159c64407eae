import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatStayInFull } from "../app/calendar/stays.ts";
import { password } from "../testing/advertiser.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { startTlsProxy, type TlsProxy } from "../testing/tls-proxy.ts";
import { signUp } from "./advertiser.ts";
import {
  gallery,
  listingCards,
  openPage,
  photoCounter,
  unfoldSearch,
  visit,
  waitForHydration,
} from "./browser.ts";
import { copyAsNextVersion } from "./next-version.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { startSite } from "./site-process.ts";
import { translate, translateAhead } from "./translator.ts";
import { workerBrowser } from "./worker-browser.ts";

/** The site behind the proxy, which its next version replaces. */
let served = "";
/** Whether the tabs are older than the site. */
let isDeployedAnew = false;
let proxy: TlsProxy;
const metricsToken = "um-token-bem-comprido";
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
  return { SITE_URL: proxy.url, TRUSTED_PROXIES: "loopback", METRICS_TOKEN: metricsToken };
}

/** Replaces the site by its next version, which has none of this one's files. */
async function deploy(): Promise<void> {
  const { dataDir } = site;
  const programDir = await copyAsNextVersion();
  await site.end("SIGTERM");
  const env = { ...environment(), DEMO: "1" };
  const next = await startSite({ dataDir, programDir, plainHttp: true, env });
  served = next.url;
  Object.assign(site, next, { url: proxy.url });
  isDeployedAnew = true;
}

async function countKeptPages(): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${site.url}/metricas`, { headers })).text();
  return Number(/^mardeminas_page_cache_total\{outcome="hit"\} (\d+)$/m.exec(metrics)?.[1]);
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

  await unfoldSearch(page);
  await page.getByText("Escolher no calendário").click();
  if (isDeployedAnew) {
    // The calendar's code is gone, and the calendar with it; the fields above it need none.
    await page.getByText("Escolher no calendário").waitFor({ state: "detached" });
    await page.fill("form [name=entrada]", stay.checkIn);
    await page.fill("form [name=saida]", stay.checkOut);
  } else {
    await chooseStay(page, () => page.getByText("Agora toque no dia de saída.").waitFor());
    await page.getByText(`De ${formatStayInFull(stay)}.`).waitFor();
  }
  expect(await page.inputValue("form [name=entrada]")).toBe(stay.checkIn);
  expect(await page.inputValue("form [name=saida]")).toBe(stay.checkOut);

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

/** Shows the home page in one tab, and the ad in the other. */
type Way = (list: Page, own: Page) => Promise<void>;

const openBoth: Way = async (list, own) => {
  await visit(list, site.url);
  await visit(own, ad);
};

const ways: Record<string, Way> = {
  async "on kept pages"(list, own) {
    for (const url of [site.url, ad]) await (await fetch(url)).text();
    const before = await countKeptPages();
    await openBoth(list, own);
    expect(await countKeptPages()).toBe(before + 2);
  },

  async "after logging in, and from what was saved"(list, own) {
    const email = await signUp(list, site.url);
    await list.context().clearCookies();
    await visit(list, `${site.url}/login`);
    await list.fill("main [name=email]", email);
    await list.fill("main [name=password]", password);
    await list.getByRole("main").getByRole("button", { name: "Entrar", exact: true }).click();
    await arrive(list, `${site.url}/`);

    await visit(own, ad);
    await own.getByRole("button", { name: "Guardar" }).first().click();
    await visit(own, `${site.url}/guardados`);
    await cardLink(own, 0).click();
    await arrive(own, ad);
  },

  async "from pages of one's own"(list, own) {
    await signUp(list, site.url);
    for (const [page, path] of [
      [list, "/minha-conta"],
      [own, "/dashboard"],
    ] as const) {
      await visit(page, site.url + path);
      await page.getByRole("banner").getByRole("link", { name: "Mar de Minas" }).click();
      await arrive(page, `${site.url}/`);
    }
    await own
      .locator(`article a[href="${new URL(ad).pathname}"]`)
      .first()
      .click();
    await arrive(own, ad);
  },

  async "after going back"(list, own) {
    await openBoth(list, own);
    await cardLink(list, 2).click();
    await arrive(list, /\/posts\//);
    await list.goBack();
    await arrive(list, `${site.url}/`);
    const similar = own.getByRole("region", { name: "Parecidos com este" }).getByRole("listitem");
    await similar.getByRole("link").first().click();
    await own.waitForURL((url) => url.href !== ad);
    await waitForHydration(own);
    await own.goBack();
    await arrive(own, ad);
  },

  async "in tabs kept open while the site was deployed anew"(list, own) {
    await openBoth(list, own);
    await deploy();
  },

  async "with a translator that rewrites texts before scripts run"(list, own) {
    for (const page of [list, own]) await translateAhead(page);
    await openBoth(list, own);
  },

  async "with a translator that rewrites texts afterwards"(list, own) {
    await openBoth(list, own);
    for (const page of [list, own]) await translate(page);
  },
};

/** What Chromium says of files that a new version no longer has. */
const missingFiles = /status of 404|Refused to apply style/;
/** What React says of a page that was rewritten before it is hydrated. */
const rewrittenPage = /React error #418/;

/** Errors that a way leads to; any other fails its test. */
function isExpected(way: string, error: string): boolean {
  if (way.includes("deployed anew")) return missingFiles.test(error);
  return way.includes("translator") && rewrittenPage.test(error);
}

test.each(Object.entries(ways))(
  "hearts, photos, dates and 'Carregar mais' work %s",
  async (way, come) => {
    const { page: list, consoleErrors } = await openPage(browser, { reducedMotion: "reduce" });
    const own = await list.context().newPage();
    own.setDefaultTimeout(30_000);
    isDeployedAnew = false;
    await come(list, own);
    const titles = await useList(list);
    await useAd(own);
    await expectSaved(list, titles);
    expect(consoleErrors.filter((text) => !isExpected(way, text))).toEqual([]);
    await list.context().close();
  },
);
