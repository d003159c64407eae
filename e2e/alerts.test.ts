import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendAlertLetters } from "../app/alerts/alert-letters.server.ts";
import { matchChanges } from "../app/alerts/alert-matches.server.ts";
import { noonOf, today } from "../app/calendar/civil-date.ts";
import { listHolidays } from "../app/calendar/holidays.ts";
import { formatStay, nightsOf } from "../app/calendar/stays.ts";
import { alerts } from "../app/db/alert-schema.ts";
import { type Db, openDatabase } from "../app/db/client.server.ts";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../app/db/embedded/embedded.server.ts";
import { outbox } from "../app/db/mail-schema.ts";
import { posts, unavailableDays } from "../app/db/schema.ts";
import { createSignedLinks } from "../app/mail/signed-links.server.ts";
import { makeFolder } from "../testing/folder.ts";
import { patience } from "../testing/patience.ts";
import { expectNoViolations } from "./accessibility.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { launchBrowser, openPage, visit } from "./browser.ts";
import { confirmEmail, findMail } from "./mailbox.ts";
import { removeData, type SiteProcess, startSite } from "./site-process.ts";

const folder = await makeFolder({ onDone: afterAll });
const secret = "x".repeat(32);
let database: EmbeddedDatabase;
let site: SiteProcess;
let browser: Browser;
let owner: Page;
let ownerEmail: string;
let db: Db;
let closeDb: () => Promise<void>;
/** Id of the ad. */
let ad: string;

const carnaval = listHolidays(new Date(), 14).find(({ name }) => name === "Carnaval");
if (!carnaval) throw new Error("no Carnaval within 14 months");
const stay = { checkIn: carnaval.checkIn, checkOut: carnaval.checkOut };
const nights = nightsOf(stay);
const dates = formatStay(stay, today());

beforeAll(async () => {
  database = await startEmbeddedDatabase(folder);
  site = await startSite({ env: { DATABASE_URL: database.url, AUTH_SECRET: secret } });
  ({ db, close: closeDb } = openDatabase(database.url, () => undefined));
  browser = await launchBrowser();
  ({ page: owner } = await openPage(browser));
  ownerEmail = await signUp(owner, site.url);
  await confirmEmail(site, ownerEmail);
  await publishAd(owner, site.url, { valorDiaria: "500", quantidadeMaximaPessoas: "6" });
  const [post] = await db.select({ id: posts.id }).from(posts);
  ad = post?.id ?? "";
});

afterAll(async () => {
  await browser?.close();
  await closeDb?.();
  if (site) {
    await site.end("SIGTERM");
    await removeData(site);
  }
  await database?.stop();
});

/** What the site's jobs do by the next morning. */
async function letMorningCome(): Promise<void> {
  await matchChanges(db);
  const eight = new Date(noonOf(today()).getTime() - 4 * 3_600_000);
  const signedLinks = createSignedLinks(secret);
  expect(await sendAlertLetters({ db, signedLinks, mailedSiteUrl: site.url }, eight)).toBe(1);
}

async function linkIn(pattern: RegExp, ...words: string[]): Promise<string> {
  return vi.waitFor(async () => {
    const letter = await findMail(site, ...words);
    const [, found] = pattern.exec(letter ?? "") ?? [];
    if (!found) throw new Error("no letter yet");
    return found;
  }, patience);
}

async function freeNights(): Promise<void> {
  await visit(owner, `${site.url}/posts/${ad}/calendario`);
  await owner.getByText("1 pessoa espera por datas suas que estão ocupadas.").waitFor();
  for (const night of nights) await owner.click(`[data-dia="${night}"]`);
  await owner.getByText("Vamos avisar 1 pessoa que esperava por estas noites").waitFor();
}

