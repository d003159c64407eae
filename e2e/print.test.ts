import jsQr from "jsqr";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { askAt, findAd } from "../testing/advertiser.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { listingCards, openPage, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** Path of a sample listing. */
let ad: string;

beforeAll(async () => {
  ad = await findAd(askAt(site.url));
});

test("an ad prints on two pages, black on white, with prices, phone and address", async () => {
  const { page } = await openPage(browser, { colorScheme: "dark" });
  await visit(page, site.url + ad);
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.length).toBeLessThanOrEqual(2);

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  for (const text of [/R\$\s[\d.]+\s+Final de Semana/, /\(\d\d\) \d{4,5}-\d{4}/, /Anunciante/]) {
    expect(await box.innerText()).toMatch(text);
  }
  expect(await page.getByRole("main").innerText()).toContain("Endereço completo");
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByRole("contentinfo").isVisible()).toBe(false);
  expect(await page.locator("[data-bottom-bar]").isVisible()).toBe(false);
  const colours = await page.evaluate(() => {
    const visible = [...document.querySelectorAll("main *")].filter(
      (one) => one.checkVisibility() && one.textContent?.trim() && !one.querySelector("*"),
    );
    const body = getComputedStyle(document.body);
    return {
      page: body.backgroundColor,
      text: [...new Set(visible.map((one) => getComputedStyle(one).color))],
    };
  });
  expect(colours).toEqual({ page: "rgb(255, 255, 255)", text: ["rgb(0, 0, 0)"] });
});

const { checkIn, checkOut } = findOrdinaryStay(100, 3);
const query = `?entrada=${checkIn}&saida=${checkOut}&pessoas=2`;

test("a printed ad has dates, estimate, distances, advice, and the way back to the page", async () => {
  const { page } = await openPage(browser, { viewport: { width: 794, height: 1123 } });
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/codigo.svg")) pictures.push(request.url());
  });
  await visit(page, site.url + ad + query);
  await page.getByText("Parecidos com este").scrollIntoViewIfNeeded();
  expect(pictures).toEqual([]);
  await page.emulateMedia({ media: "print" });
  const text = await page.getByRole("main").innerText();
  for (const part of [/\(3 noites\)/, /Estimativa/, /Antes de pagar/, /Cânions de Furnas/]) {
    expect(text).toMatch(part);
  }
  expect(text).toMatch(new RegExp(`:\\d+${ad}`));
  expect(text).not.toContain("Calcular estimativa");
  expect(text).not.toContain("Parecidos com este");
  const code = page.locator("img[src$='/codigo.svg']");
  await expect.poll(() => code.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0);
  const { data, info } = await sharp(await (await page.request.get(pictures[0] ?? "")).body())
    .resize(400)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(site.url + ad);
});

test("results print several to a page, without what only screens can do", async () => {
  const { page } = await openPage(browser, { viewport: { width: 794, height: 1123 } });
  await visit(page, `${site.url}/search${query}`);
  await page.emulateMedia({ media: "print" });
  const boxes = await Promise.all(
    (await listingCards(page).all()).slice(0, 6).map((card) => card.boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(2);
  expect(Math.max(...boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0)))).toBeLessThan(1123);
  const first = listingCards(page).first();
  expect(await first.innerText()).toMatch(/por 3 noites, estimativa/);
  expect(await first.innerText()).toMatch(/\(\d\d\) \d{4,5}-\d{4}/);
  expect(await page.getByRole("search").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Guardar" }).first().isVisible()).toBe(false);
});
