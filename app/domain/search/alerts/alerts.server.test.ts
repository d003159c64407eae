import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { hitsOf, comingStay as stay, watch } from "../../../../testing/alerts.ts";
import { publish } from "../../../../testing/caching-site.ts";
import { sendAs, signInCallers } from "../../../../testing/callers.ts";
import { lettersTo, newAddress, publishAskable } from "../../../../testing/questions.ts";
import { shareTestSite } from "../../../../testing/site.ts";
import { alertHits, alerts } from "../../../platform/db/alert-schema.ts";
import { posts, unavailableDays } from "../../../platform/db/schema.ts";
import { addDays, noonOf, today } from "../../calendar/civil-date.ts";
import { nightsOf } from "../../calendar/stays.ts";
import { noFilters } from "../filters.ts";
import { maxAlertsOfEmail, openAlertDays } from "./alert.ts";
import { sendAlertLetters } from "./alert-letters.server.ts";
import { alertLinks } from "./alert-mail.server.ts";
import { matchChanges } from "./alert-matches.server.ts";
import { confirmAlert, eraseAlert, eraseAlerts, requestAlert } from "./alerts.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });
const day = today();

// Those of other tests would wait for the nights of this one.
beforeEach(async () => {
  await sharedSite().db.delete(alerts);
});

function ask(localizacao: string, email: string) {
  const filters = { ...noFilters, localizacao };
  return requestAlert(sharedSite(), email, { filters, postId: null });
}

function alertsOf(email: string) {
  const { db } = sharedSite();
  return db.select().from(alerts).where(eq(alerts.email, email)).orderBy(alerts.localizacao);
}

const placesOf = async (email: string) =>
  (await alertsOf(email)).map(({ localizacao }) => localizacao);

test("a request waits for the confirmation that its letter asks for; again, it sends its link again", async () => {
  const site = sharedSite();
  const email = newAddress();
  await ask("Turvo", email);
  const [alert] = await alertsOf(email);
  expect(alert).toMatchObject({ confirmedAt: null, toldOn: null });
  const [letter] = await lettersTo(site, email);
  expect(letter?.text).toContain("Casas no Turvo.");
  expect(letter?.text).toMatch(/https:\/\/mardeminas\.example\/avisos\/[\w-]{40,}/);
  await ask("Turvo", email);
  await confirmAlert(site.db, alert?.id ?? "");
  await ask("Turvo", email);
  expect(await alertsOf(email)).toHaveLength(1);
  // A letter to an unconfirmed address repeats nobody's words.
  const { id: postId } = await publish(site, { title: "Compre já em golpe.example" });
  const other = newAddress();
  await requestAlert(site, other, { filters: noFilters, postId });
  const [neutral] = await lettersTo(site, other);
  expect(neutral?.text).toContain("Uma casa em Escarpas do Lago");
  expect(neutral?.text).not.toContain("golpe.example");
  expect((await lettersTo(site, email)).map(({ subject }) => subject)).toEqual([
    "Confirme o seu aviso no Mar de Minas",
    "Confirme o seu aviso no Mar de Minas",
    "Você já tem este aviso",
  ]);
});

test("an address has at most five alerts, also if it asks at once; then a letter names the five", async () => {
  const { db } = sharedSite();
  const email = newAddress();
  for (const localizacao of ["Turvo", "Dique", "Funil", "Piumhi"]) {
    await watch(db, { filters: { localizacao }, email });
  }
  await Promise.all(["Guapé", "Capitólio", "Ponta do Sol"].map((place) => ask(place, email)));
  const places = await placesOf(email);
  expect(places).toHaveLength(maxAlertsOfEmail);
  await db.update(alerts).set({ confirmedAt: sql`now()` }).where(eq(alerts.email, email));
  await ask("São José da Barra", email);
  expect(await placesOf(email)).toEqual(places);
  const letter = (await lettersTo(sharedSite(), email)).at(-1);
  expect(letter?.subject).toBe("Você já tem 5 avisos no Mar de Minas");
  for (const place of places) expect(letter?.text).toContain(place);
});

