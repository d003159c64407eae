import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import pg from "pg";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { connectionUrl } from "../app/db/embedded/postmaster.server.ts";
import { expectNoViolations } from "./accessibility.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

// Its ES module default is the whole CommonJS module, which its types don't say.
const { default: jsQr }: typeof import("jsqr") = createRequire(import.meta.url)("jsqr");

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const longTitle =
  "Rancho da Família Tavares, com píer, lancha, fogão a lenha, mirante e vista para os cânions de Furnas, perto de tudo";
let owner: Page;
/** Path of the owner's ad. */
let ad: string;

beforeAll(async () => {
  ({ page: owner } = await openPage(browser, phone));
  await signUp(owner, site.url);
  await publishAd(owner, site.url, {
    title: longTitle,
    localizacao: "Guapé",
    quantidadeMaximaPessoas: "8",
    valorDiaria: "500",
  });
  const dashboard = await (await owner.request.get(`${site.url}/dashboard`)).text();
  ad = /\/posts\/[0-9a-f-]{36}/.exec(dashboard)?.[0] ?? "";
});

/** The number of A4 sheets that a page prints on, with a browser's margins or none. */
async function countSheets(page: Page, margin: string): Promise<number> {
  const sides = { top: margin, bottom: margin, left: margin, right: margin };
  const pdf = await page.pdf({ format: "A4", printBackground: true, margin: sides });
  return (pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
}

async function expectOneSheet(page: Page): Promise<void> {
  for (const margin of ["0", "1cm", "1.27cm"]) {
    expect(await countSheets(page, margin), `with ${margin}`).toBe(1);
  }
}

async function query(text: string): Promise<{ n: number }[]> {
  const password = readFileSync(join(site.dataDir, "banco.senha"), "utf8").trim();
  const lock = readFileSync(join(site.dataDir, "banco/postmaster.pid"), "utf8");
  const port = Number(lock.split("\n")[3]);
  const admin = new pg.Client(connectionUrl(port, password, "postgres"));
  await admin.connect();
  const { rows } = await admin.query(
    "select datname from pg_database where not datistemplate order by datname = 'postgres'",
  );
  await admin.end();
  const client = new pg.Client(connectionUrl(port, password, rows[0].datname));
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("what visitors search for without finding the house, its owner reads on the dashboard", async () => {
  const path = `${site.url}/search?localizacao=Guap%C3%A9&pets=1`;
  for (let visitor = 0; visitor < 5; visitor++) {
    const { page } = await openPage(browser, phone);
    const isCounted = page.waitForResponse(`${site.url}/visitas`);
    await visit(page, path);
    await isCounted;
    await page.context().close();
  }
  const stored = async () =>
    (await query("select sum(n)::int as n from searches where asked = 'pets=1'"))[0]?.n;
  await expect.poll(stored, { timeout: 40_000 }).toBe(5);
  // An ad of today has missed none of them.
  await query(`update posts set "createdAt" = "createdAt" - interval '40 days'`);
  await visit(owner, `${site.url}/dashboard`);
  await owner.getByText("Comparação e buscas").click();
  await owner.getByText("5 buscas pediam pets e a sua casa não apareceu.").waitFor();
  await owner.getByText("Ainda há poucas casas deste tamanho em Guapé").waitFor();
  await expectNoViolations(owner);
  await owner.getByRole("link", { name: "Se a casa aceita pets, marque no anúncio." }).click();
  await owner.waitForURL(/\/posts\/edit\//);
});

test("from the dashboard, the year prints on one sheet", async () => {
  await visit(owner, `${site.url}/dashboard`);
  await owner.getByRole("link", { name: "O ano em uma folha" }).click();
  await owner.getByRole("heading", { level: 1, name: "O ano em uma folha" }).waitFor();
  await owner.getByRole("button", { name: "Imprimir" }).waitFor();
  await expectNoViolations(owner);
  await expectOneSheet(owner);
});

test("from the dashboard, the poster prints on one sheet, and its code opens the ad in black and white", async () => {
  await visit(owner, `${site.url}/dashboard`);
  await owner.getByRole("link", { name: "Cartaz" }).click();
  await owner.getByRole("heading", { level: 1, name: "Cartaz" }).waitFor();
  await owner.getByRole("article").locator("img").waitFor();
  await expectNoViolations(owner);
  await expectOneSheet(owner);

  const { page: paper } = await openPage(browser, {
    viewport: { width: 718, height: 1047 },
    colorScheme: "dark",
    storageState: await owner.context().storageState(),
  });
  await visit(paper, `${site.url}${ad}/cartaz`);
  await paper.emulateMedia({ media: "print", colorScheme: "dark" });
  const sheet = paper.getByRole("article");
  for (const text of [longTitle, "Para alugar em Guapé", /\(\d\d\) \d{4,5}-\d{4}/]) {
    expect(await sheet.getByText(text).first().isVisible()).toBe(true);
  }
  expect(await paper.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
  const picture = await paper.screenshot({ fullPage: true });
  const { data, info } = await sharp(picture)
    .greyscale()
    .threshold(128)
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The decoder takes pixels of four channels.
  const pixels = Uint8ClampedArray.from({ length: info.width * info.height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (data[(at >> 2) * info.channels] ?? 0),
  );
  expect(jsQr(pixels, info.width, info.height)?.data).toBe(site.url + ad);
  await paper.context().close();
});

test("without a photo, the poster still fills one sheet", async () => {
  await query(`update photos set "postId" = null, position = null`);
  await visit(owner, `${site.url}${ad}/cartaz`);
  expect(await owner.getByRole("article").locator("img").count()).toBe(0);
  await expectOneSheet(owner);
});

test("the story is shared as a file where the phone can, and saved elsewhere", async () => {
  const { page } = await openPage(browser, {
    ...phone,
    storageState: await owner.context().storageState(),
  });
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: ShareData) => {
        for (const { name, type, size } of files ?? []) {
          shared.push(`${name} ${type} ${size > 10_000}`);
        }
      },
    });
  });
  await visit(page, `${site.url}${ad}/cartaz`);
  await page.getByRole("link", { name: "Compartilhar" }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual(["mar-de-minas.jpg image/jpeg true"]);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Baixar" }).click();
  expect((await saved).suggestedFilename()).toBe("mar-de-minas.jpg");
  await page.context().close();
});
