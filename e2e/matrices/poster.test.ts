import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { findOwnAd, publishAd, signUp } from "../advertiser.ts";
import { openPage, visit } from "../browser.ts";
import { queryTables } from "../tables.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

// Its ES module default is the whole CommonJS module, which its types don't say.
const { default: jsQr }: typeof import("jsqr") = createRequire(import.meta.url)("jsqr");

const site = await workerSite();
const browser = await workerBrowser();
const longTitle =
  "Rancho da Família Tavares, com píer, lancha, fogão a lenha, mirante e vista para os cânions de Furnas, perto de tudo";

/** Expects an A4 sheet with a browser's margins, and with none. */
async function expectOneSheet(page: Page): Promise<void> {
  for (const margin of ["0", "1cm", "1.27cm"]) {
    const sides = { top: margin, bottom: margin, left: margin, right: margin };
    const pdf = await page.pdf({ format: "A4", printBackground: true, margin: sides });
    const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g);
    expect(sheets, `with ${margin}`).toHaveLength(1);
  }
}

/** Decodes a QR code as a camera would from a black-and-white print. */
async function readCode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .threshold(128)
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The decoder takes pixels of four channels.
  const pixels = Uint8ClampedArray.from({ length: info.width * info.height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (data[(at >> 2) * info.channels] ?? 0),
  );
  return jsQr(pixels, info.width, info.height)?.data;
}

test("a poster fills one sheet, with a photo or without, and its code opens the ad", async () => {
  const { page } = await openPage(browser, { colorScheme: "dark" });
  await signUp(page, site.url);
  await publishAd(page, site.url, { title: longTitle, localizacao: "Guapé" });
  const ad = await findOwnAd(page, site.url);
  await visit(page, `${site.url}/dashboard`);
  await page.getByText("Mais", { exact: true }).click();
  await page.getByRole("link", { name: "Cartaz" }).click();
  await page.getByRole("heading", { level: 1, name: "Cartaz" }).waitFor();
  const sheet = page.getByRole("article");
  await sheet.locator("img").waitFor();
  await page.evaluate(() => {
    window.print = () => {
      document.title = "Na impressora";
    };
  });
  await page.getByRole("button", { name: "Imprimir" }).click();
  await expect.poll(() => page.title()).toBe("Na impressora");
  await expectOneSheet(page);

  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const text of [longTitle, "Para alugar em Guapé", /\(\d\d\) \d{4,5}-\d{4}/]) {
    expect(await sheet.getByText(text).first().isVisible()).toBe(true);
  }
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
  expect(await readCode(await page.screenshot({ fullPage: true }))).toBe(site.url + ad);

  await queryTables(
    site,
    `update photos set "postId" = null, position = null where "postId" = $1`,
    [ad.split("/").at(-1)],
  );
  await page.emulateMedia({ media: null });
  await visit(page, `${site.url}${ad}/cartaz`);
  expect(await sheet.locator("img").count()).toBe(0);
  await expectOneSheet(page);
});