test("requests that nobody confirmed make room for new ones", async () => {
  const email = newAddress();
  for (const place of ["Turvo", "Dique", "Funil", "Piumhi", "Guapé", "Capitólio"]) {
    await ask(place, email);
  }
  const places = await placesOf(email);
  expect(places).toHaveLength(maxAlertsOfEmail);
  expect(places).not.toContain("Turvo");
});

test("an alert without dates runs for 90 days from its confirmation", async () => {
  const { db } = sharedSite();
  const id = await watch(db, { isConfirmed: false, endsOn: addDays(day, 3) });
  const isOwn = eq(alerts.id, id);
  const end = async () => (await db.select().from(alerts).where(isOwn))[0]?.endsOn;
  expect(await confirmAlert(db, id)).toEqual({ ok: true });
  expect(await end()).toBe(addDays(day, openAlertDays));
  await db
    .update(alerts)
    .set({ endsOn: addDays(day, 1) })
    .where(isOwn);
  await confirmAlert(db, id);
  expect(await end()).toBe(addDays(day, 1));
});

test("erasing an alert also erases its hits and letters; erasing an address, all of its alerts", async () => {
  const { db } = sharedSite();
  const [email, other] = [newAddress(), newAddress()];
  await ask("Turvo", email);
  await ask("Dique", email);
  await ask("Funil", other);
  const id = (await alertsOf(email)).at(-1)?.id ?? "";
  await db.insert(alertHits).values({ alertId: id, postId: crypto.randomUUID() });
  await db.transaction((tx) => eraseAlert(tx, id));
  expect(await placesOf(email)).toEqual(["Dique"]);
  expect(await db.$count(alertHits, eq(alertHits.alertId, id))).toBe(0);
  expect(await lettersTo(sharedSite(), email)).toHaveLength(1);
  await db.transaction((tx) => eraseAlerts(tx, eq(alerts.email, email)));
  expect([await alertsOf(email), await lettersTo(sharedSite(), email)]).toEqual([[], []]);
  expect(await placesOf(other)).toEqual(["Funil"]);
  expect(await lettersTo(sharedSite(), other)).toHaveLength(1);
});

/** So many hours after midnight in the region. */
function at(hour: number, date = day): Date {
  return new Date(noonOf(date).getTime() + (hour - 12) * 3_600_000);
}

async function publishWatched(fields: object = {}) {
  const published = await publish(sharedSite(), fields);
  await matchChanges(sharedSite().db);
  return published;
}

/** Someone who waits for ads; `letters` are those they got. */
async function wait(alert: Parameters<typeof watch>[1] = {}) {
  const email = newAddress();
  const id = await watch(sharedSite().db, { email, ...alert });
  return { id, letters: () => lettersTo(sharedSite(), email) };
}

test("the letter says what is free, and has the address by which mail programs stop the alert", async () => {
  const site = sharedSite();
  const { letters } = await wait({ filters: { stay, pessoas: 10 } });
  const { id } = await publishWatched({ valorFds: "1000", valorDiaria: "500" });
  await sendAlertLetters(site, at(8));
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter?.text).toMatch(/R\$\u00a0[\d.]+ por 5 noites, estimativa/);
  const inquiry = `entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=10`;
  expect(letter?.text).toContain(`https://mardeminas.example/posts/${id}?${inquiry}`);
  expect(letter?.unsubscribe).toMatch(/^https:\/\/mardeminas\.example\/avisos\/[\w-]+\/parar$/);
});

