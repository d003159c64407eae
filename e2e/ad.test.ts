import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { readCardFonts } from "../app/share-cards/draw-card.server.ts";
import type { Typeface } from "../app/share-cards/typeface.server.ts";
import { drawQrCode } from "../app/ui/pictures/draw-qr-code.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import { gallery, openPage, photoCounter } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** URL of a sample listing with several photos. */
let listing: string;

beforeAll(async () => {
  listing = site.url + (await findAd(askAt(site.url)));
});

async function openAd(options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, options);
  const { page } = opened;
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(listing);
  if (options.javaScriptEnabled !== false) {
    await gallery(page).locator("ol[data-ready=true]").waitFor();
  }
  return { ...opened, scripts };
}

const photos = (page: Page) => gallery(page).getByRole("link", { name: /: ver em tela cheia$/ });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Fotos do imóvel em tela cheia" });
const counter = (page: Page) => photoCounter(dialog(page)).innerText();

test("opening a photo full screen loads the code on demand, and only the adjacent photos", async () => {
  const { page, consoleErrors, scripts } = await openAd();
  const total = await photos(page).count();
  expect(total).toBeGreaterThan(3);
  expect(scripts.filter((url) => url.includes("full-screen"))).toEqual([]);

  await photos(page).first().click();
  await dialog(page).waitFor();
  expect(scripts.filter((url) => url.includes("full-screen"))).toHaveLength(1);
  await expect.poll(() => counter(page)).toBe(`1 / ${total}`);
  await page.getByRole("button", { name: "Passar as fotos", includeHidden: true }).waitFor({
    state: "attached",
  });
  await expect.poll(() => dialog(page).locator("img").count()).toBe(2);
  const shown = await dialog(page).locator("img").first().boundingBox();
  expect(shown).toMatchObject({ x: 0, width: 390 });
  expect((shown?.height ?? 0) <= 844).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
    "hidden",
  );

  await dialog(page).getByRole("button", { name: "Próxima foto" }).click();
  await expect.poll(() => counter(page)).toBe(`2 / ${total}`);
  await expect.poll(() => dialog(page).locator("img").count()).toBe(3);
  await dialog(page).getByRole("button", { name: "Foto anterior" }).click();
  await dialog(page).getByRole("button", { name: "Foto anterior" }).click();
  await expect.poll(() => counter(page)).toBe(`${total} / ${total}`);
  await dialog(page).getByRole("button", { name: "Fechar" }).click();
  await dialog(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe(
    "hidden",
  );
  expect(consoleErrors).toEqual([]);
});

