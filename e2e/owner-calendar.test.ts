import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { addDays, today, weekdayOf } from "../app/domain/calendar/civil-date.ts";
import { findUnpricedHoliday } from "../app/domain/prices/stay-rules.ts";
import { waitingNightsKey } from "../app/platform/ui/forms/private-storage.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, visit } from "./browser.ts";
import { queryTables } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let page: Page;
let consoleErrors: string[];
/** Address of the owner's ad. */
let ad: string;

beforeEach(async () => {
  ({ page, consoleErrors } = await openPage(browser, phone));
  await signUp(page, site.url);
  ad = site.url + (await publishAd(page, site.url, { valorDiaria: "1250", valorFds: "2500" }));
});

const night = (days: number) => addDays(today(), days);
const day = (date: string) => page.locator(`[data-dia="${date}"]`);
const isTaken = (date: string) => day(date).getAttribute("aria-pressed");
const saved = (on = page) => on.getByText(/^Tudo salvo às/).waitFor();
const openCalendar = () => visit(page, `${ad}/calendario`);
const idOf = (address: string) => address.split("/").at(-1) ?? "";

async function markedNights(): Promise<string[]> {
  const rows = await queryTables<{ day: string }>(
    site,
    `select day::text from unavailable_days where "postId" = $1 order by day`,
    [idOf(ad)],
  );
  return rows.map((row) => row.day);
}

test("on a phone two taps mark a period, undone only where it took; nights tapped offline wait for any page", async () => {
  await openCalendar();
  const first = await day(today()).boundingBox();
  expect(first?.y).toBeLessThan(844 / 2);
  for (const days of [21, 24, 20]) await day(night(days)).tap();
  await page.getByRole("button", { name: "Ocupado", exact: true }).tap();
  await expect.poll(markedNights).toEqual([20, 21, 22, 23, 24].map(night));
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual([night(21)]);

  await page.context().setOffline(true);
  await day(night(22)).tap();
  await page.getByText(/^Sem internet: 1 dia esperando/).waitFor();
  expect(await isTaken(night(22))).toBe("true");
  // The words about it stay above the months, and cover no day.
  const isInReach = (button: Element) => {
    button.scrollIntoView({ block: "start", behavior: "instant" });
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await day(night(50)).evaluate(isInReach)).toBe(true);
  await page.context().setOffline(false);
  await saved();
  await page.getByRole("button", { name: "Está em dia" }).tap();
  await page.getByText(/^Em dia desde hoje/).waitFor();

  const [owner] = await queryTables<{ uid: string }>(site, "select uid from posts where id = $1", [
    idOf(ad),
  ]);
  const key = waitingNightsKey(owner?.uid ?? "", idOf(ad));
  const waiting = JSON.stringify({ [night(50)]: true });
  await page.evaluate(([name = "", text = ""]) => localStorage.setItem(name, text), [key, waiting]);
  await visit(page, `${site.url}/blog`);
  const strip = page.getByRole("complementary", { name: "Calendário" });
  await strip.getByText(/^Tudo salvo às/).waitFor();
  expect(await markedNights()).toEqual([night(21), night(22), night(50)]);
  expect(consoleErrors.filter((text) => !/ERR_(INTERNET|FAILED)/.test(text))).toEqual([]);
});

test("on a desktop days are marked by dragging the mouse, and by keyboard", async () => {
  const { page: desktop } = await openPage(browser, {
    storageState: await page.context().storageState(),
    viewport: { width: 1440, height: 900 },
  });
  await visit(desktop, `${ad}/calendario`);
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
  await saved(desktop);
  expect(await markedNights()).toEqual(days);

  await third?.focus();
  await desktop.keyboard.press("ArrowRight");
  await desktop.keyboard.press("Enter");
  await desktop.keyboard.press("ArrowLeft");
  await desktop.keyboard.press("Space");
  await expect.poll(markedNights).toEqual([days[0], days[1], night(monday + 3)]);
});

test("a finger that begins downwards scrolls and marks nothing; held, it selects whichever way it moves", async () => {
  await openCalendar();
  // A week in the middle of the screen, with another below it.
  let sunday = 35 - weekdayOf(night(35));
  while (Number(night(sunday + 1).slice(8)) > 20) sunday += 7;
  const from = day(night(sunday + 1));
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at: [number, number] | null) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [{ x: at[0], y: at[1] }] : [],
    });
  const find = async (): Promise<[x: number, y: number, height: number]> => {
    // Its own end must not pass for that of the finger's scroll, which glides on.
    await from.evaluate((button) => {
      const end = new Promise((done) =>
        document.addEventListener("scrollend", done, { once: true }),
      );
      button.scrollIntoView({ block: "center" });
      return end;
    });
    const box = await from.boundingBox();
    if (!box) throw new Error("not visible");
    return [box.x + box.width / 2, box.y + box.height / 2, box.height];
  };
  const [x, y] = await find();
  const before = await page.evaluate(() => scrollY);
  // A finger put down while the page still glides would only stop it.
  const rest = page.evaluate(
    () => new Promise((done) => document.addEventListener("scrollend", done, { once: true })),
  );
  await send("touchStart", [x, y]);
  for (const step of [20, 60, 100, 140]) await send("touchMove", [x, y - step]);
  await send("touchEnd", null);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 60);
  await rest;
  expect(await page.locator('[data-dia][aria-pressed="true"]').count()).toBe(0);

  const [left, top, height] = await find();
  const scrolled = await page.evaluate(() => scrollY);
  await send("touchStart", [left, top]);
  // Held long enough, the day is selected under the finger.
  await expect.poll(() => from.getAttribute("aria-pressed")).toBe("true");
  await send("touchMove", [left, top + 20]);
  await send("touchMove", [left, top + height + 3]);
  await expect.poll(() => isTaken(night(sunday + 8))).toBe("true");
  await send("touchEnd", null);
  await saved();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  const week = Array.from({ length: 8 }, (_, index) => night(sunday + 1 + index));
  expect(await markedNights()).toEqual(week);
});

async function replyOf(bar: Locator, name: string): Promise<string> {
  const link = bar.getByRole("link", { name, exact: true });
  return decodeURIComponent((await link.getAttribute("href")) ?? "");
}

test("from a guest's message two taps lead to a taken stay, and one back", async () => {
  // A holiday without a price of its own would have none in the bar.
  let friday = 70 - weekdayOf(night(70)) + 5;
  const weekend = () => ({ checkIn: night(friday), checkOut: night(friday + 2) });
  while (findUnpricedHoliday(weekend(), [])) friday += 7;
  const { checkIn, checkOut } = weekend();
  await visit(page, `${ad}?entrada=${checkIn}&saida=${checkOut}&pessoas=2`);
  const bar = page.locator("[data-meu-anuncio]");
  await bar.getByText("Livre, R$\u00a02.500").waitFor();
  expect(await page.locator("[data-bottom-bar]").count()).toBe(0);
  expect(await replyOf(bar, "Responder")).toContain("Quer que eu reserve?");
  await bar.getByRole("button", { name: "Marcar como ocupado" }).tap();
  await bar.getByText("Marcado como ocupado").waitFor();
  expect(await replyOf(bar, "Responder: reservado")).toContain("Reservado para você");
  await expect.poll(markedNights).toEqual([checkIn, night(friday + 1)]);
  await bar.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual([]);
});
