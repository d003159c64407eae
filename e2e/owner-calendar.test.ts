import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, today, weekdayOf } from "../app/calendar/civil-date.ts";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../app/db/embedded/embedded.server.ts";
import { password } from "../testing/advertiser.ts";
import { makeFolder } from "../testing/folder.ts";
import { calendarLink, publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { shareSite } from "./shared-site.ts";
import { startSite } from "./site-process.ts";
import { workerBrowser } from "./worker-browser.ts";

const folder = await makeFolder({ onDone: afterAll });
let database: EmbeddedDatabase;
let client: pg.Client;
afterAll(async () => {
  await client?.end();
  await database?.stop();
});
const site = shareSite(async () => {
  database = await startEmbeddedDatabase(folder);
  return startSite({ env: { DATABASE_URL: database.url, AUTH_SECRET: "x".repeat(32) } });
});
const browser = await workerBrowser();
let page: Page;
let consoleErrors: string[];
let email: string;

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  ({ page, consoleErrors } = await openPage(browser));
  email = await signUp(page, site.url);
  await publishAd(page, site.url);
});

const night = (days: number) => addDays(today(), days);
const day = (days: number) => page.locator(`[data-dia="${night(days)}"]`);
const isTaken = (days: number) => day(days).getAttribute("aria-pressed");

test("an owner marks nights on a phone, also while offline", async () => {
  await visit(page, `${site.url}/dashboard`);
  await calendarLink(page).click();
  await page.waitForURL(/\/posts\/[^/]+\/calendario$/);

  await day(20).click();
  await day(21).click();
  await page.getByText(/^Tudo salvo às/).waitFor();
  await page.reload();
  expect([await isTaken(20), await isTaken(21), await isTaken(22)]).toEqual([
    "true",
    "true",
    "false",
  ]);

  await visit(page, page.url());
  await page.context().setOffline(true);
  await day(22).click();
  await page.getByText(/^Sem internet: 1 dia esperando/).waitFor();
  expect(await isTaken(22)).toBe("true");
  // The words about it stay above the months, and cover no day.
  await page.getByText("Ainda não salvo").waitFor();
  const isInReach = (button: Element) => {
    button.scrollIntoView({ block: "start", behavior: "instant" });
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await day(60).evaluate(isInReach)).toBe(true);
  await page.context().setOffline(false);
  await page.getByText(/^Tudo salvo às/).waitFor();

  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(() => isTaken(22)).toBe("false");
  expect(await day(22).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByText(/^Tudo salvo às/).waitFor();
  await page.reload();
  expect(await isTaken(22)).toBe("false");

  await visit(page, page.url());
  await page.getByRole("button", { name: "Está em dia" }).click();
  await page.getByRole("heading", { name: /^Em dia desde hoje/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(consoleErrors.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});

test("dragging the mouse over three free days marks exactly those", async () => {
  const { page: desktop } = await openPage(browser, {
    storageState: await page.context().storageState(),
    viewport: { width: 1440, height: 900 },
  });
  await visit(desktop, page.url());
  // The days begin on a Monday, so that the three stand side by side in one week.
  const monday = 24 + ((8 - weekdayOf(night(24))) % 7);
  const days = [monday, monday + 1, monday + 2].map(night);
  const [first, second, third] = days.map((date) => desktop.locator(`[data-dia="${date}"]`));
  await first?.scrollIntoViewIfNeeded();
  await first?.hover();
  await desktop.mouse.down();
  await second?.hover();
  await third?.hover();
  await desktop.mouse.up();
  await desktop.getByText(/^Tudo salvo às/).waitFor();
  expect(await third?.getAttribute("aria-pressed")).toBe("true");
  const { rows } = await client.query<{ day: string }>(
    "select day::text from unavailable_days where day >= $1 order by day",
    [days[0]],
  );
  expect(rows.map(({ day }) => day)).toEqual(days);
});

test("nights marked offline are sent from any page, which says that they wait", async () => {
  await visit(page, `${site.url}/dashboard`);
  await calendarLink(page).click();
  await day(60).waitFor();
  await visit(page, page.url());
  await page.context().setOffline(true);
  await day(60).click();
  await page.getByText(/^Sem internet: 1 dia esperando/).waitFor();

  await page.context().route(/\/calendario\/noites$/, (route) => route.abort());
  await page.context().setOffline(false);
  const strip = page.getByRole("complementary", { name: "Calendário" });
  for (const path of ["/blog", "/plans", "/"]) {
    await visit(page, site.url + path);
    await strip.getByText("Não salvo: 1 dia esperando. Vamos tentar de novo.").waitFor();
  }
  await strip.getByRole("link", { name: "Ver o calendário" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Sair", exact: true }).filter({ visible: true }).click();
  const question = page.getByRole("dialog", { name: "Sair" });
  await question.getByText("Neste aparelho há um dia do calendário por salvar.").waitFor();
  await question.getByRole("button", { name: "Ficar" }).click();
  await page.context().unroute(/\/calendario\/noites$/);
  await visit(page, `${site.url}/blog`);
  await strip.getByText(/^Tudo salvo às/).waitFor();
  const { rows } = await client.query("select 1 from unavailable_days where day = $1", [night(60)]);
  expect(rows).toHaveLength(1);
  await strip.waitFor({ state: "detached" });
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringMatching(/^calendario:/),
  );
});

test("after a login that ended meanwhile, a tapped night is still saved on the calendar it leads back to", async () => {
  await visit(page, `${site.url}/dashboard`);
  await calendarLink(page).click();
  await day(70).waitFor();
  await visit(page, page.url());
  const calendar = page.url();
  await client.query("delete from sessions");
  await day(70).click();
  await page.getByText("Não salvo: entre de novo. 1 dia esperando neste aparelho.").waitFor();
  await page.locator("[data-envio]").getByRole("link", { name: "Entrar" }).click();
  await page.waitForURL(`${site.url}/login`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.locator("main form").getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL(calendar);
  await page.getByText(/^Tudo salvo às/).waitFor();
  expect(await isTaken(70)).toBe("true");
});

test("nights of another account wait, and stay", async () => {
  const key = `calendario:outra:${randomUUID()}`;
  await visit(page, site.url);
  await page.evaluate((name) => localStorage.setItem(name, '{"2030-01-01":true}'), key);
  const [answer] = await Promise.all([
    page.waitForResponse(/\/calendario\/noites$/),
    page.goto(`${site.url}/blog`),
  ]);
  expect(answer.status()).toBe(404);
  await page.getByRole("complementary", { name: "Calendário" }).waitFor({ state: "detached" });
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe(
    '{"2030-01-01":true}',
  );
  await page.evaluate((name) => localStorage.removeItem(name), key);
});
