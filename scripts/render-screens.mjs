// node scripts/render-screens.mjs: draws docs/home.png and docs/screens.png from the built site with its
// sample ads. Run after changing a main screen (npm start builds), and look at the result.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { startSite } from "../e2e/site-process.ts";
import { sampleAccount } from "../testing/advertiser.ts";
import { prepareChromium } from "./browsers.mjs";
import { root } from "./prepare.mjs";

const gap = 20;
const desktop = { viewport: { width: 1280, height: 800 }, shownWidth: 494, shownHeight: 309 };
const phone = { viewport: { width: 390, height: 844 }, shownWidth: 200, shownHeight: 433 };
/** The sample ad whose owner has the Profissional plan. */
const ad = "Casa do Cânion, com píer e lancha";

const site = await startSite({ plainHttp: true, env: { DEMO: "1" } });
const browser = await chromium.launch({
  executablePath: prepareChromium(),
  args: ["--no-sandbox"],
  // Chromium writes dates in its own language, not the page's.
  env: { ...process.env, LANGUAGE: "pt_BR", LANG: "pt_BR.UTF-8" },
});
try {
  // Drawing the samples' photos takes a minute or two.
  while (!site.output().includes("As fotos de exemplo estão prontas.")) await setTimeout(250);
  const { email, password } = sampleAccount(site.output());
  const adPath = await findAd();
  const screens = [
    { path: "/" },
    { path: adPath },
    { path: "/search" },
    { path: "/alugar/capitolio" },
    { path: "/dashboard", isOwner: true },
    { path: "/posts/create", isOwner: true },
  ];
  const rows = [
    await takeAll(desktop, screens.slice(0, 3)),
    await takeAll(desktop, screens.slice(3)),
    await takeAll(phone, [
      screens[0],
      screens[1],
      { ...screens[1], colorScheme: "dark" },
      screens[2],
      { path: "/detalhes/1" },
      screens[4],
      screens[5],
    ]),
  ];
  const home = await take(desktop, screens[0]);
  await sharp(home)
    .png({ palette: true })
    .toFile(join(root, "docs", "home.png"));
  await layOut(rows);

  async function findAd() {
    const page = await (await fetch(`${site.url}/search`)).text();
    const found = [...page.matchAll(/href="(\/posts\/[0-9a-f-]{36})"[^>]*>([^<]*)/g)];
    return found.find(([, , title]) => title === ad)?.[1] ?? found[0][1];
  }

  async function takeAll(device, list) {
    const images = [];
    for (const screen of list) {
      const image = await take(device, screen);
      const { shownWidth: width, shownHeight: height } = device;
      images.push(await sharp(image).resize({ width, height, position: "top" }).toBuffer());
    }
    return { ...device, images };
  }

  async function take({ viewport }, { path, isOwner = false, colorScheme = "light" }) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: "pt-BR",
      reducedMotion: "reduce",
    });
    try {
      const page = await context.newPage();
      if (isOwner) {
        await page.goto(`${site.url}/login`);
        await page.getByLabel("E-mail").fill(email);
        await page.getByLabel("Senha", { exact: true }).fill(password);
        await page.getByRole("button", { name: "Entrar", exact: true }).click();
        await page.waitForURL(`${site.url}/`);
      }
      await page.goto(site.url + path, { waitUntil: "networkidle" });
      return await page.screenshot({ animations: "disabled" });
    } finally {
      await context.close();
    }
  }
} finally {
  await browser.close();
  await site.end("SIGTERM");
  await rm(site.dataDir, { recursive: true, force: true });
}

async function layOut(rows) {
  const width = gap + 3 * (desktop.shownWidth + gap);
  const images = [];
  let top = gap;
  for (const { shownWidth, shownHeight, images: row } of rows) {
    const step = row.length > 1 ? (width - 2 * gap - shownWidth) / (row.length - 1) : 0;
    for (const [index, input] of row.entries()) {
      images.push({ input, left: Math.round(gap + index * step), top });
    }
    top += shownHeight + gap;
  }
  await sharp({ create: { width, height: top, channels: 3, background: "#dcd8c8" } })
    .composite(images)
    .png({ palette: true })
    .toFile(join(root, "docs", "screens.png"));
}
