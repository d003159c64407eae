import jsQr from "jsqr";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { askAt, findAd } from "../testing/advertiser.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { listingCards, openPage, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { findSheetProblems } from "./sheets.ts";
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

const noProblems = { overlaps: [], split: [], lonely: [] };
/** Those of browsers, 1 cm, and none. */
const margins = [38, 0];

test("no sheet of an ad with dates has parts on each other, and none ends within its calendar", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/search${query}`);
  const links = listingCards(page).getByRole("heading").getByRole("link");
  const ads = await links.evaluateAll((all) => all.slice(0, 6).map((a) => a.getAttribute("href")));
  expect(ads.length).toBeGreaterThan(3);
  for (const path of ads) {
    for (const margin of margins) {
      await visit(page, site.url + path);
      expect(await findSheetProblems(page, margin), `${path} with ${margin} px`).toEqual(
        noProblems,
      );
    }
  }
});

test("a printed ad shows the arrival and the departure, and its photos and months in line", async () => {
  const { page } = await openPage(browser, { viewport: { width: 718, height: 1047 } });
  await visit(page, site.url + ad + query);
  await page.emulateMedia({ media: "print" });
  for (const day of [checkIn, checkOut]) {
    const cell = page.locator(`[data-stay-calendar] [data-dia="${day}"]`);
    const { background, text } = await cell.evaluate((one) => {
      const style = getComputedStyle(one);
      return { background: style.backgroundColor, text: style.color };
    });
    expect({ day, background, text }).toEqual({
      day,
      background: "rgb(0, 0, 0)",
      text: "rgb(255, 255, 255)",
    });
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
  expect(await page.getByText("Destaque", { exact: true }).isVisible()).toBe(false);
});

test.each(["/detalhes/1", "/termos-e-condicoes", "/ajuda/calendario"])(
  "%s prints without overlaps",
  async (path) => {
    const { page } = await openPage(browser);
    for (const margin of margins) {
      await visit(page, site.url + path);
      expect(await findSheetProblems(page, margin), `with ${margin} px`).toEqual(noProblems);
    }
    const controls = page.getByRole("button").or(page.getByRole("textbox"));
    expect(await controls.filter({ visible: true }).count()).toBe(0);
  },
);

test("the printed drawing names the lake in white, on its dark water", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/detalhes/1`);
  await page.emulateMedia({ media: "print" });
  const lake = page.getByText("Lago de Furnas", { exact: true }).first();
  expect(await lake.evaluate((one) => getComputedStyle(one).fill)).toBe("rgb(255, 255, 255)");
});

test("a shared list prints its houses, several to a sheet, without forms and buttons", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/search${query}`);
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
  expect(new Set(cards.map((box) => box?.x)).size).toBe(3);
  const controls = page.getByRole("button").or(page.getByRole("textbox"));
  expect(await controls.filter({ visible: true }).count()).toBe(0);
  expect(await page.getByText("Entre e vote").isVisible()).toBe(false);
  expect(await page.getByText("Mandar no grupo").isVisible()).toBe(false);
});