test("the full-screen view works by keyboard, traps focus and returns it on Escape", async () => {
  const { page } = await openAd({ viewport: { width: 1440, height: 900 } });
  await photos(page).first().focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  const isWithin = () =>
    page.evaluate(() => document.querySelector("dialog")?.contains(document.activeElement));
  for (let presses = 0; presses < 6; presses += 1) {
    expect(await isWithin()).toBe(true);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => counter(page)).toMatch(/^3 \//);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => counter(page)).toMatch(/^2 \//);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  // The page hears of the closed dialog in a later task.
  await expect.poll(() => photoCounter(gallery(page)).innerText()).toMatch(/^2 \//);
  const focused = () =>
    photos(page).evaluateAll((links) => links.findIndex((link) => link.matches(":focus")));
  await expect.poll(focused).toBe(1);
});

test("a 40 px swipe turns the full-screen photo, and dragging the carousel opens none", async () => {
  const { page } = await openAd();
  async function drag(dx: number) {
    const [x, y] = [200, 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y);
    await page.mouse.move(x + dx, y);
    await page.mouse.up();
  }
  await drag(-60);
  await expect.poll(() => photoCounter(gallery(page)).innerText()).toMatch(/^2 \//);
  expect(await dialog(page).count()).toBe(0);

  await photos(page).nth(1).click();
  await dialog(page).waitFor();
  await page.mouse.move(200, 400);
  await drag(-39);
  expect(await counter(page)).toMatch(/^2 \//);
  await drag(-40);
  await expect.poll(() => counter(page)).toMatch(/^3 \//);
  await drag(40);
  await expect.poll(() => counter(page)).toMatch(/^2 \//);
});

test("without JavaScript a photo links to its largest JPEG", async () => {
  const { page } = await openAd({ javaScriptEnabled: false });
  const href = await photos(page).first().getAttribute("href");
  const answer = await fetch(site.url + href);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
  const widths = [...(await page.content()).matchAll(/\/(\d+) (\d+)w/g)].map(([, w]) => Number(w));
  expect(href).toMatch(new RegExp(`/${Math.max(...widths)}\\.jpg$`));
});

test("'Compartilhar' opens the device's share sheet", async () => {
  const { page } = await openAd();
  await page.evaluate(() => {
    const recorder = window as unknown as { shared: ShareData[] };
    recorder.shared = [];
    navigator.share = async (data) => {
      recorder.shared.push(data ?? {});
    };
  });
  await page.getByRole("link", { name: "Compartilhar" }).click();
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  await expect
    .poll(shared)
    .toMatchObject([{ url: listing, title: expect.stringContaining(title) }]);
});

test("'Compartilhar' copies the link if the device has no share sheet", async () => {
  const { page } = await openAd({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => {
    Object.defineProperty(navigator, "share", { value: undefined });
  });
  await page.getByRole("link", { name: "Compartilhar" }).click();
  await page.getByText("Link copiado").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(listing);
});

test("without JavaScript 'Compartilhar' links to WhatsApp with the ad's URL", async () => {
  const { page } = await openAd({ javaScriptEnabled: false });
  const href = await page.getByRole("link", { name: "Compartilhar" }).getAttribute("href");
  expect(href).toMatch(/^https:\/\/wa\.me\/\?text=/);
  expect(decodeURIComponent(href ?? "")).toContain(listing);
});

test("'Copiar mensagem' copies what WhatsApp would say, with dates, people and estimate", async () => {
  const { page } = await openAd({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByLabel("Pessoas", { exact: true }).fill("4");
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  const link = box.getByRole("link", { name: "Chamar no WhatsApp" });
  const message = async () =>
    new URL((await link.getAttribute("href")) ?? "").searchParams.get("text") ?? "";
  await expect.poll(message).toContain("para 4 pessoas");
  await box.getByRole("button", { name: "Copiar mensagem" }).click();
  await page.getByText("Mensagem copiada").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await message());
});

test("on a desktop a code opens the conversation on the phone, and its encoder loads only then", async () => {
  const { page, scripts } = await openAd({ viewport: { width: 1440, height: 900 } });
  const encoder = () => scripts.filter((url) => url.includes("draw-qr-code"));
  expect(encoder()).toEqual([]);
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  await box.getByText("Abrir a conversa no celular").click();
  const code = box.getByRole("img", { name: "Código QR que abre a conversa no WhatsApp" });
  await code.waitFor();
  expect(encoder()).toHaveLength(1);
  const link = await box.getByRole("link", { name: "Chamar no WhatsApp" }).getAttribute("href");
  const drawn = await code.locator("path").last().getAttribute("d");
  expect(drawn).toBe(drawQrCode(link ?? "").path);

  await page.getByLabel("Pessoas", { exact: true }).fill("4");
  await expect.poll(() => code.locator("path").last().getAttribute("d")).not.toBe(drawn);
});

test("a phone, where the conversation opens by itself, shows no code", async () => {
  const { page } = await openAd({ hasTouch: true, isMobile: true });
  await page.getByRole("button", { name: "Copiar mensagem" }).waitFor();
  expect(await page.getByText("Abrir a conversa no celular").isVisible()).toBe(false);
});

test("on a desktop the contact box stays above what follows at full width", async () => {
  const { page } = await openAd({ viewport: { width: 1440, height: 900 } });
  const advice = page.getByRole("region", { name: "Antes de pagar" });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [above, below] = await Promise.all([
    page.getByRole("complementary", { name: "Preços e contato" }).boundingBox(),
    advice.boundingBox(),
  ]);
  if (!above || !below) throw new Error("the box or the advice is missing");
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
});

test.each([360, 700, 820, 1440])("at %i px each price stays in its column", async (width) => {
  const { page } = await openPage(browser, { viewport: { width, height: 900 } });
  await page.goto(site.url + (await findAd(askAt(site.url))));
  const boxes = await page
    .locator("#contato b")
    .filter({ hasText: "R$" })
    .evaluateAll((prices) =>
      prices.slice(0, 2).map((price) => {
        const range = document.createRange();
        range.selectNodeContents(price);
        const column = price.parentElement?.getBoundingClientRect();
        return { text: range.getBoundingClientRect().right, column: column?.right ?? 0 };
      }),
    );
  expect(boxes).toHaveLength(2);
  for (const { text, column } of boxes) expect(text).toBeLessThanOrEqual(column);
});

test("share cards are set in the fonts of the pages", async () => {
  const words = ["Rancho", "d’Água", "pessoas", "2.400"];
  const { page } = await openAd();
  const shown = await page.evaluate(async (measured) => {
    const canvas = document.createElement("canvas").getContext("2d");
    const measure = async (font: string) => {
      await document.fonts.load(font, measured.join(""));
      if (!canvas || !document.fonts.check(font)) throw new Error(`no ${font}`);
      canvas.font = font;
      return measured.map((word) => canvas.measureText(word).width);
    };
    return {
      display: await measure("800 1000px Piazzolla"),
      text: await measure('400 1000px "Atkinson Hyperlegible Next"'),
    };
  }, words);
  const fonts = await readCardFonts(process.cwd());
  const measure = (face: Typeface) =>
    words.map((word) => face.measure(word, { face, size: 1000, color: "#000000" }));
  // Words in other fonts differ by hundreds.
  for (const [n] of words.entries()) {
    expect(measure(fonts.display)[n]).toBeCloseTo(shown.display[n] ?? 0, -1);
    expect(measure(fonts.text)[n]).toBeCloseTo(shown.text[n] ?? 0, -1);
  }
});

test("the calendar shows when it was last updated", async () => {
  const { page } = await openAd();
  const words = page.getByText(/^Calendário atualizado em \d\d\/\d\d\/20\d\d$/);
  // Below the calendar, and beside the advertiser's name.
  await expect.poll(() => words.count()).toBe(2);
});

test("leaving a page reports its web vitals by route, not by URL", async () => {
  const { page } = await openAd();
  const measuring = page.waitForResponse((response) => response.url().includes("web-vitals"));
  await page.reload();
  await measuring;
  await page.waitForLoadState("networkidle");
  const answered = page.waitForResponse(`${site.url}/medidas`);
  const report = await page.evaluate(() => {
    const send = navigator.sendBeacon.bind(navigator);
    const sent = new Promise<string>((resolve) => {
      navigator.sendBeacon = (url, body) => {
        resolve((body as Blob).text());
        return send(url, body);
      };
    });
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    return sent;
  });
  expect(JSON.parse(report)).toMatchObject({
    route: "listing-page/routes/listing",
    metrics: { TTFB: expect.any(Number), FCP: expect.any(Number) },
  });
  expect(report).not.toContain(listing.split("/").at(-1));
  expect((await answered).status()).toBe(204);
});
