import { afterAll, expect, test } from "vitest";
import { addDays, formatCivilDate, today, weekdayOf } from "../app/calendar/civil-date.ts";
import { formatStay } from "../app/calendar/stays.ts";
import { calendarOf, startFeedHost } from "../testing/feed-host.ts";
import { calendarLink, findOwnAd, publishAd, signUp } from "./advertiser.ts";
import { listingCards, openPage, violations, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const other = await startFeedHost(afterAll);
const site = shareSite(() =>
  startEmptySite({ env: { CALENDAR_HOSTS: other.host, RATE_LIMIT_FACTOR: "1000" } }),
);
const browser = await workerBrowser();

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

test("an owner connects another site's calendar, adds a season, and gives the own calendar away", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await signUp(page, site.url);
  const prices = { valorFds: "1300", valorDiaria: "500" };
  await publishAd(page, site.url, { ...prices, quantidadeMaximaPessoas: "10" });
  const day = (night: string) => page.locator(`[data-dia="${night}"]`);
  const address = other.serve("/reserved.ics", calendarOf([reveillon, addDays(reveillon, 2)]));
  await visit(page, `${site.url}/dashboard`);
  await calendarLink(page).click();
  await page.waitForURL(/\/posts\/[^/]+\/calendario$/);
  await page.getByRole("link", { name: "Mostrar mais meses" }).click();
  await day(nextWeek.checkOut).waitFor();
  const connect = page.getByRole("button", { name: "Conectar" });
  await page.fill("[name=endereco]", `${address}x`);
  await connect.click();
  await page.getByText("Não encontramos um calendário nesse endereço.").waitFor();
  expect(await page.inputValue("[name=endereco]")).toBe(`${address}x`);
  await page.fill("[name=endereco]", address);
  await page.fill("[name=nome]", "Airbnb");
  await connect.click();
  await page.getByText("Lido agora há pouco").waitFor();
  for (const night of [reveillon, addDays(reveillon, 1)]) {
    await expect.poll(() => day(night).getAttribute("data-fonte")).toBe("Airbnb");
    expect(await day(night).isDisabled()).toBe(true);
  }
  // The keyboard enters the calendar at the first day that no other site takes.
  const tomorrow = addDays(today(), 1);
  other.serve("/reserved.ics", calendarOf([today(), tomorrow], [reveillon, addDays(reveillon, 2)]));
  await page.getByRole("button", { name: "Sincronizar agora" }).click();
  await page.getByText("Calendários lidos agora.").waitFor();
  const entrance = page.locator('[data-dia][tabindex="0"]');
  await expect.poll(() => entrance.getAttribute("data-dia")).toBe(tomorrow);

  await page.fill("[name=temporada]", "Réveillon");
  await page.fill("[name=de]", reveillon);
  await page.fill("[name=ate]", monday);
  await page.fill("[name=valorFds]", "4800");
  await page.fill("[name=valorDiaria]", "1900");
  await page.getByRole("button", { name: "Salvar temporada" }).click();
  await page.getByRole("heading", { name: "Réveillon" }).waitFor();
  for (const days of [2, 3]) await day(addDays(reveillon, days)).click();
  await page.getByText(/^Tudo salvo às/).waitFor();
  expect(await violations(page)).toEqual([]);

  const link = page.locator('a[href$=".ics"]');
  const old = (await link.getAttribute("href")) ?? "";
  const text = await (await fetch(old)).text();
  const compact = (date: string) => date.replaceAll("-", "");
  expect(text).toContain(`DTSTART;VALUE=DATE:${compact(addDays(reveillon, 2))}`);
  expect(text).toContain(`DTEND;VALUE=DATE:${compact(newYear)}`);
  expect(text).not.toContain(`:${compact(reveillon)}`);
  const renew = page.getByRole("button", { name: "Gerar novo endereço" });
  await renew.click();
  await page.getByText(/para de funcionar na hora/).waitFor();
  expect(await link.getAttribute("href")).toBe(old);
  await renew.click();
  await page.getByText("Endereço novo pronto.").waitFor();
  await expect.poll(() => link.getAttribute("href")).not.toBe(old);
  expect((await fetch(old)).status).toBe(404);

  const { page: visitor } = await openPage(browser);
  const search = (entrada: string, saida: string) =>
    visit(visitor, `${site.url}/search?entrada=${entrada}&saida=${saida}&pessoas=6`);
  await search(reveillon, newYear);
  await visitor.getByText("Não foram encontrados imoveis a partir da sua busca...").waitFor();
  await search(nextWeek.checkIn, nextWeek.checkOut);
  const card = listingCards(visitor).first();
  await card.getByText(`Livre de ${formatStay(nextWeek, today())}`).waitFor();
  const amount = await card.locator("[data-estimativa]").innerText();
  expect(Number(amount.replace(/\D/g, ""))).toBe(estimate);
  await card.getByRole("heading").getByRole("link").click();
  await visitor.waitForURL(/\/posts\/[^/]+\?entrada=/);
  const whatsapp = visitor.getByRole("link", { name: "Chamar no WhatsApp" }).first();
  const greeting = new URL((await whatsapp.getAttribute("href")) ?? "");
  const [from, to] = [nextWeek.checkIn, nextWeek.checkOut].map(formatCivilDate);
  expect(greeting.searchParams.get("text")).toContain(
    `de ${from} a ${to} (5 noites), para 6 pessoas.`,
  );
  expect(consoleErrors.filter((line) => !line.includes("400"))).toEqual([]);
});

test("without script an owner connects, synchronises and disconnects a calendar", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await signUp(page, site.url);
  await publishAd(page, site.url);
  await page.goto(`${site.url}${await findOwnAd(page, site.url)}/calendario`);
  await page.fill("[name=endereco]", other.serve("/without-script.ics", calendarOf()));
  await page.fill("[name=nome]", "Airbnb");
  await page.getByRole("button", { name: "Conectar" }).click();
  await page.getByText("Lido agora há pouco").waitFor();
  const checkIn = addDays(today(), 20);
  const night = page.locator(`[data-dia="${checkIn}"]`);
  other.serve("/without-script.ics", calendarOf([checkIn, addDays(checkIn, 1)]));
  await page.getByRole("button", { name: "Sincronizar agora" }).click();
  await page.getByText("Calendários lidos agora.").waitFor();
  expect(await night.getAttribute("data-fonte")).toBe("Airbnb");
  await page.getByRole("button", { name: "Desligar" }).click();
  await page.getByText(/^Airbnb desligado/).waitFor();
  expect(await night.getAttribute("aria-pressed")).toBe("false");
  expect(await page.inputValue("[name=endereco]")).toContain("/without-script.ics");
});
