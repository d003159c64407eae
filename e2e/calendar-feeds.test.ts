import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatCivilDate, today, weekdayOf } from "../app/calendar/civil-date.ts";
import { formatStay } from "../app/calendar/stays.ts";
import { calendarOf, startFeedHost } from "../testing/feed-host.ts";
import { calendarLink, publishAd, signUp } from "./advertiser.ts";
import { listingCards, openPage, unfoldSearch, violations, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const other = await startFeedHost(afterAll);
const site = shareSite(() =>
  startEmptySite({ env: { CALENDAR_HOSTS: other.host, RATE_LIMIT_FACTOR: "10" } }),
);
const browser = await workerBrowser();
/** The owner's page, which the tests share. */
let page: Page;
let consoleErrors: string[];

beforeAll(async () => {
  ({ page, consoleErrors } = await openPage(browser));
  await signUp(page, site.url);
  await publishAd(page, site.url, {
    valorFds: "1300",
    valorDiaria: "500",
    quantidadeMaximaPessoas: "10",
  });
});

/** December 28 of a year whose Réveillon is at least a month ahead. */
function comingReveillon(): string {
  const soon = addDays(today(), 30);
  const thisYear = `${soon.slice(0, 4)}-12-28`;
  return soon <= thisYear ? thisYear : `${Number(soon.slice(0, 4)) + 1}-12-28`;
}

const reveillon = comingReveillon();
const newYear = addDays(reveillon, 4);
/** The season ends with the first Monday from January 4 on. */
const monday = addDays(newYear, 3 + ((8 - weekdayOf(addDays(newYear, 3))) % 7));
/** Saturday and Sunday at the season's nightly price, Monday to Wednesday at the ordinary one. */
const nextWeek = { checkIn: addDays(monday, -2), checkOut: addDays(monday, 3) };
const estimate = 2 * 1900 + 3 * 500;

const day = (night: string) => page.locator(`[data-dia="${night}"]`);

async function search(visitor: Page, entrada: string, saida: string): Promise<void> {
  await visitor.goto(site.url);
  await unfoldSearch(visitor);
  await visitor.fill("form [name=entrada]", entrada);
  await visitor.fill("form [name=saida]", saida);
  await visitor.fill("form [name=pessoas]", "6");
  await visitor.getByRole("button", { name: "Buscar" }).click();
  await visitor.waitForURL(/\/search\?/);
}

async function openCalendar(): Promise<void> {
  await visit(page, `${site.url}/dashboard`);
  await calendarLink(page).click();
  await page.waitForURL(/\/posts\/[^/]+\/calendario$/);
  await page.getByRole("link", { name: "Mostrar mais meses" }).click();
  await day(nextWeek.checkOut).waitFor();
}

test("an owner connects another site's calendar, adds a season and marks two days", async () => {
  const stay: [string, string] = [reveillon, addDays(reveillon, 2)];
  const address = other.serve("/reserved.ics", calendarOf(stay));
  await openCalendar();
  await page.fill("[name=endereco]", `${address}x`);
  await page.getByRole("button", { name: "Conectar" }).click();
  await page.getByText("Não encontramos um calendário nesse endereço.").waitFor();
  expect(await page.inputValue("[name=endereco]")).toBe(`${address}x`);
  await page.fill("[name=endereco]", address);
  await page.fill("[name=nome]", "Airbnb");
  await page.getByRole("button", { name: "Conectar" }).click();
  await page.getByText("Lido agora há pouco").waitFor();
  for (const night of [reveillon, addDays(reveillon, 1)]) {
    await expect.poll(() => day(night).getAttribute("data-fonte")).toBe("Airbnb");
    expect(await day(night).isDisabled()).toBe(true);
  }
  await expect.poll(() => page.inputValue("[name=endereco]")).toBe("");

  await page.fill("[name=temporada]", "Réveillon");
  await page.fill("[name=de]", reveillon);
  await page.fill("[name=ate]", monday);
  await page.fill("[name=valorFds]", "4800");
  await page.fill("[name=valorDiaria]", "1900");
  await page.getByRole("button", { name: "Salvar temporada" }).click();
  await page.getByRole("heading", { name: "Réveillon" }).waitFor();

  await openCalendar();
  for (const days of [2, 3]) await day(addDays(reveillon, days)).click();
  await page.getByText(/^Tudo salvo às/).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(consoleErrors.filter((text) => !text.includes("400"))).toEqual([]);
});

test.each([
  ["with script", true],
  ["without script", false],
])(
  "on a phone, %s, a visitor finds the ad in the following week, and not at Réveillon",
  async (_, javaScriptEnabled) => {
    const { page: visitor } = await openPage(browser, { javaScriptEnabled });
    await search(visitor, reveillon, newYear);
    await visitor.getByText("Não foram encontrados imoveis a partir da sua busca...").waitFor();
    expect(await listingCards(visitor).count()).toBe(0);

    await search(visitor, nextWeek.checkIn, nextWeek.checkOut);
    const card = listingCards(visitor).first();
    await card.getByText(`Livre de ${formatStay(nextWeek, today())}`).waitFor();
    const text = await card.locator("[data-estimativa]").innerText();
    expect(Number(text.replace(/\D/g, ""))).toBe(estimate);

    await card.getByRole("heading").getByRole("link").click();
    await visitor.waitForURL(/\/posts\/[^/]+\?entrada=/);
    const whatsapp = visitor.getByRole("link", { name: "Chamar no WhatsApp" }).first();
    const greeting = new URL((await whatsapp.getAttribute("href")) ?? "");
    expect(greeting.origin + greeting.pathname).toBe("https://wa.me/5537900010264");
    const [from, to] = [nextWeek.checkIn, nextWeek.checkOut].map(formatCivilDate);
    expect(greeting.searchParams.get("text")).toContain(
      `de ${from} a ${to} (5 noites), para 6 pessoas.`,
    );
  },
);

test("another site reads the owner's own days at the address, until it is renewed", async () => {
  await openCalendar();
  const link = page.locator('a[href$=".ics"]');
  const old = (await link.getAttribute("href")) ?? "";
  const text = await (await fetch(old)).text();
  const compact = (date: string) => date.replaceAll("-", "");
  expect(text).toContain(`DTSTART;VALUE=DATE:${compact(addDays(reveillon, 2))}`);
  expect(text).toContain(`DTEND;VALUE=DATE:${compact(addDays(reveillon, 4))}`);
  expect(text).not.toContain(`:${compact(reveillon)}`);

  const renew = page.getByRole("button", { name: "Gerar novo endereço" });
  await renew.click();
  await page.getByText(/para de funcionar na hora/).waitFor();
  expect(await link.getAttribute("href")).toBe(old);
  await renew.click();
  await page.getByText("Endereço novo pronto.").waitFor();
  // The address changes once the page has been read again, which is after the notice.
  await expect.poll(() => link.getAttribute("href")).not.toBe(old);
  expect((await fetch(old)).status).toBe(404);
});

test("the keyboard enters the calendar at the first day that no other site takes", async () => {
  const tomorrow = addDays(today(), 1);
  other.serve("/reserved.ics", calendarOf([today(), tomorrow]));
  await openCalendar();
  await page.getByRole("button", { name: "Sincronizar agora" }).click();
  await page.getByText("Calendários lidos agora.").waitFor();
  await expect.poll(() => day(today()).isDisabled()).toBe(true);
  const entrance = page.locator('[data-dia][tabindex="0"]');
  await expect.poll(() => entrance.getAttribute("data-dia")).toBe(tomorrow);
  await entrance.focus();
  await page.keyboard.press("ArrowRight");
  const isFocused = () => day(addDays(tomorrow, 1)).evaluate((it) => it === document.activeElement);
  await expect.poll(isFocused).toBe(true);
});

test("without script an owner synchronises, and disconnects the calendar", async () => {
  const storageState = await page.context().storageState();
  const { page: plain } = await openPage(browser, { javaScriptEnabled: false, storageState });
  await plain.goto(page.url());
  const checkIn = addDays(today(), 20);
  const night = plain.locator(`[data-dia="${checkIn}"]`);
  other.serve("/reserved.ics", calendarOf([checkIn, addDays(checkIn, 1)]));
  await plain.getByRole("button", { name: "Sincronizar agora" }).click();
  await plain.getByText("Calendários lidos agora.").waitFor();
  expect(await night.getAttribute("data-fonte")).toBe("Airbnb");
  await plain.getByRole("button", { name: "Desligar" }).click();
  await plain.getByText(/^Airbnb desligado/).waitFor();
  expect(await night.getAttribute("aria-pressed")).toBe("false");
  expect(await plain.inputValue("[name=endereco]")).toContain("/reserved.ics");
});
