import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { watch } from "../../testing/alerts.ts";
import { publish } from "../../testing/caching-site.ts";
import { openMailingSite } from "../../testing/mailing-site.ts";
import { openSiteOn, openTestSite, type TestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { alertHits, alerts } from "../db/alert-schema.ts";
import { outbox } from "../db/mail-schema.ts";
import { noFilters } from "../search/filters.ts";
import { maxAlertsOfEmail, openAlertDays } from "./alert.ts";
import {
  confirmAlert,
  eraseAlerts,
  purgeAlerts,
  renewAlert,
  requestAlert,
} from "./alerts.server.ts";

const email = "bia@example.com";
const day = today();

function ask(site: TestSite, localizacao: string, to = email) {
  return requestAlert(site, to, { filters: { ...noFilters, localizacao }, postId: null });
}

async function letters({ db }: TestSite) {
  const rows = await db.select().from(outbox).orderBy(outbox.createdAt);
  return rows.flatMap(({ content }) => (content.kind === "letter" ? [content] : []));
}

async function onlyAlert({ db }: TestSite) {
  const rows = await db.select().from(alerts);
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error("no alert");
  return row;
}

test("a request waits for the confirmation that its letter asks for", async () => {
  const { site, deliver } = await openMailingSite();
  await ask(site, "Capitólio");
  expect(await onlyAlert(site)).toMatchObject({ email, confirmedAt: null, toldOn: null });
  const [mail = ""] = await deliver();
  expect(mail).toContain("To: bia@example.com");
  const [letter] = await letters(site);
  expect(letter?.text).toContain("Casas em Capitólio.");
  expect(letter?.text).toMatch(/https:\/\/mardeminas\.example\/avisos\/[\w-]{40,}/);
});

test("the letter to an unconfirmed address repeats nobody's words", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { title: "Compre já em golpe.example" });
  await requestAlert(site, email, { filters: noFilters, postId: id });
  const [letter] = await letters(site);
  expect(letter?.text).toContain("Uma casa em Escarpas do Lago");
  expect(letter?.text).not.toContain("golpe.example");
});

test("the same request again sends its link again", async () => {
  const site = await openTestSite();
  await ask(site, "Turvo");
  await ask(site, "Turvo");
  const { id } = await onlyAlert(site);
  await confirmAlert(site.db, id);
  await ask(site, "Turvo");
  await onlyAlert(site);
  expect((await letters(site)).map(({ subject }) => subject)).toEqual([
    "Confirme o seu aviso no Mar de Minas",
    "Confirme o seu aviso no Mar de Minas",
    "Você já tem este aviso",
  ]);
});

test("an address has at most five alerts; the sixth request is answered by a letter with the five", async () => {
  const site = await openTestSite();
  const places = ["Turvo", "Dique", "Funil", "Piumhi", "Guapé"];
  for (const localizacao of places) await watch(site.db, { filters: { localizacao }, email });
  await ask(site, "Capitólio");
  expect(await site.db.$count(alerts)).toBe(maxAlertsOfEmail);
  const [letter] = await letters(site);
  expect(letter?.subject).toBe("Você já tem 5 avisos no Mar de Minas");
  for (const place of places) expect(letter?.text).toContain(place);
  await ask(site, "Capitólio", "outra@example.com");
  expect(await site.db.$count(alerts)).toBe(maxAlertsOfEmail + 1);
});

test("requests that nobody confirmed make room for new ones", async () => {
  const site = await openTestSite();
  for (const place of ["Turvo", "Dique", "Funil", "Piumhi", "Guapé", "Capitólio"]) {
    await ask(site, place);
  }
  const rows = await site.db.select({ localizacao: alerts.localizacao }).from(alerts);
  const left = rows.map(({ localizacao }) => localizacao).sort();
  expect(left).toEqual(["Capitólio", "Dique", "Funil", "Guapé", "Piumhi"]);
});

test("requests to two sites at once don't exceed the limit", async () => {
  const site = await openTestSite();
  const other = await openSiteOn(site.databaseUrl);
  for (const localizacao of ["Turvo", "Dique", "Funil", "Piumhi"]) {
    await watch(site.db, { filters: { localizacao }, email });
  }
  await Promise.all([ask(site, "Guapé"), ask(other, "Capitólio"), ask(site, "Ponta do Sol")]);
  expect(await site.db.$count(alerts)).toBe(maxAlertsOfEmail);
});

test("an alert without dates runs for 90 days from its confirmation, and from each renewal", async () => {
  const { db } = await openTestSite();
  const id = await watch(db, { isConfirmed: false, endsOn: addDays(day, 3) });
  expect(await confirmAlert(db, id)).toEqual({ ok: true });
  const [confirmed] = await db.select().from(alerts);
  expect(confirmed).toMatchObject({ endsOn: addDays(day, openAlertDays) });
  await db.update(alerts).set({ endsOn: addDays(day, 1) });
  await confirmAlert(db, id);
  expect((await db.select().from(alerts))[0]?.endsOn).toBe(addDays(day, 1));
  await renewAlert(db, id);
  expect((await db.select().from(alerts))[0]?.endsOn).toBe(addDays(day, openAlertDays));
});

test("an alert with dates ends with them and can't be renewed", async () => {
  const { db } = await openTestSite();
  const stay = { checkIn: addDays(day, 10), checkOut: addDays(day, 12) };
  const id = await watch(db, { filters: { stay } });
  expect((await db.select().from(alerts))[0]?.endsOn).toBe(stay.checkIn);
  expect(await renewAlert(db, id)).toMatchObject({ ok: false, reason: "dead-link" });
});

test("erasing an alert leaves neither hits nor letters; erasing an address, none of its alerts", async () => {
  const site = await openTestSite();
  await ask(site, "Turvo");
  await ask(site, "Dique");
  await ask(site, "Funil", "outra@example.com");
  const [first] = await site.db.select().from(alerts).where(eq(alerts.localizacao, "Turvo"));
  const id = first?.id ?? "";
  await site.db.insert(alertHits).values({ alertId: id, postId: crypto.randomUUID() });
  await site.db.transaction((tx) => eraseAlerts(tx, { id }));
  expect(await site.db.$count(alerts)).toBe(2);
  expect(await site.db.$count(alertHits)).toBe(0);
  expect(await letters(site)).toHaveLength(2);
  await site.db.transaction((tx) => eraseAlerts(tx, { email }));
  const left = await site.db.select({ email: alerts.email }).from(alerts);
  expect(left).toEqual([{ email: "outra@example.com" }]);
  expect((await letters(site)).map(({ to }) => to)).toEqual(["outra@example.com"]);
});

test("alerts are purged 30 days after their end, and requests after a week without confirmation", async () => {
  const { db } = await openTestSite();
  const kept = [
    await watch(db, { endsOn: addDays(day, -30) }),
    await watch(db, { isConfirmed: false }),
    await watch(db),
  ];
  const gone = await watch(db, { endsOn: addDays(day, -31) });
  await db.insert(alertHits).values({ alertId: gone, postId: crypto.randomUUID() });
  const waiting = await watch(db, { isConfirmed: false });
  await db
    .update(alerts)
    .set({ createdAt: sql`now() - interval '8 days'` })
    .where(eq(alerts.id, waiting));
  expect(await db.transaction((tx) => purgeAlerts(tx, day))).toBe(2);
  const rows = await db.select({ id: alerts.id }).from(alerts);
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort());
  expect(await db.$count(alertHits)).toBe(0);
});