test("letters go out in the region's morning, at most one a day, with everything new since the last", async () => {
  const site = sharedSite();
  const { letters } = await wait();
  await publishWatched({ title: "Casa Um" });
  await publishWatched({ title: "Casa Dois" });
  for (const hour of [0, 6.9, 12, 15, 23]) await sendAlertLetters(site, at(hour));
  expect(await letters()).toEqual([]);
  // Two sites run at once. If both miss a morning, the letter goes out the next day.
  const next = addDays(day, 1);
  await Promise.all([7, 7].map((hour) => sendAlertLetters(site, at(hour, next))));
  expect(await letters()).toHaveLength(1);
  await publishWatched({ title: "Casa Três" });
  await sendAlertLetters(site, at(9, next));
  expect(await letters()).toHaveLength(1);
  for (const days of [2, 3]) await sendAlertLetters(site, at(8, addDays(day, days)));
  const [first, second, ...others] = await letters();
  expect(others).toEqual([]);
  expect(first?.subject).toBe("2 casas");
  expect(second?.text).toContain("Casa Três");
  expect(second?.text).not.toContain("Casa Um");
});

test("an ad that is taken, dearer or hidden again by the morning is left out", async () => {
  const site = sharedSite();
  const { letters } = await wait({ filters: { stay, q: 900 } });
  const taken = await publishWatched({ valorDiaria: "800" });
  const dearer = await publishWatched({ valorDiaria: "800" });
  const hidden = await publishWatched({ valorDiaria: "800" });
  const nights = nightsOf(stay).map((night) => ({ postId: taken.id, day: night }));
  await site.db.insert(unavailableDays).values(nights);
  const change = (id: string, values: Partial<typeof posts.$inferInsert>) =>
    site.db.update(posts).set(values).where(eq(posts.id, id));
  await change(dearer.id, { valorDiaria: "901" });
  await change(hidden.id, { pausedAt: new Date(), pausedBy: "owner" });
  await sendAlertLetters(site, at(8));
  expect(await letters()).toEqual([]);
  for (const { id } of [taken, dearer, hidden]) expect(await hitsOf(site.db, id)).toEqual([]);
  // No letter, so the day is still free for one.
  await publishWatched({ valorDiaria: "800" });
  await sendAlertLetters(site, at(9));
  expect(await letters()).toHaveLength(1);
});

test("a letter that can't be queued leaves its news for the next round", async () => {
  const site = sharedSite();
  const { letters } = await wait();
  const { id } = await publishWatched();
  await site.owner.execute("alter table outbox rename to outbox_away");
  try {
    await expect(sendAlertLetters(site, at(8))).rejects.toThrow();
  } finally {
    await site.owner.execute("alter table outbox_away rename to outbox");
  }
  expect(await hitsOf(site.db, id)).toHaveLength(1);
  await sendAlertLetters(site, at(8));
  expect(await letters()).toHaveLength(1);
});

test.each([
  ["with dates is silent once they have begun", { filters: { stay } }, stay.checkIn],
  ["without dates is silent after its last day", { endsOn: day }, day],
])("an alert %s", async (_, alert, last) => {
  const { letters } = await wait(alert);
  await publishWatched();
  await sendAlertLetters(sharedSite(), at(8, addDays(last, 1)));
  expect(await letters()).toEqual([]);
  await sendAlertLetters(sharedSite(), at(8, last));
  expect(await letters()).toHaveLength(1);
});

type Link = "valid" | "forged" | "expired" | "foreign kind";

/** An unconfirmed alert without dates, and one of another address. */
async function prepare() {
  const { db, signedLinks } = sharedSite();
  await db.delete(alerts);
  const id = await watch(db, { email: "bia@example.com", isConfirmed: false });
  const other = await watch(db, { email: "ana@example.com", isConfirmed: false });
  const valid = await signedLinks.sign(db, alertLinks, id);
  const longAgo = new Date(Date.now() - 366 * 86_400_000);
  const links: Record<Link, string> = {
    valid,
    forged: valid.slice(0, -1) + (valid.endsWith("A") ? "B" : "A"),
    expired: await signedLinks.sign(db, alertLinks, id, longAgo),
    "foreign kind": await signedLinks.sign(db, { ...alertLinks, name: "confirm" }, id),
  };
  return { id, other, links };
}

