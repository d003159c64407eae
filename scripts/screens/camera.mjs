import { chromium } from "playwright-core";
import sharp from "sharp";

const phone = { width: 390, height: 844 };
/** Pixels to each CSS pixel. */
const density = 2;
/** CSS px around what a picture is of. */
const margin = 14;

/** Opens a browser in which the sample ads' owner is logged in, and one in which nobody is. */
export async function openCamera(executablePath, { host, shownUrl, account }) {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${new URL(shownUrl).host}:443 ${host}`],
  });
  const visitor = await open({});
  const owner = await open({});
  await owner.goto("/login");
  await owner.getByLabel("E-mail").fill(account.email);
  await owner.getByLabel("Senha", { exact: true }).fill(account.password);
  await owner.getByRole("button", { name: "Entrar", exact: true }).click();
  await owner.waitForURL(`${shownUrl}/`);

  async function open(options) {
    const context = await browser.newContext({
      baseURL: shownUrl,
      ignoreHTTPSErrors: true,
      viewport: phone,
      deviceScaleFactor: density,
      colorScheme: "light",
      reducedMotion: "reduce",
      locale: "pt-BR",
      timezoneId: "America/Sao_Paulo",
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    return page;
  }

  return { visitor, owner, open, close: () => browser.close() };
}

/** Opens a page of the site, with its pictures, and waits until its code runs. */
export async function visit(page, path) {
  const response = await page.goto(path, { waitUntil: "networkidle" });
  if (!response?.ok()) throw new Error(`${path} was answered with ${response?.status()}`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * Takes the stretch of a page, as wide as the screen, that holds all of `parts`; each must match one visible
 * element. `most` and `beyond` are CSS px: the greatest height, and the space shown below the last part.
 */
export async function takeParts(page, parts, { most = 640, beyond = 0 } = {}) {
  await loadPictures(page);
  await page.evaluate(tidy);
  const boxes = [];
  for (const part of parts) {
    await part.waitFor({ state: "visible" });
    boxes.push(await part.evaluate(boxOnPage));
  }
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - margin);
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + margin + beyond;
  const height = Math.round(Math.min(most, bottom - top));
  const { width } = page.viewportSize();
  const clip = { x: 0, y: Math.round(top), width, height };
  const options = { animations: "disabled", caret: "hide", fullPage: true, clip };
  return encode(await page.screenshot(options), { width, height });
}

/** Takes a low screen as it stands, with `first` near its top and `bar` stuck to its end. */
export async function takeScreen(page, first, bar, height) {
  const { width } = page.viewportSize();
  await page.setViewportSize({ width, height });
  await first.evaluate((element) => {
    // Below a line that sticks to the top of the screen.
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - 64, behavior: "instant" });
  });
  await bar.waitFor({ state: "visible" });
  const { y, height: below } = await bar.boundingBox();
  if (y + below > height) throw new Error("the bar is below the screen");
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  await page.setViewportSize(phone);
  return encode(picture, { width, height });
}

/**
 * Bars that stick to the screen's end would cover what is below them, and a focused field looks special.
 * Chromium writes the dates of fields in its own language, which on many machines is only English.
 */
function tidy() {
  document.activeElement?.blur();
  for (const field of document.querySelectorAll("input[type=date]")) {
    const [year, month, day] = field.value.split("-");
    field.type = "text";
    field.value = day ? `${day}/${month}/${year}` : "dd/mm/aaaa";
  }
  for (const element of document.querySelectorAll("body *")) {
    const { position, bottom } = getComputedStyle(element);
    const isStuck = position === "fixed" || (position === "sticky" && bottom !== "auto");
    if (isStuck) element.style.visibility = "hidden";
  }
}

function boxOnPage(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  if (height === 0) throw new Error(`${element.outerHTML.slice(0, 200)} has no height`);
  return { top: top + scrollY, bottom: bottom + scrollY };
}

/** Lazy pictures load once they are near the screen. */
async function loadPictures(page) {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
}

async function encode(png, size) {
  const file = await sharp(png).webp({ quality: 62, effort: 6, preset: "text" }).toBuffer();
  return { file, ...size };
}
