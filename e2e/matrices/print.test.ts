import jsQr from "jsqr";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { listingCards, openPage, visit } from "../browser.ts";
import { findSampleAd } from "../tables.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

/** CSS pixels. */
const a4 = { width: 794, height: 1123 } as const;

const site = await workerSite();
const browser = await workerBrowser();
const { checkIn, checkOut } = findOrdinaryStay(100, 3);
const query = `?entrada=${checkIn}&saida=${checkOut}&pessoas=2`;
const noProblems = { overlaps: [], split: [], lonely: [] };
/** Those of browsers, 1 cm, and none. */
const margins = [38, 0];
/** Path of a sample listing. */
let ad: string;

beforeAll(async () => {
  ad = await findSampleAd(site);
});

async function expectOnlyText(page: Page): Promise<void> {
  const controls = page.getByRole("button").or(page.getByRole("textbox"));
  expect(await controls.filter({ visible: true }).count()).toBe(0);
}

test("an ad prints on two pages, black on white, with all that one needs on the way", async () => {
  const { page } = await openPage(browser, { colorScheme: "dark" });
  const codes: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/codigo.svg")) codes.push(request.url());
  });
  await visit(page, site.url + ad + query);
  await page.getByText("Parecidos com este").scrollIntoViewIfNeeded();
  expect(codes).toEqual([]);
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.length).toBeLessThanOrEqual(2);

  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const box = await page.getByRole("complementary", { name: "Preços e contato" }).innerText();
  for (const part of [/R\$\s[\d.]+\s+Final de Semana/, /\(\d\d\) \d{4,5}-\d{4}/, /Anunciante/]) {
    expect(box).toMatch(part);
  }
  const text = await page.getByRole("main").innerText();
  for (const part of [
    /Endereço completo/,
    /\(3 noites\)/,
    /Estimativa/,
    /Antes de pagar/,
    /Cânions de Furnas/,
    new RegExp(`:\\d+${ad}`),
  ]) {
    expect(text).toMatch(part);
  }
  expect(text).not.toMatch(/Calcular estimativa|Parecidos com este|Destaque$/m);
  const screenOnly = page.locator("header, footer, [data-bottom-bar]").filter({ visible: true });
  expect(await screenOnly.count()).toBe(0);
  const colours = await page.evaluate(() => {
    const visible = [...document.querySelectorAll("main *:not([data-dia])")].filter(
      (one) => one.checkVisibility() && one.textContent?.trim() && !one.querySelector("*"),
    );
    const body = getComputedStyle(document.body);
    return {
      page: body.backgroundColor,
      text: [...new Set(visible.map((one) => getComputedStyle(one).color))],
    };
  });
  expect(colours).toEqual({ page: "rgb(255, 255, 255)", text: ["rgb(0, 0, 0)"] });
  for (const day of [checkIn, checkOut]) {
    const cell = page.locator(`[data-stay-calendar] [data-dia="${day}"]`);
    const looks = await cell.evaluate((one) => {
      const { backgroundColor, color } = getComputedStyle(one);
      return [backgroundColor, color];
    });
    expect(looks, day).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  }
  const [photo, title] = await Promise.all([
    page.getByRole("region", { name: "Fotos do imóvel" }).locator("img").first().boundingBox(),
    page.getByRole("heading", { level: 1 }).boundingBox(),
  ]);
  expect(photo?.x).toBeCloseTo(title?.x ?? 0, 0);
  const names = page.locator("[data-stay-calendar] caption");
  const heights = await names.evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(heights).toHaveLength(2);
  expect(Math.max(...heights)).toBeLessThan(40);

  const code = page.locator("img[src$='/codigo.svg']");
  await expect.poll(() => code.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0);
  const { data, info } = await sharp(await (await page.request.get(codes[0] ?? "")).body())
    .resize(400)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(site.url + ad);
});

test("results and a shared list print several to a sheet, without what only screens can do", async () => {
  const { page } = await openPage(browser, { viewport: { width: 794, height: 1123 } });
  await visit(page, `${site.url}/search${query}`);
  await page.emulateMedia({ media: "print" });
  const boxes = await Promise.all(
    (await listingCards(page).all()).slice(0, 6).map((card) => card.boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(2);
  expect(Math.max(...boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0)))).toBeLessThan(1123);
  const first = await listingCards(page).first().innerText();
  expect(first).toMatch(/· 3 noites, estimativa/);
  expect(first).toMatch(/\(\d\d\) \d{4,5}-\d{4}/);
  expect(await page.getByRole("search").isVisible()).toBe(false);

  const links = listingCards(page).getByRole("heading").getByRole("link");
  const ids = await links.evaluateAll((all) =>
    all.slice(0, 5).map((a) => /[0-9a-f-]{36}/.exec(a.getAttribute("href") ?? "")?.[0]),
  );
  const created = await page.request.post(`${site.url}/lista/nova`, {
    headers: { Origin: site.url },
    form: { nome: "Férias", entrada: checkIn, saida: checkOut, anuncio: ids.join() },
  });
  for (const margin of margins) {
    await visit(page, created.url());
    expect(await findSheetProblems(page, margin), `with ${margin} px`).toEqual(noProblems);
  }
  const cards = await Promise.all(
    (await listingCards(page).all()).map((card) => card.boundingBox()),
  );
  expect(cards).toHaveLength(ids.length);
  expect(new Set(cards.map((box) => box?.x)).size).toBe(1);
  await expectOnlyText(page);
  const screenOnly = page.getByText(/Entrar e votar|Mandar no grupo/).filter({ visible: true });
  expect(await screenOnly.count()).toBe(0);
});

