import pg from "pg";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, formatCivilDate, today, weekdayOf } from "../app/calendar/civil-date.ts";
import { addMonths, monthOf } from "../app/calendar/month.ts";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../app/db/embedded/embedded.server.ts";
import { findUnpricedHoliday } from "../app/prices/holiday-prices.ts";
import { makeFolder } from "../testing/folder.ts";
import { publishAd, signUp } from "./advertiser.ts";
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
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let page: Page;
let id: string;

const night = (days: number) => addDays(today(), days);
const day = (date: string) => page.locator(`[data-dia="${date}"]`);

async function markedNights(): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select day::text from unavailable_days where "postId" = $1 order by day`,
    [id],
  );
  return rows.map((row) => row.day);
}

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  ({ page } = await openPage(browser, phone));
  await signUp(page, site.url);
  await publishAd(page, site.url, { valorDiaria: "1250", valorFds: "2500" });
  const { rows } = await client.query<{ id: string }>("select id from posts");
  id = rows[0]?.id ?? "";
});

beforeEach(async () => {
  await client.query("delete from unavailable_days");
  await client.query("delete from feeds");
});

async function openCalendar(query = ""): Promise<void> {
  await visit(page, `${site.url}/posts/${id}/calendario${query}`);
}

const saved = () => page.getByText(/^Tudo salvo às/).waitFor();

test("two taps and a button mark a period, and 'Desfazer' frees only what it took", async () => {
  await client.query(`insert into unavailable_days ("postId", day) values ($1, $2)`, [
    id,
    night(21),
  ]);
  await openCalendar();
  await page.getByText("Marcar um período").tap();
  await day(night(24)).tap();
  await day(night(20)).tap();
  await page.getByRole("button", { name: "Ocupado", exact: true }).tap();
  await saved();
  expect(await markedNights()).toEqual([20, 21, 22, 23, 24].map(night));
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual([night(21)]);
  expect(await violations(page)).toEqual([]);
});

test("a month is taken at once, and then the weekends of it are freed", async () => {
  await openCalendar();
  const month = addMonths(monthOf(today()), 1);
  const name = page.locator("caption").nth(1).getByRole("link");
  await name.tap();
  await page.getByRole("button", { name: "Ocupado", exact: true }).tap();
  await saved();
  const taken = await markedNights();
  expect(new Set(taken.map(monthOf))).toEqual(new Set([month]));
  expect(taken.length).toBeGreaterThanOrEqual(28);
  await name.tap();
  await page.getByLabel(/^Só os fins de semana/).check();
  await page.getByRole("button", { name: "Livre", exact: true }).tap();
  const isWeekend = (date: string) => [5, 6].includes(weekdayOf(date));
  await expect.poll(markedNights).toEqual(taken.filter((date) => !isWeekend(date)));
  const freed = taken.filter(isWeekend).length;
  const notice = page.getByText(`${freed} noites de fim de semana liberadas`);
  const bar = page.locator("form").filter({ has: notice });
  expect((await bar.boundingBox())?.height).toBeLessThan(120);
});

test("without script a period is typed, and one that makes no sense is refused where it was typed", async () => {
  const storageState = await page.context().storageState();
  const { page: plain } = await openPage(browser, {
    ...phone,
    javaScriptEnabled: false,
    storageState,
  });
  await plain.goto(`${site.url}/posts/${id}/calendario?de=${night(30)}&ate=${night(29)}#periodo`);
  expect(await plain.inputValue("[name=periodoDe]")).toBe(night(30));
  await plain.fill("[name=periodoAte]", night(28));
  await plain.getByRole("button", { name: "Marcar ocupado" }).tap();
  await plain.getByText("A última noite vem antes da primeira.").waitFor();
  expect(await plain.inputValue("[name=periodoDe]")).toBe(night(30));
  await plain.fill("[name=periodoAte]", night(32));
  await plain.getByRole("button", { name: "Marcar ocupado" }).tap();
  await plain.getByRole("button", { name: "Desfazer" }).waitFor();
  expect(await markedNights()).toEqual([30, 31, 32].map(night));
  await plain.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual([]);
});

