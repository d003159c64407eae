import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { askAt, findAd } from "../../testing/advertiser.ts";
import { launchCachingBrowser, openPage, visit } from "../browser.ts";
import { startDemoProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { workerBrowser } from "../worker-browser.ts";

const site = shareSite(startDemoProcess);
const browser = await workerBrowser();
/** A sample listing with several photos. */
let ad: string;

beforeAll(async () => {
  ad = await findAd(askAt(site.url));
});

const staticPaths = [
  "/plans",
  "/ajuda/calendario",
  "/confira",
  "/onde-visitar",
  "/detalhes/1",
  "/alugar/capitolio",
  "/blog",
  "/login",
  "/register",
  "/contato",
  // Their form is hydrated once it is touched.
  "/",
  "/search?q=500",
];

/** Loads a page until the network is idle; returns the scripts it fetched by path. */
async function loadScripts(page: Page, path: string): Promise<Map<string, Buffer>> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.set(pathname, response.body());
  });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  const all = new Map<string, Buffer>();
  for (const [name, body] of scripts) all.set(name, await body);
  return all;
}

function compressedSize(scripts: Map<string, Buffer>): number {
  return [...scripts.values()].reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
}

test("static pages load no React, and less than 6.5 kB of script, or 12 kB with passkeys", async () => {
  // All pages load at once, because each waits for the network to be idle.
  const loads = staticPaths.map(async (path) => {
    const { page } = await openPage(browser);
    const scripts = await loadScripts(page, path);
    await page.context().close();
    return { path, scripts };
  });
  for (const { path, scripts } of await Promise.all(loads)) {
    const names = [...scripts.keys()].join(" ");
    expect(names, path).toContain("/assets/");
    expect(names, path).not.toMatch(/react|router|shared|hydrate|wake/);
    const limit = /login|register/.test(path) ? 12_000 : 6_500;
    expect(compressedSize(scripts), path).toBeLessThan(limit);
  }
});

test.each([
  { path: "/", kilobytes: 48, elements: 900 },
  { path: "an ad", kilobytes: 34, elements: 700 },
])("the HTML of $path stays below $kilobytes kB", async ({ path, kilobytes, elements }) => {
  const html = await (await fetch(site.url + (path === "/" ? path : ad))).text();
  expect(Buffer.byteLength(html)).toBeLessThan(kilobytes * 1000);
  expect(html.match(/<[a-z]/g)?.length).toBeLessThan(elements);
});

test("an ad's initial scripts total under 84 kB compressed, without the router, after its photo", async () => {
  const { page } = await openPage(browser);
  const scripts = await loadScripts(page, ad);
  const names = [...scripts.keys()].join(" ");
  expect(names).toContain("/react-");
  expect(names).not.toMatch(/router|frame|manifest/);
  expect(compressedSize(scripts)).toBeLessThan(84_000);

  const [photo, react] = await page.evaluate(() => {
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return [
      resources.find(({ name }) => name.includes("/fotos/"))?.responseEnd,
      resources.find(({ name }) => name.includes("/react-"))?.startTime,
    ];
  });
  expect(react).toBeGreaterThan(photo ?? Number.POSITIVE_INFINITY);
});

/**
 * Measures each image: the width chosen, the widths available, and its rendered width in device px.
 */
async function measurePictures(page: Page, path: string) {
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.currentSrc && image.offsetWidth > 0)
      .map((image) => {
        const sets = [image, ...(image.parentElement?.querySelectorAll("source") ?? [])];
        const isChosen = ({ srcset }: { srcset: string }) =>
          srcset.includes(new URL(image.currentSrc).pathname);
        const set = (sets.find(isChosen) ?? image).srcset;
        const widths = set.split(",").map((one) => Number(/(\d+)(?: 2x|w)$/.exec(one)?.[1]));
        if (set.endsWith("2x")) widths.push(Number(/\d+$/.exec(image.src)?.[0]));
        const file = image.currentSrc;
        const chosen = Number(/(\d+)(?:\.(avif|webp|jpg))?$/.exec(file)?.[1]);
        // Either the width or the height decides under object-fit: cover.
        const ratio = image.naturalWidth / image.naturalHeight;
        const css = Math.max(image.offsetWidth, image.offsetHeight * ratio);
        return { file, chosen, widths, shown: css * devicePixelRatio };
      })
      .filter(({ widths }) => widths.length > 1),
  );
}

const picturePaths = ["/", "/blog", "/onde-visitar", "/detalhes/1", "/about"];

test.each([
  { width: 390, height: 844, deviceScaleFactor: 2, paths: picturePaths },
  { width: 430, height: 932, deviceScaleFactor: 3, paths: ["/"] },
  { width: 1440, height: 900, deviceScaleFactor: 1, paths: picturePaths },
])("images are no larger than needed at $width px, $deviceScaleFactor×", async (look) => {
  const { deviceScaleFactor, paths, ...viewport } = look;
  const measurements = [...paths, ad].map(async (path) => {
    // A new context per page: Chromium prefers a larger image it has already cached.
    const { page } = await openPage(browser, { viewport, deviceScaleFactor });
    const pictures = await measurePictures(page, path);
    await page.context().close();
    return { path, pictures };
  });
  for (const { path, pictures } of await Promise.all(measurements)) {
    expect(pictures.length, path).toBeGreaterThan(0);
    for (const { file, chosen, widths, shown } of pictures) {
      if (chosen <= 1.5 * shown) continue;
      expect(file, `${path}: photo ${Math.round(shown)} px wide`).not.toContain("/fotos/");
      // A larger image is fine if the next smaller width would be too small.
      const smaller = Math.max(0, ...widths.filter((width) => width < chosen));
      expect(smaller, `${path}: ${file} for ${Math.round(shown)} px`).toBeLessThan(shown);
    }
  }
});

test("an ad is fetched ahead when its link is hovered, and Back restores the page before it", async () => {
  const own = await launchCachingBrowser();
  try {
    const { page } = await openPage(own, { viewport: { width: 1440, height: 900 } });
    await visit(page, `${site.url}/alugar/capitolio`);
    await page.evaluate(() => {
      // A page left early fires the pageshow of its own load after the one of its return.
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) document.documentElement.dataset.persisted = "true";
      });
    });
    const link = page.locator("main a[href^='/posts/']").first();
    await link.hover();
    await link.click();
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
    const isAhead = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
        deliveryType: string;
        activationStart: number;
      })[];
      return entry && (entry.deliveryType === "navigational-prefetch" || entry.activationStart > 0);
    });
    expect(isAhead).toBe(true);
    // page.goBack() would wait for a load event, which a restored page doesn't fire; and going back at
    // once could end the page before it has answered.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect
      .poll(() => page.locator("html").getAttribute("data-persisted"), { timeout: 10_000 })
      .toBe("true");
  } finally {
    await own.close();
  }
});