test("no sheet of an ad with dates has parts on each other, and none ends within its calendar", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/search${query}`);
  const links = listingCards(page).getByRole("heading").getByRole("link");
  const ads = await links.evaluateAll((all) => all.slice(0, 5).map((a) => a.getAttribute("href")));
  expect(ads).toHaveLength(5);
  for (const [nth, path] of ads.entries()) {
    const margin = margins[nth % 2] ?? 0;
    await visit(page, site.url + path);
    expect(await findSheetProblems(page, margin), `${path} with ${margin} px`).toEqual(noProblems);
  }
});

test("places, terms and help print without overlaps", async () => {
  const { page } = await openPage(browser);
  for (const path of ["/termos-e-condicoes", "/ajuda/calendario", "/detalhes/1"]) {
    for (const margin of margins) {
      await visit(page, site.url + path);
      const problems = await findSheetProblems(page, margin);
      expect(problems, `${path} with ${margin} px`).toEqual(noProblems);
    }
    await expectOnlyText(page);
  }
  // The drawing names the lake in white, on its dark water.
  const lake = page.getByText("Lago de Furnas", { exact: true }).first();
  expect(await lake.evaluate((one) => getComputedStyle(one).fill)).toBe("rgb(255, 255, 255)");
});

interface SheetProblems {
  /** Pairs of texts, or of a text and a photo, that cover each other. */
  overlaps: string[];
  /** Parts that a sheet's end cuts, though they should stay whole. */
  split: string[];
  /** Headings at the foot of a sheet, away from what they head. */
  lonely: string[];
}

/**
 * Lays the page out as it prints on A4, with margins in CSS pixels, and returns what went wrong. The sheets are
 * columns beside each other: browsers break both alike, and columns can be measured.
 */
async function findSheetProblems(page: Page, margin: number): Promise<SheetProblems> {
  await page.setViewportSize({ width: a4.width - 2 * margin, height: a4.height - 2 * margin });
  await page.emulateMedia({ media: "print" });
  return page.evaluate(() => {
    const sheets = new CSSStyleSheet();
    sheets.replaceSync(
      "body { height: 100vh; min-height: 0; columns: 100vw; column-gap: 0; column-fill: auto }",
    );
    document.adoptedStyleSheets.push(sheets);
    const boxes: { name: string; node: Node; box: DOMRect }[] = [];
    const sheetOf = ({ x }: DOMRect) => Math.floor((x + 1) / innerWidth);
    const isShown = (element: Element | null): element is Element =>
      element?.checkVisibility() === true && !element.closest("svg, .visually-hidden");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const name = node.textContent?.trim().slice(0, 30);
      if (!name || !isShown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) boxes.push({ name, node, box });
    }
    for (const img of document.images) {
      // A label lies on its own photo, and a drawing is clipped by its frame.
      if (!isShown(img) || img.closest("[data-view], [data-photos]")) continue;
      for (const box of img.getClientRects()) boxes.push({ name: "photo", node: img, box });
    }
    const overlaps = boxes.flatMap((one, nth) =>
      boxes
        .slice(nth + 1)
        .filter(({ node, box }) => {
          if (node === one.node) return false;
          const across = Math.min(one.box.right, box.right) - Math.max(one.box.x, box.x);
          const down = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.y, box.y);
          // Lines of text are set closer than their boxes are high.
          return across > 2 && down > 5;
        })
        .map(({ name }) => `${one.name} | ${name}`),
    );
    const whole =
      "main article:not(:has(h1)), aside, table, tr, img, [data-view], [data-stay-calendar]";
    const split = [...document.querySelectorAll(whole)].filter((element) => {
      const parts = [...element.getClientRects()].filter(({ height }) => height > 2);
      return isShown(element) && new Set(parts.map(sheetOf)).size > 1;
    });
    const lonely = [...document.querySelectorAll("main :is(h1, h2, h3)")].filter((heading) => {
      const last = [...heading.getClientRects()].at(-1);
      if (!last || !isShown(heading)) return false;
      return !boxes.some(
        ({ node, box }) =>
          !heading.contains(node) && sheetOf(box) === sheetOf(last) && box.y >= last.bottom - 5,
      );
    });
    return {
      overlaps,
      split: split.map(({ tagName, textContent }) => `${tagName}: ${textContent?.slice(0, 30)}`),
      lonely: lonely.map(({ textContent }) => textContent ?? ""),
    };
  });
}