test("a finger that begins downwards scrolls and marks nothing; held, it selects whichever way it moves", async () => {
  await openCalendar();
  // A week in the middle of the screen, with another below it.
  let sunday = 35 - weekdayOf(night(35));
  while (Number(night(sunday + 1).slice(8)) > 20) sunday += 7;
  const from = day(night(sunday + 1));
  await from.evaluate((button) => button.scrollIntoView({ block: "center" }));
  const box = await from.boundingBox();
  if (!box) throw new Error("not visible");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at: [number, number] | null) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [{ x: at[0], y: at[1] }] : [],
    });
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

  await from.evaluate((button) => button.scrollIntoView({ block: "center" }));
  const held = await from.boundingBox();
  if (!held) throw new Error("not visible");
  const start: [number, number] = [held.x + held.width / 2, held.y + held.height / 2];
  const scrolled = await page.evaluate(() => scrollY);
  await send("touchStart", start);
  // Held long enough, the day is selected under the finger.
  await expect.poll(() => from.getAttribute("aria-pressed")).toBe("true");
  await send("touchMove", [start[0], start[1] + 20]);
  await send("touchMove", [start[0], start[1] + held.height + 3]);
  await expect.poll(() => day(night(sunday + 8)).getAttribute("aria-pressed")).toBe("true");
  await send("touchEnd", null);
  await saved();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  expect(await markedNights()).toEqual(
    Array.from({ length: 8 }, (_, index) => night(sunday + 1 + index)),
  );
});

test("a tapped night of another site says whose it is, also by keyboard, and can be freed", async () => {
  const [from, to] = [night(20), night(23)];
  await client.query(
    `insert into feeds ("postId", nome, endereco, nights, stays, "nextReadingAt") values
      ($1, 'Airbnb', 'https://example.com/a.ics', $2, $3, now() + interval '1 day')`,
    [id, `{[${from},${to})}`, `{"[${from},${to})"}`],
  );
  await openCalendar();
  expect(await day(from).isDisabled()).toBe(true);
  expect(await day(from).getAttribute("data-fonte")).toBe("Airbnb");
  const explanation = page.locator("#noite", { hasText: "Ocupado no Airbnb" });
  await page.locator(`[data-noite="${from}"]`).tap();
  await explanation.waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await explanation.waitFor({ state: "detached" });
  await day(night(19)).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await explanation.getByRole("button", { name: "Está livre" }).tap();
  await page.getByText(/^Pronto, essas noites estão livres/).waitFor();
  await expect.poll(() => day(from).isDisabled()).toBe(false);
});

test("prices stand on the days on request, and a note on the days of its stay", async () => {
  await openCalendar();
  await page.getByRole("link", { name: "Mostrar preços" }).tap();
  await page.getByRole("link", { name: "Esconder preços" }).waitFor();
  const friday = 35 - weekdayOf(night(35)) + 5;
  expect(await day(night(friday)).textContent()).toContain("2.500");
  expect(await day(night(friday + 2)).textContent()).toContain("1.250");

  await page.fill("#anotacao-entrada", night(friday));
  await page.fill("#anotacao-saida", night(friday + 2));
  await page.fill("#anotacao-hospede", "Ana Paula");
  await page.fill("#anotacao-sinal", "R$ 500 no Pix");
  await page.getByRole("button", { name: "Salvar anotação" }).tap();
  await page.getByRole("heading", { name: "Ana Paula" }).waitFor();
  const notes = page.getByRole("region", { name: "Anotações" });
  await notes.getByText(/Ainda livres no calendário/).waitFor();
  expect(await violations(page)).toEqual([]);
  const stay = [night(friday), night(friday + 1)];
  await notes.getByRole("button", { name: "Marcar como ocupado" }).tap();
  await notes.getByText(/marcados como ocupados\./).waitFor();
  expect(await markedNights()).toEqual(stay);
  await day(night(friday)).tap();
  const freed = page.getByText(`${formatCivilDate(night(friday))} liberado`);
  await freed.waitFor();
  expect(await freed.innerText()).toContain("dentro da anotação de Ana Paula");
  await page.locator("form").filter({ has: freed }).getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual(stay);
  expect(await day(night(friday)).getAttribute("aria-label")).toContain("com anotação");
  expect(await (await page.context().request.get(`${site.url}/posts/${id}`)).text()).not.toContain(
    "Ana Paula",
  );
});

