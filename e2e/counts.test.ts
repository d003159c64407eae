import pg from "pg";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../app/db/embedded/embedded.server.ts";
import { makeFolder } from "../testing/folder.ts";
import { expectNoViolations } from "./accessibility.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { launchCachingBrowser, openPage, visit, waitForHydration } from "./browser.ts";
import { removeData, type SiteProcess, startSite } from "./site-process.ts";

const folder = await makeFolder({ onDone: afterAll });
let database: EmbeddedDatabase;
let sites: [SiteProcess, SiteProcess];
let later: SiteProcess | null = null;
let browser: Browser;
let owner: Page;
/** Path of the ad. */
let ad: string;
const env = { DATABASE_URL: "", AUTH_SECRET: "x".repeat(32) };

beforeAll(async () => {
  database = await startEmbeddedDatabase(folder);
  env.DATABASE_URL = database.url;
  sites = [await startSite({ env }), await startSite({ env })];
  // Pages are restored on going back, as on phones.
  browser = await launchCachingBrowser();
  ({ page: owner } = await openPage(browser));
  await signUp(owner, sites[0].url);
  await publishAd(owner, sites[0].url, { valorDiaria: "500" });
  await visit(owner, sites[0].url);
  ad = (await owner.locator("main a[href^='/posts/']").first().getAttribute("href")) ?? "";
});

afterAll(async () => {
  await browser?.close();
  for (const site of [...(sites ?? []), ...(later ? [later] : [])]) {
    await site.end("SIGTERM");
    await removeData(site);
  }
  await database?.stop();
});

/** Starts a site on the same database, after the others have stopped. */
async function restarted(): Promise<SiteProcess> {
  later ??= await startSite({ env });
  return later;
}

/** Counts of the ad, by kind. */
async function counts(): Promise<Record<string, number>> {
  const rows = await query("select kind, sum(n)::int as n from visits group by kind");
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function openVisitor(options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await openPage(browser, options);
  await page.route(/wa\.me/, (route) => route.fulfill({ contentType: "text/html", body: "ok" }));
  return page;
}

/** Taps a link that leaves the site, and waits for the page it opens. */
async function tapWhatsApp(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Chamar no WhatsApp" }).first().click();
  await page.waitForURL(/wa\.me/);
}

async function tapPhone(page: Page): Promise<void> {
  // Chromium has no program to call with.
  await page.evaluate(() => {
    addEventListener("click", (event) => event.preventDefault());
  });
  await page.locator("a[href^='tel:']").first().click();
}

test("two visitors on two sites, the owner and a bot leave exactly the visitors' counts", async () => {
  const [first, second] = sites;
  // From here on, the first site's page comes from its cache.
  expect((await fetch(first.url + ad)).status).toBe(200);

  const phone = await openVisitor({
    hasTouch: true,
    isMobile: true,
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; SM-A145M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  });
  await visit(phone, first.url + ad);
  // Requests in progress would keep the page out of the back-forward cache.
  await phone.waitForLoadState("networkidle");
  await tapWhatsApp(phone);
  // A restored page fires no load event.
  await phone.evaluate(() => {
    // If the page went back at once, it could end before it has answered.
    setTimeout(() => history.back());
  });
  await expect.poll(() => phone.url()).toBe(first.url + ad);
  await waitForHydration(phone);
  await tapPhone(phone);

  const desk = await openVisitor({ viewport: { width: 1440, height: 900 } });
  await visit(desk, second.url);
  // Playwright's interception lets a navigation cancel a beacon, which browsers alone would deliver.
  const isCounted = desk.waitForResponse(`${second.url}/visitas`);
  await desk.locator(`main a[href='${ad}']`).first().click();
  await isCounted;
  await desk.waitForURL(second.url + ad);
  await desk.getByRole("heading", { level: 1 }).waitFor();
  const stay = { entrada: addDays(today(), 60), saida: addDays(today(), 62) };
  await visit(desk, `${second.url}/search?${new URLSearchParams(stay)}`);
  await desk.locator("article h3 a").first().click();
  await desk.waitForURL(/\/posts\//);
  await desk.getByRole("link", { name: "Compartilhar" }).click();

  await visit(owner, first.url + ad);
  await tapPhone(owner);
  const bot = await openVisitor({
    userAgent:
      "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  });
  await visit(bot, first.url + ad);
  await tapPhone(bot);

  const expected = { visita: 3, whatsapp: 1, telefone: 1, compartilhamento: 1, busca: 1 };
  await expect.poll(counts, { timeout: 40_000 }).toEqual(expected);
  // Stopping flushes whatever was counted, so nothing can still arrive.
  await Promise.all(sites.map((site) => site.end("SIGTERM")));
  expect(await counts()).toEqual(expected);
});

test("Meus Anúncios shows the numbers accessibly, and a paused ad its owner's note", async () => {
  const { url } = await restarted();
  await query(
    `update posts set "datesUpdatedAt" = now() - interval '43 days', "datesConfirmedAt" = null,
        "createdAt" = now() - interval '90 days'`,
  );
  await visit(owner, `${url}/dashboard`);
  const own = owner.locator("[data-visitas]");
  expect(await own.getAttribute("data-visitas")).toBe("3");
  expect(await own.getAttribute("data-contatos")).toBe("2");
  await owner.getByText("Ver em números").click();
  await expectNoViolations(owner);

  await owner.getByText("No ar, calendário de 43 dias atrás").waitFor();
  await owner.getByRole("button", { name: "Está em dia" }).click();
  await owner.getByText("No ar, calendário de hoje").waitFor();

  await owner.getByRole("button", { name: "Pausar anúncio" }).press("Enter");
  const show = owner.getByRole("button", { name: "Voltar a mostrar" });
  await show.waitFor();
  await expect.poll(() => show.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectNoViolations(owner);
  await owner.getByRole("link", { name: "Ver", exact: true }).click();
  await owner.getByText("só você vê esta página").waitFor();
  const visitor = await openVisitor();
  expect((await visitor.goto(url + ad))?.status()).toBe(404);
  await visitor.getByRole("heading", { name: "Este anúncio está em pausa" }).waitFor();
  await expectNoViolations(visitor);

  await visit(owner, `${url}/dashboard`);
  await owner.getByRole("button", { name: "Voltar a mostrar" }).click();
  await owner.getByRole("button", { name: "Pausar anúncio" }).waitFor();
  // A browser's visit would be counted.
  await expect.poll(async () => (await fetch(url + ad)).status).toBe(200);
});