let cookies: Record<string, string>;
let postId: string;
beforeAll(async () => {
  const site = sharedSite();
  const ad = await publishAskable(site);
  postId = ad.id;
  cookies = { ...(await signInCallers(site)), "the owner": ad.cookie };
});

async function request(path: string, cookie: string, fields?: Record<string, string>) {
  const answer = await sendAs(sharedSite(), cookie, { path, ...(fields && { fields }) });
  return Number(answer.split(" ")[0]);
}

async function statesOf({ id, other }: { id: string; other: string }) {
  const rows = await sharedSite().db.select().from(alerts);
  const stateOf = (wanted: string) => {
    const row = rows.find((one) => one.id === wanted);
    return row ? (row.confirmedAt ? "confirmed" : "waiting") : "erased";
  };
  return { own: stateOf(id), other: stateOf(other) };
}

const actions = {
  open: { path: "", own: "waiting", status: 200 },
  confirm: { path: "", fields: { intent: "confirmar" }, own: "confirmed", status: 302 },
  stop: { path: "", fields: { intent: "parar" }, own: "erased", status: 302 },
  "open the one-click address": { path: "/parar", own: "waiting", status: 302 },
  "stop by one click": {
    path: "/parar",
    fields: { "List-Unsubscribe": "One-Click" },
    own: "erased",
    status: 200,
  },
} as const;

test("an alert obeys anyone who holds its link, and nobody else", async () => {
  const links = ["valid", "forged", "expired", "foreign kind"] as const;
  for (const [caller, cookie] of Object.entries(cookies)) {
    for (const [name, action] of Object.entries(actions)) {
      const fields = "fields" in action ? { ...action.fields } : undefined;
      // A link that is no use is none to anybody.
      for (const link of caller === "visitor" ? links : links.slice(0, 1)) {
        const watched = await prepare();
        const path = `/avisos/${watched.links[link]}${action.path}`;
        const status = await request(path, cookie, fields);
        const label = `${caller}, ${link} link: ${name}`;
        // The one-click address says so only after leading to the alert's page.
        const isLed = name === "open the one-click address";
        expect([label, status]).toEqual([label, link === "valid" || isLed ? action.status : 410]);
        const own = link === "valid" ? action.own : "waiting";
        expect([label, await statesOf(watched)]).toEqual([label, { own, other: "waiting" }]);
      }
    }
  }
});

test("anyone may ask for an alert; a search with mistakes, an unknown place or a hidden ad makes none", async () => {
  const site = sharedSite();
  await site.db.delete(alerts);
  const email = "quem@example.com";
  for (const cookie of Object.values(cookies)) {
    expect(await request("/avisos/novo?localizacao=Turvo", cookie)).toBe(200);
  }
  expect(await request("/avisos/novo?localizacao=Turvo", "", { email })).toBe(302);
  expect(await request("/avisos/novo?localizacao=Turvo", "", { email: "sem-arroba" })).toBe(400);
  expect(await site.db.$count(alerts)).toBe(1);

  const dates = `entrada=${stay.checkIn}&saida=${stay.checkOut}`;
  const wrong = [
    "pessoas=0",
    `entrada=${stay.checkOut}&saida=${stay.checkIn}`,
    "localizacao=Paris",
    `anuncio=${postId}`,
    `anuncio=nada&${dates}`,
    `anuncio=${crypto.randomUUID()}&${dates}`,
  ];
  for (const query of wrong) {
    const path = `/avisos/novo?${query}`;
    expect([query, await request(path, "")]).toEqual([query, 400]);
    await request(path, "", { email });
  }
  expect(await site.db.$count(alerts)).toBe(1);
  expect(await request(`/avisos/novo?anuncio=${postId}&${dates}`, "", { email })).toBe(302);
  expect(await site.db.$count(alerts)).toBe(2);
});
