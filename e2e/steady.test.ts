import { expect, test } from "vitest";
import { openPage } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();

interface Shifting {
  shift: number;
}

test.each([
  ["/", 820],
  ["/guardados", 820],
  ["/guardados", 1440],
])("%s at %i px keeps its place while fonts and saved ads arrive", async (path, width) => {
  const { page } = await openPage(browser, { viewport: { width, height: 900 } });
  await page.addInitScript(() => {
    const shifting = window as unknown as Shifting;
    shifting.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifting.shift += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const painted = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
  const paint = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  await paint();
  painted.resolve();
  await page.waitForFunction(() => document.fonts.check("400 1em 'Atkinson Hyperlegible Next'"));
  await page.getByText("Carregando...").waitFor({ state: "hidden" });
  await page.evaluate(() => document.fonts.ready.then(() => true));
  await paint();
  expect(await page.evaluate(() => (window as unknown as Shifting).shift)).toBeLessThan(0.02);
});
