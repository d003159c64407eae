import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { addDays, today } from "../../app/domain/calendar/civil-date.ts";
import { openPage, unfoldFilters, visit } from "../browser.ts";
import { findSampleAd } from "../tables.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
let ad: string;

beforeAll(async () => {
  ad = await findSampleAd(site);
});

/** Relative luminance of an sRGB colour, by WCAG. */
function luminance([r = 0, g = 0, b = 0]: readonly number[]): number {
  const linear = [r, g, b].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Colours along a line to the left of an element's middle, from its edge outwards. */
async function coloursBeside(page: Page, element: Locator): Promise<number[][]> {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element has no box");
  const shot = await page.screenshot({
    clip: { x: box.x - 12, y: box.y + box.height / 2, width: 12, height: 1 },
  });
  const { data, info } = await sharp(shot).raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.width }, (_, x) => [
    ...data.subarray(x * info.channels, x * info.channels + 3),
  ]);
}

test.each(["light", "dark"] as const)(
  "in the %s scheme the focus is seen everywhere on the home page's picture",
  async (colorScheme) => {
    const { page } = await openPage(browser, { colorScheme });
    await visit(page, site.url);
    const fold = page.locator("[role=search] summary").first();
    await page
      .getByRole("link", { name: /Cadastrar|Menu/ })
      .or(page.getByText("Menu"))
      .first()
      .focus();
    await fold.focus();
    const shortcut = page.getByRole("link", { name: /^Natal/ });
    for (const element of [fold, shortcut]) {
      if (element === shortcut) await shortcut.focus();
      const colours = await coloursBeside(page, element);
      const adjacent = colours.slice(1).map((one, at) => contrast(one, colours[at] ?? one));
      expect(Math.max(...adjacent)).toBeGreaterThanOrEqual(3);
    }
  },
);

test("forced colours keep borders, choices, today and half days", async () => {
  const { page } = await openPage(browser, { forcedColors: "active" });
  await visit(page, `${site.url}/search`);
  await unfoldFilters(page);
  const edge = (element: Locator) =>
    element.evaluate((one) => {
      const { borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(one);
      return { border: borderTopWidth, outline: outlineStyle === "none" ? "0px" : outlineWidth };
    });
  const filling = (element: Locator) =>
    element.evaluate((one) => getComputedStyle(one).backgroundColor);
  const highlight = await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement("p"));
    sample.style.setProperty("forced-color-adjust", "none");
    sample.style.background = "Highlight";
    return getComputedStyle(sample).backgroundColor;
  });
  const pool = page.locator("label", { has: page.getByRole("checkbox", { name: "Piscina" }) });
  expect(await filling(pool)).not.toBe(highlight);
  await pool.click();
  await expect.poll(() => filling(pool)).toBe(highlight);
  expect(await edge(page.locator("[role=search] form > div").first())).toMatchObject({
    border: "1px",
  });

  await visit(page, site.url + ad);
  const now = page.locator("table [aria-current=date]");
  expect(await edge(now)).toMatchObject({ outline: "2px" });
  const half = page.locator("table [title^='livre a']").first();
  const borders = await half.evaluate((day) => {
    const { borderLeftStyle, borderRightStyle } = getComputedStyle(day);
    return [borderLeftStyle, borderRightStyle];
  });
  expect(borders).toContain("dotted");
  const free = page.getByRole("button", { name: /, livre$/ }).first();
  await free.click();
  const chosen = page.locator("table [aria-pressed=true]").first();
  await expect.poll(() => filling(chosen)).toBe(highlight);
  expect(await filling(page.getByRole("button", { name: /, livre$/ }).last())).not.toBe(highlight);
  // The outline is left to the focus.
  await page.getByRole("button", { name: "Limpar datas" }).focus();
  expect(await edge(chosen)).toMatchObject({ outline: "0px" });
});

test("the keyboard unfolds the search, which says that it does", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  const search = page.getByRole("search");
  const line = search.locator("summary").first();
  const isOpen = () =>
    search
      .locator("details")
      .first()
      .evaluate((fold) => fold.hasAttribute("open"));
  await line.focus();
  expect(await isOpen()).toBe(false);
  await page.keyboard.press("Enter");
  await expect.poll(isOpen).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(
    "localizacao",
  );
});

test("the keyboard goes through the search as it is read", async () => {
  for (const [path, width, height] of [
    ["/", 1366, 768],
    ["/search?pessoas=4", 1366, 768],
    ["/search?pessoas=4", 820, 1000],
  ] as const) {
    const { page } = await openPage(browser, { viewport: { width, height } });
    await visit(page, site.url + path);
    const backwards = await page.locator("[role=search] form").evaluate((form) => {
      const stops = [...form.querySelectorAll<HTMLElement>("input, select, summary, button")]
        .filter((stop) => stop.checkVisibility())
        .map((stop) => ({ name: stop.textContent || stop.id, box: stop.getBoundingClientRect() }));
      return stops.filter(({ box }, at) => {
        const before = stops[at - 1]?.box;
        if (!before) return false;
        const isAbove = box.bottom <= before.top;
        const isBeside = box.top < before.bottom && before.top < box.bottom;
        return isAbove || (isBeside && box.left < before.left);
      });
    });
    expect(
      backwards.map(({ name }) => name),
      `${path} at ${width} px`,
    ).toEqual([]);
    await page.context().close();
  }
});

const dated = () => {
  const from = addDays(today(), 100);
  return `${site.url}${ad}?entrada=${from}&saida=${addDays(from, 3)}&pessoas=2`;
};

test.each([
  [1366, 768],
  [683, 384],
  [390, 844],
])(
  "on an ad at %i × %i px the focus is never off the screen or below the bar",
  async (width, height) => {
    const { page } = await openPage(browser, {
      viewport: { width, height },
    });
    await visit(page, dated());
    const lost: string[] = [];
    await page.getByRole("link", { name: "Mar de Minas" }).first().focus();
    for (let stop = 0; stop < 200; stop++) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const { activeElement: focused } = document;
        const bar = document.querySelector("[data-bottom-bar]");
        if (!focused || focused === document.body || !bar) return { end: true, name: "" };
        const { top, bottom } = focused.getBoundingClientRect();
        const isBar = bar.contains(focused);
        const covers = !isBar && getComputedStyle(bar).display !== "none";
        const end = covers ? bar.getBoundingClientRect().top : innerHeight;
        const isHidden = bottom <= 0 || top >= innerHeight || (top < end && bottom > end + 1);
        return { end: false, name: isHidden ? focused.outerHTML.slice(0, 80) : "" };
      });
      if (seen.end) break;
      if (seen.name) lost.push(seen.name);
    }
    expect(lost).toEqual([]);
  },
);

test("at 400 % the bar with the price takes at most a fifth of the height", async () => {
  const { page } = await openPage(browser, { viewport: { width: 320, height: 256 } });
  await visit(page, site.url + ad);
  const bar = page.locator("[data-bottom-bar]");
  await page.getByText("Antes de pagar").scrollIntoViewIfNeeded();
  const box = await bar.boundingBox();
  const shown = Math.max(0, 256 - Math.max(0, box?.y ?? 0));
  expect(shown).toBeLessThanOrEqual(256 / 5);
});
