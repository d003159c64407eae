import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { askAt, findAd } from "../testing/advertiser.ts";
import { openPage, violations, visit, waitForHydration } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** URL of a sample ad. */
let ad: string;

beforeAll(async () => {
  ad = site.url + (await findAd(askAt(site.url)));
});

const send = (page: Page) => page.getByRole("button", { name: "Enviar denúncia" }).click();
const sentence = (page: Page) => page.getByLabel("Conte o que aconteceu");

async function isInView(element: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await element.boundingBox()) ?? {};
  return y >= 0 && y + height <= (element.page().viewportSize()?.height ?? 0);
}

/** Reads the letters about reports, with quoted-printable lines joined. */
async function letters(): Promise<string[]> {
  const folder = join(site.dataDir, "outbox");
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return texts
    .map((text) => text.replace(/=\r?\n/g, ""))
    .filter((text) => text.includes("/operador/denuncias"));
}

test("without script a visitor corrects a report and is thanked for it", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(ad);
  await page.getByRole("link", { name: "Denunciar anúncio" }).click();
  await sentence(page).fill("Pediram Pix antes de mostrar a casa.");
  await send(page);
  await page.getByText("Escolha o que houve.").waitFor();
  expect(await sentence(page).inputValue()).toBe("Pediram Pix antes de mostrar a casa.");
  await page.getByText("Parece golpe").click();
  await send(page);
  await page.getByRole("heading", { name: "Denúncia recebida. Obrigado!" }).waitFor();
  await page.context().close();
});

test("the reasons of a report look like choices: each has a ring", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${ad}/denunciar`);
  const rings = page.locator("label [type=radio] + span");
  expect(await rings.count()).toBe(await page.getByRole("radio").count());
  expect((await rings.first().boundingBox())?.width).toBeGreaterThanOrEqual(18);
  const line = () => rings.first().evaluate((ring) => getComputedStyle(ring).borderTopWidth);
  const free = Number.parseFloat(await line());
  await page.getByRole("radio").first().check();
  expect(Number.parseFloat(await line())).toBeGreaterThan(2 * free);
});

test("with script a report that fails on the network keeps its text and shows why, and a second try sends it", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  await page.goto(ad);
  await page.getByRole("link", { name: "Denunciar anúncio" }).click();
  await page.waitForURL(`${ad}/denunciar`);
  await waitForHydration(page);
  await send(page);
  await page.getByText("Escolha o que houve.").waitFor();
  await page.getByRole("radio", { name: "Outra coisa" }).check({ force: true });
  await send(page);
  await page.getByText("Conte o que houve, em poucas palavras.").waitFor();
  await sentence(page).fill("O telefone não atende.");
  await page.getByLabel("Seu telefone ou e-mail").fill("ana@example.com");
  await page.context().setOffline(true);
  await send(page);
  const message = page.getByRole("alert");
  await message.getByText(/^Parece que você está sem internet\. Não conseguimos guardar/).waitFor();
  // It stands above the form, whose button is far below.
  await expect.poll(() => message.evaluate((it) => it === document.activeElement)).toBe(true);
  await expect.poll(() => isInView(message)).toBe(true);
  expect(await sentence(page).inputValue()).toBe("O telefone não atende.");
  await page.context().setOffline(false);
  await send(page);
  const thanks = page.getByRole("heading", { level: 1, name: "Denúncia recebida. Obrigado!" });
  await expect.poll(() => thanks.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await page.title()).toContain("Denúncia recebida");
  await page.context().close();
});

test("the operator gets one e-mail within the hour, without the visitors' words", async () => {
  await expect.poll(async () => (await letters()).length, { timeout: 30_000 }).toBe(1);
  const [letter = ""] = await letters();
  expect(letter).not.toContain("Pediram Pix");
});

test.each([390, 1440])(
  "a refused report at %i px has no axe violations, light or dark",
  async (width) => {
    const viewport = { width, height: 844 };
    const { page } = await openPage(browser, { viewport, reducedMotion: "reduce" });
    await visit(page, `${ad}/denunciar`);
    await send(page);
    await page.getByText("Escolha o que houve.").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, ["color-contrast"])).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await page.context().close();
  },
);
