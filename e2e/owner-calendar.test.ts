import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { addDays, formatCivilDate, today, weekdayOf } from "../app/calendar/civil-date.ts";
import { addMonths, monthOf } from "../app/calendar/month.ts";
import { findUnpricedHoliday } from "../app/prices/holiday-prices.ts";
import { password } from "../testing/advertiser.ts";
import { calendarLink, findOwnAd, publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { query } from "./site-database.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let page: Page;
let consoleErrors: string[];
let email: string;
/** Address of the owner's ad. */
let ad: string;

beforeEach(async () => {
  ({ page, consoleErrors } = await openPage(browser, phone));
  email = await signUp(page, site.url);
  await publishAd(page, site.url, { valorDiaria: "1250", valorFds: "2500" });
  ad = site.url + (await findOwnAd(page, site.url));
});

const night = (days: number) => addDays(today(), days);
const day = (date: string) => page.locator(`[data-dia="${date}"]`);
const isTaken = (date: string) => day(date).getAttribute("aria-pressed");
const saved = (on = page) => on.getByText(/^Tudo salvo às/).waitFor();
const openCalendar = () => visit(page, `${ad}/calendario`);

async function markedNights(): Promise<string[]> {
  const rows = await query<{ day: string }>(
    site,
    `select day::text from unavailable_days where "postId" = $1 order by day`,
    [ad.split("/").at(-1)],
  );
  return rows.map((row) => row.day);
}

test("nights are tapped on a phone, also offline, and sent from any page that is opened next", async () => {
  await visit(page, `${site.url}/dashboard`);
  await calendarLink(page).tap();
  await page.waitForURL(/\/posts\/[^/]+\/calendario$/);
  await day(night(20)).tap();
  await saved();
  await page.reload();
  expect([await isTaken(night(20)), await isTaken(night(21))]).toEqual(["true", "false"]);

  await openCalendar();
  await page.context().setOffline(true);
  await day(night(22)).tap();
  await page.getByText(/^Sem internet: 1 dia esperando/).waitFor();
  expect(await isTaken(night(22))).toBe("true");
  // The words about it stay above the months, and cover no day.
  await page.getByText("Ainda não salvo").waitFor();
  const isInReach = (button: Element) => {
    button.scrollIntoView({ block: "start", behavior: "instant" });
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await day(night(60)).evaluate(isInReach)).toBe(true);
  await page.context().setOffline(false);
  await saved();
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(() => isTaken(night(22))).toBe("false");
  await saved();
  await expect.poll(markedNights).toEqual([night(20)]);

  await page.context().setOffline(true);
  await day(night(60)).tap();
  await page.getByText(/^Sem internet: 1 dia esperando/).waitFor();
  await page.context().route(/\/calendario\/noites$/, (route) => route.abort());
  await page.context().setOffline(false);
  const strip = page.getByRole("complementary", { name: "Calendário" });
  await visit(page, `${site.url}/plans`);
  await strip.getByText("Não salvo: 1 dia esperando. Vamos tentar de novo.").waitFor();
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
  expect(await markedNights()).toEqual([night(20), night(60)]);
  await strip.waitFor({ state: "detached" });

  await openCalendar();
  await page.getByRole("button", { name: "Está em dia" }).tap();
  await page.getByRole("heading", { name: /^Em dia desde hoje/ }).waitFor();
  expect(await violations(page)).toEqual([]);
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
    await from.evaluate((button) => button.scrollIntoView({ block: "center" }));
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

test("a period or a month is marked at once, and undone only where it took", async () => {
  await openCalendar();
  await day(night(21)).tap();
  await saved();
  await page.getByText("Marcar um período").tap();
  await day(night(24)).tap();
  await day(night(20)).tap();
  const take = page.getByRole("button", { name: "Ocupado", exact: true });
  await take.tap();
  await expect.poll(markedNights).toEqual([20, 21, 22, 23, 24].map(night));
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual([night(21)]);
  expect(await violations(page)).toEqual([]);

  // The month after the next has none of those nights.
  const month = addMonths(monthOf(today()), 2);
  const inMonth = async () => (await markedNights()).filter((date) => monthOf(date) === month);
  const name = page.locator("caption").nth(2).getByRole("link");
  await name.tap();
  await take.tap();
  await expect.poll(async () => (await inMonth()).length).toBeGreaterThanOrEqual(28);
  const taken = await inMonth();
  await name.tap();
  await page.getByLabel(/^Só os fins de semana/).check();
  await page.getByRole("button", { name: "Livre", exact: true }).tap();
  const isWeekend = (date: string) => [5, 6].includes(weekdayOf(date));
  await expect.poll(inMonth).toEqual(taken.filter((date) => !isWeekend(date)));
});

test("after a login that ended meanwhile, a tapped night is still saved on the calendar it leads back to", async () => {
  await openCalendar();
  await page.context().clearCookies({ name: /session/ });
  await day(night(70)).tap();
  await page.getByText("Não salvo: entre de novo. 1 dia esperando neste aparelho.").waitFor();
  await page.locator("[data-envio]").getByRole("link", { name: "Entrar" }).tap();
  await page.waitForURL(`${site.url}/login`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.locator("main form").getByRole("button", { name: "Entrar", exact: true }).tap();
  await page.waitForURL(`${ad}/calendario`);
  await saved();
  expect(await markedNights()).toEqual([night(70)]);

  // Those of another account on the device wait, and stay.
  const key = `calendario:outra:${crypto.randomUUID()}`;
  await page.evaluate((name) => localStorage.setItem(name, '{"2030-01-01":true}'), key);
  const refused = page.waitForResponse(/\/calendario\/noites$/);
  await page.goto(`${site.url}/blog`);
  expect((await refused).status()).toBe(404);
  await page.getByRole("complementary", { name: "Calendário" }).waitFor({ state: "detached" });
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeTruthy();
});

async function replyOf(bar: Locator, name: string): Promise<string> {
  const link = bar.getByRole("link", { name, exact: true });
  return decodeURIComponent((await link.getAttribute("href")) ?? "");
}

test("from a guest's message two taps lead to a taken stay; without script, a form, and a typed period", async () => {
  // A holiday without a price of its own would have none in the bar.
  let friday = 70 - weekdayOf(night(70)) + 5;
  const weekend = () => ({ checkIn: night(friday), checkOut: night(friday + 2) });
  while (findUnpricedHoliday(weekend(), [])) friday += 7;
  const [entrada, saida] = [night(friday), night(friday + 2)];
  const stay = [entrada, night(friday + 1)];
  const address = `${ad}?entrada=${entrada}&saida=${saida}&pessoas=2`;
  await visit(page, address);
  const bar = page.locator("[data-meu-anuncio]");
  await bar.getByText("Livre, R$\u00a02.500").waitFor();
  expect(await page.locator("[data-bottom-bar]").count()).toBe(0);
  const written = (date: string) => formatCivilDate(date).slice(0, 5);
  const dates = `${written(entrada)} a ${written(saida)} (2 noites)`;
  expect(await replyOf(bar, "Responder")).toContain(
    `Está livre de ${dates}. Fica em R$\u00a02.500. Quer que eu reserve?`,
  );
  await bar.getByRole("button", { name: "Marcar como ocupado" }).tap();
  await bar.getByText("Marcado como ocupado").waitFor();
  expect(await replyOf(bar, "Responder: reservado")).toContain(`Reservado para você de ${dates}.`);
  await expect.poll(markedNights).toEqual(stay);
  expect(await violations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual([]);

  const { page: plain } = await openPage(browser, {
    ...phone,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto(address);
  await plain.getByRole("button", { name: "Marcar como ocupado" }).tap();
  await plain.getByRole("button", { name: "Desfazer" }).waitFor();
  expect(await markedNights()).toEqual(stay);
  await plain.goto(address);
  const plainBar = plain.locator("[data-meu-anuncio]");
  await plainBar.getByText("Ocupado por você").waitFor();
  // Its style sheet comes with the page, though its code is loaded on demand.
  expect(await plainBar.evaluate((one) => getComputedStyle(one).display)).toBe("flex");
  await plainBar.getByRole("link", { name: "Calendário" }).tap();
  expect(await plain.inputValue("[name=periodoDe]")).toBe(entrada);
  await plain.fill("[name=periodoAte]", night(friday - 1));
  const take = plain.getByRole("button", { name: "Marcar ocupado" });
  await take.tap();
  await plain.getByText("A última noite vem antes da primeira.").waitFor();
  expect(await plain.inputValue("[name=periodoDe]")).toBe(entrada);
  await plain.fill("[name=periodoAte]", night(friday + 2));
  await take.tap();
  await plain.getByRole("button", { name: "Desfazer" }).waitFor();
  expect(await markedNights()).toEqual([...stay, night(friday + 2)]);
  await plain.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual(stay);
  // A day is a form's button, too.
  await plain.locator(`[data-dia="${entrada}"]`).tap();
  await expect.poll(markedNights).toEqual([night(friday + 1)]);
});
