import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { openTestSite, type TestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { visits } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import { compareListings } from "./comparison.server.ts";

const day = today();
const since = addDays(day, -29);

interface House {
  views?: number;
  taps?: number;
  people?: number | null;
  place?: string;
  /** Days since its publication. */
  age?: number;
}

async function addHouse(
  site: TestSite,
  { views = 0, taps = 0, people = 8, place = "Guapé", age = 90 }: House,
) {
  const { id, user } = await publish(site, {
    localizacao: place,
    quantidadeMaximaPessoas: people,
  });
  const createdAt = new Date(Date.now() - age * 86_400_000);
  await site.db.update(posts).set({ createdAt }).where(eq(posts.id, id));
  const counts = { visita: views, whatsapp: taps, busca: 1000 };
  for (const [kind, n] of Object.entries(counts)) {
    if (n > 0) await site.db.insert(visits).values({ postId: id, day, kind, n });
  }
  // Before the period.
  const earlier = { postId: id, day: addDays(since, -1), kind: "visita", n: 5000 };
  await site.db.insert(visits).values(earlier);
  return { id, uid: user.uid };
}

/** Views and taps of five houses like the owner's; the medians are 60 and 5 per 100. */
const neighbours = [
  { views: 20, taps: 1 },
  { views: 40, taps: 0 },
  { views: 60, taps: 6 },
  { views: 80, taps: 4 },
  { views: 400, taps: 80 },
];

async function compare(site: TestSite, id: string, from = since) {
  return (await compareListings(site.db, [id], from, day)).get(id);
}

test("a house is compared with the medians of five like it, in the same place and of similar size", async () => {
  const site = await openTestSite();
  const own = await addHouse(site, { views: 150, taps: 6 });
  for (const one of neighbours) await addHouse(site, one);
  for (const other of [
    { place: "Turvo", views: 9000 },
    { people: 13, views: 9000 },
    { people: 5, views: 9000 },
    { people: null, views: 9000 },
    { age: 3, views: 9000 },
  ]) {
    await addHouse(site, other);
  }
  const paused = await addHouse(site, { views: 9000 });
  await site.db
    .update(posts)
    .set({ pausedAt: new Date(), pausedBy: "owner" })
    .where(eq(posts.id, paused.id));
  const second = await addHouse(site, { views: 9000 });
  await site.db.update(posts).set({ uid: own.uid }).where(eq(posts.id, second.id));
  expect(await compare(site, own.id)).toEqual({
    ok: true,
    houses: 5,
    views: { own: 150, others: 60 },
    taps: { own: 4, others: 5 },
  });
});

test("with four houses like it, a new house, or one without a size, nothing is compared", async () => {
  const site = await openTestSite();
  const own = await addHouse(site, { views: 150 });
  const recent = await addHouse(site, { views: 150, age: 20, place: "Turvo" });
  const unsized = await addHouse(site, { views: 150, people: null });
  for (const one of neighbours.slice(1)) await addHouse(site, one);
  expect(await compare(site, own.id)).toEqual({ ok: false, reason: "few" });
  expect(await compare(site, recent.id)).toEqual({ ok: false, reason: "new" });
  expect(await compare(site, unsized.id)).toEqual({ ok: false, reason: "unsized" });
});

test("taps are compared only among five houses and an own one that were seen ten times", async () => {
  const site = await openTestSite();
  const own = await addHouse(site, { views: 150, taps: 6 });
  const hardlySeen = await addHouse(site, { views: 9, taps: 6 });
  for (const one of neighbours.slice(1)) await addHouse(site, one);
  expect(await compare(site, own.id)).toMatchObject({ houses: 5, taps: null });
  await addHouse(site, { views: 20 });
  expect(await compare(site, own.id)).toMatchObject({ houses: 6, taps: { own: 4 } });
  expect(await compare(site, hardlySeen.id)).toMatchObject({ views: { own: 9 }, taps: null });
});

test("over a year, a younger house is compared since its publication, with those as old", async () => {
  const site = await openTestSite();
  const own = await addHouse(site, { views: 150, age: 60 });
  for (const one of neighbours) await addHouse(site, { ...one, age: 200 });
  await addHouse(site, { views: 9000, age: 40 });
  expect(await compare(site, own.id, addDays(day, -365))).toMatchObject({
    houses: 5,
    views: { own: 5150, others: 5060 },
  });
});
