import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import {
  openSiteOn,
  openTestSite,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../../testing/site.ts";
import { staff, visits } from "../../../platform/db/operation-schema.ts";
import { deletedPosts, posts } from "../../../platform/db/schema.ts";

const phone =
  "Mozilla/5.0 (Linux; Android 14; SM-A145M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

async function send(
  site: TestSite,
  text: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await site.app.request("/visitas", {
    method: "POST",
    body: text,
    headers: { "Content-Type": "text/plain;charset=UTF-8", "User-Agent": phone, ...headers },
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
  return answer.status;
}

/** Counts of a listing, by kind. */
async function countsOf(site: TestSite, id: string): Promise<Record<string, number>> {
  await site.visitCounter.flush();
  const rows = await site.db.select().from(visits).where(eq(visits.postId, id));
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

test("views and taps are stored as one number each per day", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  for (const kind of ["visita", "visita", "whatsapp", "telefone"]) {
    expect(await send(site, `${kind} ${id}`)).toBe(204);
  }
  expect(await countsOf(site, id)).toEqual({ visita: 2, whatsapp: 1, telefone: 1 });
});

test("a visit counts for the day it is in the region", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    vi.setSystemTime("2026-11-22T02:59:00Z");
    await send(site, `visita ${id}`);
    vi.setSystemTime("2026-11-22T03:01:00Z");
    await send(site, `visita ${id}`);
  } finally {
    vi.useRealTimers();
  }
  await site.visitCounter.flush();
  const rows = await site.db.select().from(visits).where(eq(visits.postId, id));
  expect(rows.map(({ day }) => day).sort()).toEqual(["2026-11-21", "2026-11-22"]);
});

test("owners' and staff's views don't count, but those of other advertisers do", async () => {
  const site = sharedSite();
  const owner = await signIn(site);
  const other = await signIn(site);
  const operator = await signIn(site);
  await site.db.insert(staff).values({ userId: operator.user.uid });
  const { id } = await publish(site);
  await site.db.update(posts).set({ uid: owner.user.uid }).where(eq(posts.id, id));
  for (const { cookie } of [owner, operator, other]) {
    expect(await send(site, `visita ${id}`, { Cookie: cookie })).toBe(204);
  }
  expect(await countsOf(site, id)).toEqual({ visita: 1 });
});

const nexus = "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

test.each([
  [
    "a bot's",
    {},
    `${nexus} ${chrome} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  ],
  ["a preview's", {}, "WhatsApp/2.23.20.0"],
  ["a nameless program's", {}, ""],
  ["an in-app browser's", { visita: 1 }, `${nexus} ${chrome} Instagram 350.0.0.0.0`],
  ["a web view's", { visita: 1 }, `${phone.replace(")", "; wv)")} [FB_IAB/FB4A;FBAV/480.0.0.0;]`],
])("%s visit counts as %j", async (_, counts, agent) => {
  const site = sharedSite();
  const { id } = await publish(site);
  expect(await send(site, `visita ${id}`, { "User-Agent": agent })).toBe(204);
  expect(await countsOf(site, id)).toEqual(counts);
});

test("visits of paused, deleted and unknown listings don't count", async () => {
  const site = sharedSite();
  const [paused, deleted] = [(await publish(site)).id, (await publish(site)).id];
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, paused));
  await site.db.insert(deletedPosts).values({ id: deleted, localizacao: "Turvo" });
  for (const id of [paused, deleted, crypto.randomUUID()]) {
    expect(await send(site, `visita ${id}`)).toBe(204);
    expect(await countsOf(site, id)).toEqual({});
  }
});

test.each([
  // beacon.server.test.ts has the other texts that are no visit.
  { what: "no listing", body: "visita 1", status: 400 },
  { what: "invalid UTF-8", body: new Uint8Array([255, 254, 0]), status: 400 },
  { what: "too much", body: `visita ${"x".repeat(2000)}`, status: 413 },
])("$what is refused: $status", async ({ body, status }) => {
  const site = sharedSite();
  const before = await site.db.$count(visits);
  const answer = await site.app.request("/visitas", {
    method: "POST",
    body,
    headers: { "User-Agent": phone },
  });
  expect(answer.status).toBe(status);
  await site.visitCounter.flush();
  expect(await site.db.$count(visits)).toBe(before);
});

test("other methods and other sites' pages are refused", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const answer = await site.app.request("/visitas", { method });
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
  }
  expect(await send(site, `visita ${id}`, { Origin: "https://evil.example" })).toBe(403);
  expect(await send(site, `visita ${id}`, { "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await countsOf(site, id)).toEqual({});
});

test("at most 20 visits of one kind and 120 in all count from one address in ten minutes", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.25" });
  const { id } = await publish(site);
  for (let n = 0; n < 10; n++) expect(await send(site, `visita ${id}`)).toBe(204);
  expect(await countsOf(site, id)).toEqual({ visita: 5 });
  await send(site, `whatsapp ${id}`);
  expect(await countsOf(site, id)).toEqual({ visita: 5, whatsapp: 1 });
  for (let n = 0; n < 19; n++) await send(site, `visita ${crypto.randomUUID()}`);
  await send(site, `telefone ${id}`);
  expect(await countsOf(site, id)).toEqual({ visita: 5, whatsapp: 1 });
});

test("two sites on one database add up their counts, and a stopping one stores its own", async () => {
  const site = sharedSite();
  const second = await openSiteOn(site.databaseUrl, { RATE_LIMIT_FACTOR: "100" });
  second.visitCounter.start();
  const { id } = await publish(site);
  const all = [site, second, site, second, second];
  await Promise.all(all.map((one) => send(one, `visita ${id}`)));
  await Promise.all([site.visitCounter.flush(), second.visitCounter.stop()]);
  expect(await countsOf(site, id)).toEqual({ visita: 5 });
});

test("while the database refuses counts they wait in memory, and are stored once", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  await send(site, `visita ${id}`);
  await site.owner.execute(
    sql`alter table visits add constraint broken check (n > 1000) not valid`,
  );
  await expect(site.visitCounter.flush()).rejects.toThrow();
  await send(site, `visita ${id}`);
  await site.owner.execute(sql`alter table visits drop constraint broken`);
  expect(await countsOf(site, id)).toEqual({ visita: 2 });
  expect(await countsOf(site, id)).toEqual({ visita: 2 });
});
