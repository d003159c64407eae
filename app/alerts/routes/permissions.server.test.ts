import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { comingStay as stay, watch } from "../../../testing/alerts.ts";
import { publish } from "../../../testing/caching-site.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { alerts } from "../../db/alert-schema.ts";
import { staff } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";

const sharedSite = shareTestSite();

type Caller = "visitor" | "owner" | "other owner" | "blocked" | "operator";
type Link = "valid" | "forged" | "expired" | "foreign kind" | "another alert's";

interface Watched {
  id: string;
  other: string;
  links: Record<Link, string>;
}

/** An unconfirmed alert without dates, and one of another address. */
async function prepare(postId: string): Promise<Watched> {
  const { db, signedLinks } = sharedSite();
  await db.delete(alerts);
  const id = await watch(db, { email: "bia@example.com", isConfirmed: false });
  const other = await watch(db, { email: "ana@example.com", isConfirmed: false });
  const valid = await signedLinks.sign(db, "alert", id);
  const longAgo = new Date(Date.now() - 366 * 86_400_000);
  return {
    id,
    other,
    links: {
      valid,
      forged: valid.slice(0, -1) + (valid.endsWith("A") ? "B" : "A"),
      expired: await signedLinks.sign(db, "alert", id, longAgo),
      "foreign kind": await signedLinks.sign(db, "confirm", postId),
      "another alert's": await signedLinks.sign(db, "alert", other),
    },
  };
}

async function callersOf(): Promise<{ cookies: Record<Caller, string>; postId: string }> {
  const site = sharedSite();
  const { db } = site;
  const { id: postId } = await publish(site);
  const [owner, other, blocked, operator] = [
    await signIn(site),
    await signIn(site),
    await signIn(site),
    await signIn(site),
  ];
  await db.update(posts).set({ uid: owner.user.uid }).where(eq(posts.id, postId));
  await db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, blocked.user.uid));
  await db.insert(staff).values({ userId: operator.user.uid });
  const cookies = {
    visitor: "",
    owner: owner.cookie,
    "other owner": other.cookie,
    blocked: blocked.cookie,
    operator: operator.cookie,
  };
  return { cookies, postId };
}

async function request(path: string, cookie: string, fields?: Record<string, string>) {
  const headers = { Cookie: cookie };
  const answer = await sharedSite().app.request(
    path,
    fields ? { method: "POST", body: new URLSearchParams(fields), headers } : { headers },
  );
  return answer.status;
}

async function statesOf({ id, other }: Watched) {
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
  renew: { path: "", fields: { intent: "renovar" }, own: "waiting", status: 410 },
  stop: { path: "", fields: { intent: "parar" }, own: "erased", status: 302 },
  "erase all": { path: "", fields: { intent: "apagar-tudo" }, own: "erased", status: 302 },
  "open the one-click address": { path: "/parar", own: "waiting", status: 302 },
  "stop by one click": {
    path: "/parar",
    fields: { "List-Unsubscribe": "One-Click" },
    own: "erased",
    status: 200,
  },
} as const;

test("an alert is its link's holder's, whoever that is, and nobody else's", async () => {
  const { cookies, postId } = await callersOf();
  for (const [caller, cookie] of Object.entries(cookies)) {
    for (const [name, action] of Object.entries(actions)) {
      const fields = "fields" in action ? { ...action.fields } : undefined;
      for (const link of ["valid", "forged", "expired", "foreign kind"] as const) {
        const watched = await prepare(postId);
        const path = `/avisos/${watched.links[link]}${action.path}`;
        const status = await request(path, cookie, fields);
        const told = `${caller}, ${link} link: ${name}`;
        // The one-click address says so only after leading to the alert's page.
        const isLed = name === "open the one-click address";
        expect([told, status]).toEqual([told, link === "valid" || isLed ? action.status : 410]);
        const own = link === "valid" ? action.own : "waiting";
        expect([told, await statesOf(watched)]).toEqual([told, { own, other: "waiting" }]);
      }
    }
  }
});

test("another alert's link changes that one alone", async () => {
  const { postId } = await callersOf();
  const watched = await prepare(postId);
  const path = `/avisos/${watched.links["another alert's"]}`;
  expect(await request(path, "", { intent: "confirmar" })).toBe(302);
  expect(await statesOf(watched)).toEqual({ own: "waiting", other: "confirmed" });
  expect(await request(path, "", { intent: "apagar-tudo" })).toBe(302);
  expect(await statesOf(watched)).toEqual({ own: "waiting", other: "erased" });
});

test("anyone may ask for an alert; a search with mistakes, an unknown place or a hidden ad makes none", async () => {
  const site = sharedSite();
  const { cookies, postId } = await callersOf();
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

test("a bot that fills the hidden field is thanked, and nothing is stored", async () => {
  const { db } = sharedSite();
  await db.delete(alerts);
  const fields = { email: "robo@example.com", assunto: "Ganhe dinheiro" };
  expect(await request("/avisos/novo?localizacao=Turvo", "", fields)).toBe(302);
  expect(await db.$count(alerts)).toBe(0);
});
