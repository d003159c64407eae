import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { hideListings } from "../../../testing/hide-listings.ts";
import { addManyListings } from "../../../testing/many-listings.ts";
import { patience } from "../../../testing/patience.ts";
import { shareDatabase } from "../../../testing/shared-database.ts";
import { createUser } from "../../../testing/site.ts";
import { feeds, seasons } from "../../platform/db/calendar-schema.ts";
import { type Db, openDatabase } from "../../platform/db/client.server.ts";
import { posts, unavailableDays } from "../../platform/db/schema.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { type Filters, noFilters } from "./filters.ts";
import type { ListingIndex } from "./index/listing-index.ts";
import { LiveIndex } from "./index/live-index.server.ts";
import { type Alternative, searchListings } from "./search.server.ts";

const day = "2026-11-21";
// A weekend from Friday to Sunday.
const weekend = { checkIn: "2026-12-11", checkOut: "2026-12-13" };
const onWeekend: Filters = { ...noFilters, stay: weekend };

const database = shareDatabase();
const db = () => database().db;

// A search finds whatever is public.
beforeEach(() => hideListings(database()));

async function list(overrides: Partial<typeof posts.$inferInsert> = {}): Promise<string> {
  const { uid } = await createUser(database());
  const values = {
    uid,
    title: "Casa do Ipê",
    body: "Perto do lago.",
    valorFds: "1090",
    valorDiaria: "520",
    telefone: "37900010264",
    localizacao: "Turvo",
    createdBy: "Maria",
    datesConfirmedAt: new Date(`${day}T12:00:00Z`),
    ...overrides,
  };
  const [row] = await db().insert(posts).values(values).returning({ id: posts.id });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

const take = (postId: string, ...days: string[]) =>
  db()
    .insert(unavailableDays)
    .values(days.map((taken) => ({ postId, day: taken })));

async function connect(postId: string, values: Partial<typeof feeds.$inferInsert>) {
  const feed = { postId, nome: "Airbnb", endereco: "https://example.com/a.ics", ...values };
  await db().insert(feeds).values(feed);
}

/** Titles of all results, page by page. */
async function findAll(filters: Filters): Promise<string[]> {
  const titles: string[] = [];
  let after: string | null = null;
  do {
    const page = await searchListings(db(), filters, { after, day });
    expect(page.listings.length).toBeLessThanOrEqual(12);
    titles.push(...page.listings.map(({ title }) => title));
    after = page.next;
  } while (after);
  return titles;
}

async function isFound(id: string, filters: Filters): Promise<boolean> {
  const { listings } = await searchListings(db(), filters, { day });
  return listings.some((one) => one.id === id);
}

// Combinations of filters and orders are tested on the index (listing-index.test.ts).
test("every filter leaves out the listings without that feature in the database", async () => {
  const all = {
    aceitaPets: true,
    pier: true,
    lazer: ["Piscina", "Sauna"],
    quantidadeMaximaPessoas: 8,
    QuantidadeTotalQuartos: 4,
  };
  const asked: [
    lacks: string,
    filter: Partial<Filters>,
    row: Partial<typeof posts.$inferInsert>,
  ][] = [
    ["cheap", { q: 520 }, { valorDiaria: "521" }],
    ["price", { q: 520 }, { valorDiaria: null }],
    ["Turvo", { localizacao: "Turvo" }, { localizacao: "Dique" }],
    ["room", { pessoas: 8 }, { quantidadeMaximaPessoas: 7 }],
    ["sauna", { lazer: ["Sauna"] }, { lazer: ["Piscina"] }],
    ["pets", { pets: true }, { aceitaPets: false }],
    ["pier", { pier: true }, { pier: false }],
    ["bedrooms", { quartos: 4 }, { QuantidadeTotalQuartos: 3 }],
    ["total", { stay: weekend, total: 1090 }, { valorFds: "1091" }],
    ["free night", { stay: weekend }, {}],
  ];
  await list({ ...all, title: "nothing" });
  for (const [title, , row] of asked) {
    const id = await list({ ...all, title, ...row });
    if (title === "free night") await take(id, "2026-12-12");
  }
  const titles = ["nothing", ...asked.map(([title]) => title)].sort();
  for (const [lacks, filter] of asked) {
    const lacking = asked.filter(([, same]) => JSON.stringify(same) === JSON.stringify(filter));
    const left = new Set(lacking.map(([title]) => title));
    if (filter.total) left.add("free night");
    const found = await findAll({ ...noFilters, ...filter });
    expect(found.sort(), lacks).toEqual(titles.filter((title) => !left.has(title)));
  }
  const unpriced = await findAll({ ...noFilters, q: 520, semPreco: true });
  expect(unpriced.sort()).toEqual(titles.filter((title) => title !== "cheap"));
});

test("pages have neither gaps nor repeats, and no ad that is being deleted, which doesn't end the list early", async () => {
  await addManyListings(database(), 60);
  await db().execute(sql`
    insert into deleted_posts (id, localizacao)
    select id, localizacao from posts where "pausedAt" is null order by "createdAt" desc, id desc offset 3 limit 2`);
  const { rows } = await db().execute(sql`
    select title from posts where "pausedAt" is null and "valorDiaria" is not null
    and not exists (select 1 from deleted_posts where deleted_posts.id = posts.id)
    order by "createdAt" desc, id desc`);
  expect(rows.length).toBeGreaterThan(30);
  expect(await findAll({ ...noFilters, q: 99_999 })).toEqual(rows.map(({ title }) => title));
});

describe("the very next search reflects changes to", () => {
  test("nights taken and freed, here and by a feed, with the check-out day staying free", async () => {
    const id = await list();
    expect(await isFound(id, onWeekend)).toBe(true);
    await take(id, "2026-12-13");
    expect(await isFound(id, onWeekend)).toBe(true);
    await take(id, "2026-12-12");
    expect(await isFound(id, onWeekend)).toBe(false);
    const before = { checkIn: "2026-12-10", checkOut: "2026-12-12" };
    expect(await isFound(id, { ...noFilters, stay: before })).toBe(true);
    await db().delete(unavailableDays).where(sql`day = '2026-12-12'`);
    expect(await isFound(id, onWeekend)).toBe(true);

    await connect(id, {});
    for (const [nights, isFree] of [
      ["{[2026-12-12,2026-12-14)}", false],
      ["{[2026-12-13,2026-12-15)}", true],
      ["{[2026-12-11,2026-12-12)}", false],
    ] as const) {
      await db().update(feeds).set({ nights }).where(eq(feeds.postId, id));
      expect(await isFound(id, onWeekend), nights).toBe(isFree);
    }
    await db().delete(feeds).where(eq(feeds.postId, id));
    expect(await isFound(id, onWeekend)).toBe(true);
  });

  test("a season, in the order by price and in the estimate", async () => {
    const dear = await list({ title: "Cara", valorFds: "2000" });
    await list({ title: "Barata", valorFds: "900" });
    const titles = async () => {
      const { listings } = await searchListings(db(), { ...onWeekend, ordem: "preco" }, { day });
      return listings.map(({ title, offer }) => `${title} ${offer?.estimate}`);
    };
    expect(await titles()).toEqual(["Barata 90000", "Cara 200000"]);
    const promotion = { postId: dear, temporada: "Promoção", valorFds: "700.50" };
    await db()
      .insert(seasons)
      .values({ ...promotion, de: "2026-12-11", ate: "2026-12-13" });
    expect(await titles()).toEqual(["Cara 70050", "Barata 90000"]);
    await db().delete(seasons).where(eq(seasons.postId, dear));
    expect(await titles()).toEqual(["Barata 90000", "Cara 200000"]);
  });

  test("listings after restoring another cluster's dump, with transaction ids from its future", async () => {
    const id = await list();
    await searchListings(db(), noFilters);
    await database().owner.execute(sql`update listing_changes set at = '99999999999'`);
    const restored = openDatabase(database().url, () => undefined);
    onTestFinished(restored.close);
    const withPets: Filters = { ...noFilters, pets: true };
    expect((await searchListings(restored.db, withPets)).total).toBe(0);
    await db().update(posts).set({ aceitaPets: true }).where(eq(posts.id, id));
    expect((await searchListings(restored.db, withPets)).total).toBe(1);
    const { rows } = await db().execute(
      sql`select 1 from listing_changes where at >= pg_snapshot_xmax(pg_current_snapshot())`,
    );
    expect(rows).toEqual([]);
  });
});

test("hourly readings of a feed keep its calendar confirmed from day to day", async () => {
  const now = Date.now();
  const goodAt = (daysAgo: number) => new Date(now - daysAgo * 86_400_000);
  const postId = await list({ createdAt: goodAt(90), datesConfirmedAt: null });
  await connect(postId, { goodAt: goodAt(29) });
  const stay = { checkIn: addDays(today(), 60), checkOut: addDays(today(), 61) };
  const countUnconfirmed = async () =>
    (await searchListings(db(), { ...noFilters, stay })).unconfirmed;
  expect(await countUnconfirmed()).toBe(0);
  // A reading is announced only after a gap of more than a day.
  for (let daysAgo = 28; daysAgo >= 0; daysAgo--) {
    await db()
      .update(feeds)
      .set({ goodAt: goodAt(daysAgo) })
      .where(eq(feeds.postId, postId));
  }
  vi.useFakeTimers({ toFake: ["Date"], now: now + 86_400_000 });
  expect(await countUnconfirmed()).toBe(0);
});

describe("list, counts and suggestions describe the same moment", () => {
  const cheap: Filters = { ...noFilters, q: 500 };
  const titlesOf = ({ listings }: Awaited<ReturnType<typeof searchListings>>) =>
    listings.map(({ title }) => title);

  test("as more ads are published meanwhile", async () => {
    await list({ title: "Antigo", valorDiaria: "400" });
    await searchListings(db(), noFilters);
    afterNextQuery(db(), "from listing_changes", async () => {
      await list({ title: "Novo", valorDiaria: "400" });
      await list({ title: "Sem preço", valorDiaria: null });
    });
    const before = await searchListings(db(), cheap);
    expect(titlesOf(before)).toEqual(["Antigo"]);
    expect(before).toMatchObject({ total: 1, unpriced: 0, byLocation: { Turvo: 1 } });
    expect(await searchListings(db(), cheap)).toMatchObject({ total: 2, unpriced: 1 });
  });
});

/** Lists a house for 16 people, with these nights taken. */
async function listTaken(fields: Partial<typeof posts.$inferInsert> = {}, nights: string[] = []) {
  const id = await list({ quantidadeMaximaPessoas: 16, ...fields });
  if (nights.length > 0) await take(id, ...nights);
}

async function suggest(filters: Filters): Promise<Alternative[]> {
  return (await searchListings(database().db, filters, { day })).alternatives;
}

describe("a stay without results", () => {
  test("suggests the nearest stays of its length that have some, and the whole region", async () => {
    await listTaken(
      {},
      Array.from({ length: 5 }, (_, n) => addDays("2026-12-10", n)),
    );
    await listTaken({ localizacao: "Dique" });
    const offered = await suggest({ ...noFilters, localizacao: "Turvo", stay: weekend });
    const places = offered.map(({ filters, count }) => [
      filters.stay?.checkIn,
      filters.localizacao,
      count,
    ]);
    expect(places).toEqual([
      ["2026-12-08", "Turvo", 1],
      ["2026-12-15", "Turvo", 1],
      ["2026-12-07", "Turvo", 1],
      ["2026-12-11", null, 1],
    ]);
  });

  test("never suggests the past, and nothing if no dates would help", async () => {
    await listTaken({ quantidadeMaximaPessoas: 6 }, [day]);
    const stay = { checkIn: day, checkOut: addDays(day, 2) };
    const offered = await suggest({ ...noFilters, stay });
    const arrivals = offered.map(({ filters }) => filters.stay?.checkIn);
    expect(arrivals).toEqual(["2026-11-22", "2026-11-23", "2026-11-24"]);
    expect(await suggest({ ...noFilters, stay, pessoas: 7 })).toEqual([]);
    expect(await suggest({ ...noFilters, pessoas: 7 })).toEqual([]);
  });
});

describe("fixed dates without results", () => {
  const stay = { checkIn: "2026-12-28", checkOut: "2027-01-02" };
  const asked: Filters = { ...noFilters, stay, pessoas: 8, lazer: ["Piscina"], pets: true };

  test("first suggest leaving out one of the amenities, then at most three other stays", async () => {
    await listTaken({ lazer: ["Piscina"] });
    await listTaken({ lazer: [], aceitaPets: true });
    await listTaken({ lazer: ["Piscina"], aceitaPets: true, quantidadeMaximaPessoas: 6 });
    await listTaken({ lazer: ["Piscina"], aceitaPets: true }, [stay.checkIn]);
    const offered = await suggest(asked);
    expect(offered.slice(0, 2)).toEqual([
      { filters: { ...asked, lazer: [] }, count: 1 },
      { filters: { ...asked, pets: false }, count: 1 },
    ]);
    const isMoved = offered.map(({ filters }) => filters.stay !== stay);
    expect(isMoved).toEqual([false, false, true, true, true]);
  });

  test("suggest dates and people alone if no smaller change helps", async () => {
    await listTaken({ lazer: [], localizacao: "Dique", valorDiaria: "2000" });
    const all: Filters = { ...asked, q: 900, localizacao: "Turvo" };
    const { q, lazer, pets, localizacao } = noFilters;
    expect(await suggest(all)).toEqual([
      { filters: { ...all, q, lazer, pets, localizacao }, count: 1 },
    ]);
  });
});

test("a price without results suggests houses without a price, the lowest price with results, and the region", async () => {
  await listTaken({ valorDiaria: null });
  const anywhere: Filters = { ...noFilters, q: 500 };
  expect(await suggest(anywhere)).toEqual([{ filters: { ...anywhere, semPreco: true }, count: 1 }]);
  expect(await suggest({ ...anywhere, pessoas: 99 })).toEqual([]);

  for (const valorDiaria of ["650.50", "800", "651"]) await listTaken({ valorDiaria });
  await listTaken({ localizacao: "Dique", valorDiaria: "501" });
  const asked: Filters = { ...anywhere, localizacao: "Turvo" };
  expect(await suggest(asked)).toEqual([
    { filters: { ...asked, semPreco: true }, count: 1 },
    { filters: { ...asked, q: 651 }, count: 2 },
    { filters: { ...asked, localizacao: null }, count: null },
  ]);
});

/** A stay in the index of December 2026, which goes a month further than November's. */
const lastMonth = { checkIn: "2029-01-10", checkOut: "2029-01-11" };
const december = { checkIn: "2026-12-15", checkOut: "2026-12-16" };

function countFree(index: ListingIndex): [number, number] {
  const [soon, late] = [december, lastMonth].map((stay) => index.count({ ...noFilters, stay }));
  return [soon ?? 0, late ?? 0];
}

/** Opens an index in November 2026, with an ad that is taken on the night of {@link lastMonth}. */
async function openIndex() {
  const { db } = database();
  const { id: postId } = await publish(database());
  await db.insert(unavailableDays).values({ postId, day: lastMonth.checkIn });
  // While another database's transaction is older than these changes, each catch-up reads them again.
  await vi.waitFor(async () => {
    const { rows } = await db.execute(
      sql`select 1 from listing_changes where at >= pg_snapshot_xmin(pg_current_snapshot())`,
    );
    expect(rows).toEqual([]);
  }, patience);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-30T15:00:00Z") });
  const index = new LiveIndex(db);
  expect(countFree(await index.read())).toEqual([1, 1]);
  return { postId, index };
}

test("searches don't wait at the turn of a month, and miss nothing that changes meanwhile", async () => {
  const { postId, index } = await openIndex();
  await database().owner.transaction(async (tx) => {
    await tx.execute(sql`lock table posts in access exclusive mode`);
    vi.setSystemTime(new Date("2026-12-01T15:00:00Z"));
    expect(countFree(await index.read())).toEqual([1, 1]);
    expect(countFree(await index.read())).toEqual([1, 1]);
    await tx.insert(unavailableDays).values({ postId, day: december.checkIn });
  });
  expect((await index.read()).count({ ...noFilters, stay: december })).toBe(0);
  await vi.waitFor(async () => expect(countFree(await index.read())).toEqual([0, 0]), patience);
});

test.each(["2027-01-01T15:00:00Z", "2026-10-31T15:00:00Z"])(
  "in the month of %s, whose nights November's index lacks, searches wait for the next",
  async (now) => {
    const { postId, index } = await openIndex();
    await database().db.insert(unavailableDays).values({ postId, day: "2026-10-31" });
    vi.setSystemTime(new Date(now));
    const found = await index.read();
    const asked = now < "2026-11" ? { checkIn: "2026-10-31", checkOut: "2026-11-01" } : lastMonth;
    expect(found.count({ ...noFilters, stay: asked })).toBe(0);
  },
);

/** Acts once, between the next answer to a query that contains `part` and its reader. */
function afterNextQuery(db: Db, part: string, act: () => Promise<unknown>): void {
  const pool = db.$client;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  let isDue = true;
  const spy = vi.spyOn(pool, "query").mockImplementation((async (...args: unknown[]) => {
    const isNext = isDue && JSON.stringify(args[0]).includes(part);
    if (isNext) isDue = false;
    const answer = await query(...args);
    if (isNext) await act();
    return answer;
  }) as never);
  onTestFinished(() => spy.mockRestore());
}
