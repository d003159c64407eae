import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawQrCode } from "../app/platform/ui/pictures/draw-qr-code.ts";
import { gallery, openPage, photoCounter, visit } from "./browser.ts";
import { findSampleAd } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
/** URL of an ad with ten photos. */
const ad = site.url + (await findSampleAd(site));
const desktop = { width: 1440, height: 900 };

async function openAd(options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, options);
  const { page } = opened;
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await visit(page, ad);
  await gallery(page).locator("ol[data-ready=true]").waitFor();
  return { ...opened, scripts };
}

const photos = (page: Page) => gallery(page).getByRole("link", { name: /: ver em tela cheia$/ });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Fotos do imóvel em tela cheia" });
const counter = (page: Page) => photoCounter(dialog(page)).innerText();

test("by keyboard a photo opens full screen with code loaded on demand, keeps the focus and returns it", async () => {
  const { page, consoleErrors, scripts } = await openAd({ viewport: desktop });
  const sheetsOf = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  const fullScreenCode = () => scripts.filter((url) => url.includes("full-screen"));
  expect(fullScreenCode()).toEqual([]);
  await photos(page).first().focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  expect(fullScreenCode()).toHaveLength(1);
  const sheets = await sheetsOf();
  expect(new Set(sheets).size).toBe(sheets.length);
  await expect.poll(() => counter(page)).toBe("1 / 10");
  // Only the adjacent photos load.
  await expect.poll(() => dialog(page).locator("img").count()).toBe(2);
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
  expect(await overflow()).toBe("hidden");
  const isWithin = () =>
    page.evaluate(() => document.querySelector("dialog")?.contains(document.activeElement));
  for (let presses = 0; presses < 6; presses += 1) {
    expect(await isWithin()).toBe(true);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => counter(page)).toBe("3 / 10");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => counter(page)).toBe("2 / 10");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await overflow()).not.toBe("hidden");
  // The page hears of the closed dialog in a later task.
  await expect.poll(() => photoCounter(gallery(page)).innerText()).toBe("2 / 10");
  const focused = () =>
    photos(page).evaluateAll((links) => links.findIndex((link) => link.matches(":focus")));
  await expect.poll(focused).toBe(1);
  expect(consoleErrors).toEqual([]);
});

test("a swipe of 40 px turns the photos, also full screen, and opens none", async () => {
  const { page } = await openAd();
  async function drag(dx: number, y: number) {
    await page.mouse.move(200, y);
    await page.mouse.down();
    await page.mouse.move(200 + dx / 2, y);
    await page.mouse.move(200 + dx, y);
    await page.mouse.up();
  }
  await drag(-60, 200);
  await expect.poll(() => photoCounter(gallery(page)).innerText()).toBe("2 / 10");
  expect(await dialog(page).count()).toBe(0);

  await photos(page).nth(1).click();
  await dialog(page).waitFor();
  expect(await dialog(page).locator("img").first().boundingBox()).toMatchObject({ width: 390 });
  await drag(-39, 400);
  expect(await counter(page)).toBe("2 / 10");
  await drag(-40, 400);
  await expect.poll(() => counter(page)).toBe("3 / 10");
  await drag(40, 400);
  await expect.poll(() => counter(page)).toBe("2 / 10");
  for (const shown of ["1 / 10", "10 / 10"]) {
    await dialog(page).getByRole("button", { name: "Foto anterior" }).click();
    await expect.poll(() => counter(page)).toBe(shown);
  }
  await dialog(page).getByRole("button", { name: "Próxima foto" }).click();
  await expect.poll(() => counter(page)).toBe("1 / 10");
});

test("the photos turn every 5000 ms until they are paused or have the focus", async () => {
  const { page } = await openPage(browser, { reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto(ad);
  const film = gallery(page);
  const count = photoCounter(film);
  const pause = film.getByRole("button", { name: "Pausar as fotos" });
  await pause.waitFor();
  // The clock stands still, so pausing and resuming restarts the photo's 5000 ms.
  await pause.click();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await film.getByRole("button", { name: "Passar as fotos" }).click();
  await page.clock.runFor(4900);
  expect(await count.innerText()).toBe("1 / 10");
  await page.clock.runFor(200);
  await expect.poll(() => count.innerText()).toBe("2 / 10");
  await pause.click();
  await page.clock.runFor(20_000);
  expect(await count.innerText()).toBe("2 / 10");

  await film.getByRole("button", { name: "Passar as fotos" }).click();
  await film.locator("ol").focus();
  await expect.poll(() => pause.count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => count.innerText()).toBe("3 / 10");
  await page.keyboard.press("Home");
  await expect.poll(() => count.innerText()).toBe("1 / 10");
});

test("an ad is shared, its message copied, and its conversation opened on the phone by a code", async () => {
  const { page, consoleErrors, scripts } = await openAd({
    viewport: desktop,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
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
  await expect.poll(shared).toMatchObject([{ url: ad, title: expect.stringContaining(title) }]);
  await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.getByRole("link", { name: "Compartilhar" }).click();
  await page.getByText("Link copiado").waitFor();
  expect(await copied()).toBe(ad);

  const box = page.getByRole("complementary", { name: "Preços e contato" });
  const link = box.getByRole("link", { name: "Chamar no WhatsApp" });
  const address = async () => (await link.getAttribute("href")) ?? "";
  expect(scripts.filter((url) => url.includes("chat-code"))).toEqual([]);
  await page.getByLabel("Pessoas", { exact: true }).fill("4");
  const message = async () => new URL(await address()).searchParams.get("text") ?? "";
  await expect.poll(message).toContain("para 4 pessoas");
  await box.getByRole("button", { name: "Copiar mensagem" }).click();
  await page.getByText("Mensagem copiada").waitFor();
  const code = box.getByRole("img", { name: /^Código QR que abre a conversa no WhatsApp/ });
  const drawn = () => code.locator("path").last().getAttribute("d");
  await expect.poll(drawn).toBe(drawQrCode(await address()).path);
  expect(await copied()).toBe(await message());
  expect(consoleErrors).toEqual([]);
});

test("leaving a page reports its web vitals by route, not by URL", async () => {
  const { page } = await openPage(browser);
  const measuring = page.waitForResponse((response) => response.url().includes("web-vitals"));
  await page.goto(ad);
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
    route: "public/listing-page/routes/ad-page",
    metrics: { TTFB: expect.any(Number), FCP: expect.any(Number) },
  });
  expect(report).not.toContain(ad.split("/").at(-1));
  expect((await answered).status()).toBe(204);
});
