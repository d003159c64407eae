import { beforeAll, expect, test } from "vitest";
import { comingStay as stay, watch } from "../../../testing/alerts.ts";
import { sendAs, signInCallers } from "../../../testing/callers.ts";
import { publishAskable } from "../../../testing/questions.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { alerts } from "../../db/alert-schema.ts";

const sharedSite = shareTestSite();

type Link = "valid" | "forged" | "expired" | "foreign kind";

/** An unconfirmed alert without dates, and one of another address. */
async function prepare() {
  const { db, signedLinks } = sharedSite();
  await db.delete(alerts);
  const id = await watch(db, { email: "bia@example.com", isConfirmed: false });
  const other = await watch(db, { email: "ana@example.com", isConfirmed: false });
  const valid = await signedLinks.sign(db, "alert", id);
  const longAgo = new Date(Date.now() - 366 * 86_400_000);
  const links: Record<Link, string> = {
    valid,
    forged: valid.slice(0, -1) + (valid.endsWith("A") ? "B" : "A"),
    expired: await signedLinks.sign(db, "alert", id, longAgo),
    "foreign kind": await signedLinks.sign(db, "confirm", postId),
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

test("an alert is its link's holder's, whoever that is, and nobody else's", async () => {
  const links = ["valid", "forged", "expired", "foreign kind"] as const;
  for (const [caller, cookie] of Object.entries(cookies)) {
    for (const [name, action] of Object.entries(actions)) {
      const fields = "fields" in action ? { ...action.fields } : undefined;
      // A link that is no use is none to anybody.
      for (const link of caller === "visitor" ? links : links.slice(0, 1)) {
        const watched = await prepare();
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