async function replyOf(bar: Locator, name: string): Promise<string> {
  const link = bar.getByRole("link", { name, exact: true });
  return decodeURIComponent((await link.getAttribute("href")) ?? "");
}

test("from the guest's message two taps lead to a taken stay, on the own ad only", async () => {
  // A holiday without a price of its own would have none in the bar.
  let friday = 70 - weekdayOf(night(70)) + 5;
  const weekend = () => ({ checkIn: night(friday), checkOut: night(friday + 2) });
  while (findUnpricedHoliday(weekend(), [])) friday += 7;
  const [entrada, saida] = [night(friday), night(friday + 2)];
  const address = `${site.url}/posts/${id}?entrada=${entrada}&saida=${saida}&pessoas=2`;
  const { page: guest } = await openPage(browser, phone);
  await guest.goto(address);
  const message = await guest
    .getByRole("link", { name: "Chamar no WhatsApp" })
    .first()
    .getAttribute("href");
  expect(decodeURIComponent(message ?? "")).toContain(address);
  expect(await guest.locator("[data-meu-anuncio]").count()).toBe(0);
  expect(await guest.locator("[data-bottom-bar]").isVisible()).toBe(true);

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
  expect(await bar.getByRole("link", { name: "Responder: ocupado" }).count()).toBe(0);
  await expect.poll(markedNights).toEqual([entrada, night(friday + 1)]);
  expect(await violations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Desfazer" }).tap();
  await expect.poll(markedNights).toEqual([]);
  await bar.getByRole("link", { name: "Responder", exact: true }).waitFor();

  const { page: other } = await openPage(browser, phone);
  await signUp(other, site.url);
  await other.goto(address);
  await other.getByRole("heading", { level: 1 }).waitFor();
  expect(await other.locator("[data-meu-anuncio]").count()).toBe(0);

  const storageState = await page.context().storageState();
  const { page: plain } = await openPage(browser, {
    ...phone,
    javaScriptEnabled: false,
    storageState,
  });
  await plain.goto(address);
  await plain.getByRole("button", { name: "Marcar como ocupado" }).tap();
  await plain.getByRole("button", { name: "Desfazer" }).waitFor();
  expect(await markedNights()).toEqual([entrada, night(friday + 1)]);
  await plain.goto(address);
  const plainBar = plain.locator("[data-meu-anuncio]");
  await plainBar.getByText("Ocupado por você").waitFor();
  // Its style sheet comes with the page, though its code is loaded on demand.
  expect(await plainBar.evaluate((one) => getComputedStyle(one).display)).toBe("flex");
  expect(await replyOf(plainBar, "Responder: reservado")).toContain("Reservado para você de");
  expect(await replyOf(plainBar, "Responder: ocupado")).toContain("já está ocupado.");
  await plainBar.getByRole("link", { name: "Calendário" }).tap();
  expect(await plain.inputValue("[name=periodoDe]")).toBe(entrada);
  expect(await plain.inputValue("[name=periodoAte]")).toBe(night(friday + 1));
});

test("a request against the ad's rules shows its owner the rule, as the form does, and the reply has it", async () => {
  await client.query(`update posts set "minimoNoites" = 3, "quantidadeMaximaPessoas" = 6`);
  const address = `${site.url}/posts/${id}?entrada=${night(40)}&saida=${night(42)}`;
  await visit(page, address);
  const bar = page.locator("[data-meu-anuncio]");
  await bar.getByText("Livre, fora das suas regras").waitFor();
  await bar.getByText("Mínimo de 3 noites.").waitFor();
  await page.locator("#saida-error").getByText("Mínimo de 3 noites.").waitFor();
  expect(await replyOf(bar, "Responder")).toMatch(
    /mas a casa tem uma regra\. Mínimo de 3 noites\. Tenho livre .* Serve assim\?/,
  );
  await page.getByRole("spinbutton", { name: "Pessoas" }).fill("9");
  await bar.getByText("Aqui cabem até 6 pessoas.").waitFor();
  expect(await replyOf(bar, "Responder")).toContain("mas a casa tem duas regras.");
  expect(await violations(page)).toEqual([]);
});
