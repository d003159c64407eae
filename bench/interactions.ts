import type { Browser, Locator, Page } from "playwright-core";
import { gallery, launchBrowser, openPage, waitForHydration } from "../e2e/browser.ts";
import type { Environment } from "./environment.ts";
import { median, percentile } from "./figures.ts";
import type { Plan } from "./plan.ts";
import { startSampleSite } from "./sample-site.ts";
import type { Table } from "./table.ts";

const slowdown = 4;

interface Step {
  name: string;
  path: (ad: string) => string;
  /** Done beforehand and not measured. */
  prepare?: (page: Page) => Promise<void>;
  target: (page: Page) => Locator;
}

const ofAd = (ad: string) => ad;
const photo = (page: Page) =>
  gallery(page)
    .getByRole("link", { name: /: ver em tela cheia$/ })
    .first();

const steps: Step[] = [
  {
    name: "open the menu",
    path: () => "/",
    target: (page) => page.getByText("Menu", { exact: true }),
  },
  {
    name: "choose a check-in",
    path: ofAd,
    target: (page) => page.locator("button[data-dia]:not([disabled])").first(),
  },
  {
    name: "save a favourite",
    path: ofAd,
    target: (page) => page.locator("button[data-save]").first(),
  },
  { name: "open the full screen", path: ofAd, target: photo },
  {
    name: "turn the gallery",
    path: ofAd,
    prepare: (page) => photo(page).tap(),
    target: (page) => page.getByRole("dialog").getByRole("button", { name: "Próxima foto" }),
  },
];

/** On a phone with a slowed CPU: each step as the first touch of a page just loaded, and hydrated. */
export async function measureInteractions(
  environment: Environment,
  { audits }: Plan,
): Promise<Table[]> {
  const site = await startSampleSite(environment);
  const browser = await launchBrowser();
  const rows: Table["rows"] = [];
  try {
    for (const step of steps) {
      const first: number[] = [];
      const later: number[] = [];
      for (let round = 0; round < audits; round++) {
        const url = site.url + step.path(site.ad);
        later.push(await measureStep(browser, url, step, true));
        if (!step.prepare) first.push(await measureStep(browser, url, step, false));
      }
      const worst = (times: number[]) => percentile(times, 1);
      rows.push([step.name, median(first), worst(first), median(later), worst(later)]);
    }
  } finally {
    await browser.close();
  }
  await site.stop();
  return [
    {
      title: "Interaction to next paint, ms",
      note: `${audits} times each at ${slowdown} times CPU slowdown. "First" is the first touch as soon as the page has loaded, which makes it hydrate.`,
      columns: ["step", "first: median", "first: worst", "hydrated: median", "hydrated: worst"],
      rows,
    },
  ];
}

async function measureStep(
  browser: Browser,
  url: string,
  { prepare, target }: Step,
  isHydrated: boolean,
): Promise<number> {
  const { page } = await openPage(browser, { isMobile: true, hasTouch: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(observeInteractions);
  await page.goto(url);
  if (isHydrated) await waitForHydration(page);
  await prepare?.(page);
  await target(page).scrollIntoViewIfNeeded();
  await settle(page);
  await page.evaluate(() => window.interactions.splice(0));
  await target(page).tap();
  await settle(page);
  // Entries are missing below 16 ms.
  const longest = await page.evaluate(() => Math.max(16, ...window.interactions));
  await page.context().close();
  return longest;
}

declare global {
  interface Window {
    interactions: number[];
  }
}

function observeInteractions(): void {
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId) window.interactions.push(entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Event entries are delivered after the frame that shows their effect. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))),
      ),
  );
}
