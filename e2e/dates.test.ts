import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, formatCivilDate, today, weekdayOf } from "../app/domain/calendar/civil-date.ts";
import { addMonths, monthOf } from "../app/domain/calendar/month.ts";
import { askAt, listOwnAds, publish, register } from "../testing/advertiser.ts";
import { openPage, visit } from "./browser.ts";
import { queryTables } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
/** URL of an ad with a feed's booking and a season. */
let ad: string;

/** A Friday next month, on which a booking from a feed begins. */
const booked = firstFriday(`${addMonths(monthOf(today()), 1)}-08`);
/** The days of the booking's week, from the Sunday before it. */
const [sunday, monday, tuesday] = [-5, -4, -3].map((days) => addDays(booked, days)) as [
  string,
  string,
  string,
];

function firstFriday(from: string): string {
  return addDays(from, (5 - weekdayOf(from) + 7) % 7);
}

beforeAll(async () => {
  const ask = askAt(site.url);
  const cookie = await register(ask);
  await publish(ask, cookie, {
    valorFds: "1090",
    valorDiaria: "500",
    quantidadeMaximaPessoas: "8",
  });
  const [id] = await listOwnAds(ask, cookie);
  await queryTables(
    site,
    `insert into feeds ("postId", nome, endereco, nights) values ($1, 'Airbnb', 'https://a.example/x.ics', $2)`,
    [id, `{[${booked},${addDays(booked, 2)})}`],
  );
  await queryTables(
    site,
    `insert into seasons ("postId", temporada, de, ate, "valorFds", "valorDiaria", "minimoNoites")
     values ($1, 'Semana do Saco Cheio', $2, $3, null, '700', 3)`,
    [id, addDays(booked, 3), addDays(booked, 8)],
  );
  ad = `${site.url}/posts/${id}`;
});

async function openAd(query = "", options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, options);
  await visit(opened.page, ad + query);
  return opened;
}

const day = (page: Page, date: string) => page.locator(`[data-dia="${date}"]`);
const estimate = (page: Page) => page.locator("[data-estimativa]");

async function greetings(page: Page): Promise<string[]> {
  const links = page.getByRole("link", { name: "Chamar no WhatsApp" });
  const hrefs = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
  return hrefs.map((href) => new URL(href).searchParams.get("text") ?? "");
}

test("a phone picks a stay by touch: estimate, address and WhatsApp follow", async () => {
  const { page, consoleErrors } = await openAd("", { hasTouch: true, isMobile: true });
  for (const text of await greetings(page)) expect(text.endsWith(`: ${ad}`)).toBe(true);
  await page.getByRole("button", { name: "Próximo mês" }).tap();
  expect(await day(page, booked).isDisabled()).toBe(true);
  const arrival = "livre até a tarde: dá para sair neste dia";
  expect(await day(page, booked).getAttribute("title")).toBe(arrival);
  expect(await day(page, addDays(booked, 2)).getAttribute("aria-label")).toMatch(
    /, livre a partir da tarde: dá para entrar neste dia$/,
  );

  await day(page, tuesday).tap();
  await page.getByText("Agora toque no dia de saída").waitFor();
  expect(await day(page, booked).isEnabled()).toBe(true);
  expect(await day(page, booked).getAttribute("aria-label")).toContain(`, ${arrival}`);
  expect(await day(page, addDays(booked, 1)).isDisabled()).toBe(true);
  await day(page, booked).tap();
  await page.getByRole("button", { name: "Aumentar Pessoas" }).tap();
  await page.getByRole("button", { name: "Aumentar Pessoas" }).tap();

  await expect.poll(() => estimate(page).innerText()).toBe("R$\u00a01.500");
  const query = `?entrada=${tuesday}&saida=${booked}&pessoas=2`;
  await expect.poll(() => page.url()).toBe(ad + query);
  const texts = await greetings(page);
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) {
    expect(text).toContain(
      `de ${formatCivilDate(tuesday)} a ${formatCivilDate(booked)} (3 noites), para 2 pessoas.`,
    );
  }
  const similar = page.getByRole("region", { name: "Parecidos com este" }).getByRole("listitem");
  await expect.poll(() => similar.getByRole("link").first().getAttribute("href")).toContain(query);
  for (const one of await similar.all()) expect(await one.innerText()).toMatch(/livre de \d/i);
  const shared = await page.getByRole("link", { name: "Compartilhar" }).getAttribute("href");
  expect(decodeURIComponent(shared ?? "")).toContain(query);
  expect(await page.locator("[data-bottom-bar]").innerText()).toMatch(/Livre de .*, 3 noites/);

  await page.reload();
  await expect.poll(() => estimate(page).innerText()).toBe("R$\u00a01.500");
  expect(await page.inputValue("[name=pessoas]")).toBe("2");
  expect(consoleErrors).toEqual([]);
});

test("the keyboard walks past unavailable days and picks a stay, whose minimum is announced", async () => {
  const { page } = await openAd(`?entrada=${monday}&saida=${tuesday}`, {
    viewport: { width: 1440, height: 900 },
  });
  const clear = page.getByRole("button", { name: "Limpar datas" });
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.dia);
  await clear.press("Enter");
  await clear.waitFor({ state: "detached" });
  expect(await focused()).toBe(monday);
  await day(page, addDays(booked, -1)).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(focused).toBe(addDays(booked, 2));
  await page.keyboard.press("ArrowLeft");
  await expect.poll(focused).toBe(addDays(booked, -1));
  await page.keyboard.press("Home");
  await expect.poll(focused).toBe(sunday);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await expect.poll(focused).toBe(monday);
  await page.keyboard.press("Space");
  await expect.poll(() => estimate(page).innerText()).toBe("R$\u00a0500");
  expect(await day(page, sunday).getAttribute("aria-label")).toMatch(/, entrada$/);
  expect(await day(page, monday).getAttribute("aria-label")).toMatch(/, saída$/);

  const back = page.getByRole("button", { name: "Mês anterior" });
  await back.focus();
  while ((await back.getAttribute("aria-disabled")) === "false") await back.press("Enter");
  expect(await back.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Próximo mês" }).click();
  await clear.click();
  await day(page, addDays(booked, 3)).click();
  await page.getByRole("status").getByText("mínimo de 3 noites").waitFor();
  await day(page, addDays(booked, 4)).click();
  await expect.poll(() => page.locator("[name=saida]").getAttribute("aria-invalid")).toBe("true");
  expect(await estimate(page).count()).toBe(0);
  await page.fill("[name=saida]", addDays(booked, 6));
  await expect.poll(() => estimate(page).innerText()).toBe("R$\u00a02.100");

  await page.fill("[name=pessoas]", "9");
  await page.getByRole("status").getByText("Aqui cabem até 8 pessoas.").waitFor();
});

test("an ad left open past midnight asks for the new day", async () => {
  const { page } = await openPage(browser);
  await page.clock.install();
  await visit(page, ad);
  const asked = page.waitForRequest(page.url());
  await page.clock.setSystemTime(new Date(Date.now() + 24 * 3_600_000));
  await page.clock.runFor(31_000);
  await asked;
});