test.each([
  ["with script", true],
  ["without script", false],
])(
  "nothing is free at Carnaval, until an owner frees the nights (%s)",
  async (_, hasScript) => {
    await db.insert(unavailableDays).values(nights.map((day) => ({ postId: ad, day })));
    const email = `bia-${hasScript}@example.com`;
    const { page, consoleErrors } = await openPage(browser, { javaScriptEnabled: hasScript });
    const asked = new URLSearchParams({
      entrada: stay.checkIn,
      saida: stay.checkOut,
      pessoas: "4",
    });
    await page.goto(`${site.url}/search?${asked}`);
    await page.getByText("Não foram encontrados imoveis a partir da sua busca...").waitFor();
    await page.getByRole("link", { name: "Avise-me" }).click();
    await page.getByText(`Casas para 4 pessoas, livres de ${dates}`).waitFor();
    if (hasScript) await expectNoViolations(page);

    await page.getByRole("button", { name: "Quero ser avisado" }).click();
    await page.getByText("Diga o e-mail em que quer ser avisado.").waitFor();
    await page.fill("[name=email]", email);
    await page.getByRole("button", { name: "Quero ser avisado" }).click();
    await page.getByRole("heading", { name: "Veja o seu e-mail" }).waitFor();

    const link = await linkIn(/(https:\S+\/avisos\/\S+)/, email, "Confirmar aviso");
    await page.goto(link);
    expect(await db.select({ at: alerts.confirmedAt }).from(alerts)).toEqual([{ at: null }]);
    if (hasScript) await expectNoViolations(page);
    await page.getByRole("button", { name: "Confirmar aviso" }).click();
    await page.getByRole("heading", { name: "Aviso ligado" }).waitFor();

    await freeNights();
    await letMorningCome();
    const address = await linkIn(/(https:\S+\/posts\/\S+)/, email, `Livre de ${dates}`);
    await page.goto(address);
    const estimate = page.locator("#contato [data-estimativa], [data-estimativa]").first();
    expect(await estimate.textContent()).toMatch(/R\$/);
    expect(await page.inputValue("[name=entrada]")).toBe(stay.checkIn);

    await page.getByRole("link", { name: "Perguntar por e-mail" }).click();
    await page.getByLabel("Seu nome").fill("Bia Lima");
    await page.getByLabel("Seu e-mail").fill(email);
    await page.getByRole("button", { name: "Enviar pergunta" }).click();
    await page.getByRole("heading", { name: "Pergunta enviada!" }).waitFor();
    const free = /(https:\S+\/pergunta\/\S+\?resposta=livre)/;
    await owner.goto(await linkIn(free, ownerEmail, "Bia Lima perguntou", email));
    await owner.getByRole("button", { name: "Está livre" }).click();
    await owner.getByRole("heading", { name: "Resposta enviada" }).waitFor();
    await linkIn(/(está livre\.)/, `To: ${email}`, "Quem anuncia diz");

    await page.goto(await linkIn(/parar este aviso:\r?\n(\S+)/, email, "parar este aviso"));
    await page.getByRole("button", { name: "Apagar tudo deste e-mail" }).click();
    await page.getByRole("heading", { name: "Aviso parado" }).waitFor();
    expect(await db.$count(alerts)).toBe(0);
    const letters = await db.select({ content: outbox.content }).from(outbox);
    expect(letters.filter(({ content }) => "about" in content)).toEqual([]);
    expect(await findMail(site, email, "/avisos/")).toBeUndefined();
    expect(consoleErrors.filter((line) => !line.includes("400"))).toEqual([]);
  },
  120_000,
);

test("an ad whose chosen dates are taken offers to tell when they become free", async () => {
  await db
    .insert(unavailableDays)
    .values(nights.map((day) => ({ postId: ad, day })))
    .onConflictDoNothing();
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/posts/${ad}?entrada=${stay.checkIn}&saida=${stay.checkOut}`);
  await page.getByRole("link", { name: "Avise-me" }).click();
  await page.getByText(/A casa “.+”, .+, livre de/).waitFor();
  expect(new URL(page.url()).search).toBe(
    `?anuncio=${ad}&entrada=${stay.checkIn}&saida=${stay.checkOut}`,
  );
});
