import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noonOf, today } from "../app/domain/calendar/civil-date.ts";
import { listHolidays } from "../app/domain/calendar/holidays.ts";
import { formatStay, nightsOf } from "../app/domain/calendar/stays.ts";
import { sendAlertLetters } from "../app/domain/search/alerts/alert-letters.server.ts";
import { matchChanges } from "../app/domain/search/alerts/alert-matches.server.ts";
import { openDatabase } from "../app/platform/db/client.server.ts";
import { createSignedLinks } from "../app/platform/mail/signed-links.server.ts";
import { siteSecret } from "../testing/site-secret.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { findMail, waitForMail } from "./mailbox.ts";
import { queryTables } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const database = openDatabase(site.databaseUrl, () => undefined);
afterAll(() => database.close());

/** Only the owner's ad has room for so many. */
const people = "987";
let owner: Page;
/** Path of the ad. */
let ad: string;

const carnaval = listHolidays(new Date(), 14).find(({ name }) => name === "Carnaval");
if (!carnaval) throw new Error("no Carnaval within 14 months");
const stay = { checkIn: carnaval.checkIn, checkOut: carnaval.checkOut };
const nights = nightsOf(stay);
const dates = formatStay(stay, today());

beforeAll(async () => {
  ({ page: owner } = await openPage(browser));
  await signUp(owner, site.url);
  ad = await publishAd(owner, site.url, { valorDiaria: "500", quantidadeMaximaPessoas: people });
});

async function takeNights(): Promise<void> {
  await queryTables(
    site,
    `insert into unavailable_days ("postId", day) select $1, unnest($2::date[]) on conflict do nothing`,
    [ad.split("/").at(-1), nights],
  );
}

/** Runs the site's jobs of the next morning. */
async function letMorningCome(): Promise<void> {
  const { db } = database;
  await matchChanges(db);
  const eight = new Date(noonOf(today()).getTime() - 4 * 3_600_000);
  const signedLinks = createSignedLinks(siteSecret);
  await sendAlertLetters({ db, signedLinks, mailedSiteUrl: site.url }, eight);
}

async function linkIn(pattern: RegExp, ...words: string[]): Promise<string> {
  return pattern.exec(await waitForMail(site, ...words))?.[1] ?? "";
}

test("nothing is free at Carnaval, until an owner frees the nights", async () => {
  await takeNights();
  const email = `${crypto.randomUUID()}@example.com`;
  const { page, consoleErrors } = await openPage(browser);
  const { checkIn: entrada, checkOut: saida } = stay;
  await page.goto(`${site.url}/search?${new URLSearchParams({ entrada, saida, pessoas: people })}`);
  await page.getByText("Não foram encontrados imoveis a partir da sua busca...").waitFor();
  await page.getByRole("link", { name: "Avise-me" }).click();
  await page.getByText(`Casas para ${people} pessoas, livres de ${dates}`).waitFor();
  await page.getByRole("button", { name: "Quero ser avisado" }).click();
  await page.getByText("Diga o e-mail em que quer ser avisado.").waitFor();
  await page.fill("[name=email]", email);
  await page.getByRole("button", { name: "Quero ser avisado" }).click();
  await page.getByRole("heading", { name: "Veja o seu e-mail" }).waitFor();

  await page.goto(await linkIn(/(https:\S+\/avisos\/\S+)/, email, "Confirmar aviso"));
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirmar aviso" }).click();
  await page.getByRole("heading", { name: "Aviso ligado" }).waitFor();

  await visit(owner, `${site.url}${ad}/calendario`);
  await owner.getByRole("button", { name: "Mostrar mais meses" }).click();
  for (const night of nights) await owner.click(`[data-dia="${night}"]`);
  const left = `select day from unavailable_days where "postId" = $1 and day = any($2::date[])`;
  await expect.poll(() => queryTables(site, left, [ad.split("/").at(-1), nights])).toEqual([]);
  await letMorningCome();
  await page.goto(await linkIn(/(https:\S+\/posts\/\S+)/, email, `Livre de ${dates}`));
  expect(await page.locator("[data-estimativa]").first().textContent()).toMatch(/R\$/);
  expect(await page.inputValue("[name=entrada]")).toBe(entrada);

  await page.goto(await linkIn(/parar este aviso:\r?\n(\S+)/, email, "parar este aviso"));
  await page.getByRole("button", { name: "Parar aviso" }).click();
  await page.getByRole("heading", { name: "Não guardamos este aviso" }).waitFor();
  expect(await findMail(site, email, "/avisos/")).toBeUndefined();
  expect(consoleErrors.filter((line) => !/\b4[01]0\b/.test(line))).toEqual([]);

  // The ad itself offers it, too, for chosen dates that are taken.
  await takeNights();
  await page.goto(`${site.url}${ad}?entrada=${entrada}&saida=${saida}`);
  await page.getByRole("link", { name: "Avise-me" }).click();
  await page.getByText(/A casa “.+”, .+, livre de/).waitFor();
});
