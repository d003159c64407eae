import { describe, expect, test } from "vitest";
import { sampleFields } from "../../testing/listing.ts";
import { createUser, openTestSite } from "../../testing/site.ts";
import { addDays } from "../calendar/civil-date.ts";
import type { Db } from "../db/client.server.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { type Filters, noFilters } from "./filters.ts";
import { type Alternative, searchListings } from "./search.server.ts";

const day = "2026-11-21";
// A weekend from Friday to Sunday.
const weekend = { checkIn: "2026-12-11", checkOut: "2026-12-13" };

async function list(db: Db, fields: Partial<typeof posts.$inferInsert> = {}): Promise<string> {
  const { uid } = await createUser({ db });
  const values = { ...sampleFields, localizacao: "Turvo", ...fields, uid, createdBy: "Maria" };
  const [row] = await db.insert(posts).values(values).returning({ id: posts.id });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

async function count(db: Db, filters: Filters): Promise<number> {
  return (await searchListings(db, filters, { day })).total;
}

async function suggest(db: Db, filters: Filters): Promise<Alternative[]> {
  return (await searchListings(db, filters, { day })).alternatives;
}

describe("a stay without results", () => {
  test("suggests the nearest stays of its length that have some, and the whole region", async () => {
    const { db } = await openTestSite();
    const id = await list(db);
    await list(db, { localizacao: "Dique" });
    const nights = Array.from({ length: 5 }, (_, n) => addDays("2026-12-10", n));
    await db.insert(unavailableDays).values(nights.map((night) => ({ postId: id, day: night })));
    const asked: Filters = { ...noFilters, localizacao: "Turvo", stay: weekend };
    expect(await count(db, asked)).toBe(0);
    const offered = await suggest(db, asked);
    expect(
      offered.map(({ filters: { stay, localizacao }, count }) => [
        stay?.checkIn,
        localizacao,
        count,
      ]),
    ).toEqual([
      ["2026-12-08", "Turvo", 1],
      ["2026-12-15", "Turvo", 1],
      ["2026-12-07", "Turvo", 1],
      ["2026-12-11", null, 1],
    ]);
    for (const { filters } of offered) expect(await count(db, filters)).toBe(1);
  });

  test("never suggests the past, and nothing if no dates would help", async () => {
    const { db } = await openTestSite();
    const id = await list(db, { quantidadeMaximaPessoas: 6 });
    const stay = { checkIn: day, checkOut: addDays(day, 2) };
    await db.insert(unavailableDays).values({ postId: id, day });
    const offered = await suggest(db, { ...noFilters, stay });
    expect(offered.map(({ filters }) => filters.stay?.checkIn)).toEqual([
      "2026-11-22",
      "2026-11-23",
      "2026-11-24",
    ]);
    expect(await suggest(db, { ...noFilters, stay, pessoas: 7 })).toEqual([]);
    expect(await suggest(db, { ...noFilters, pessoas: 7 })).toEqual([]);
  });
});

describe("fixed dates without results", () => {
  const stay = { checkIn: "2026-12-28", checkOut: "2027-01-02" };
  const asked: Filters = { ...noFilters, stay, pessoas: 8, lazer: ["Piscina"], pets: true };

  test("first suggest leaving out one of the amenities", async () => {
    const { db } = await openTestSite();
    await list(db, { lazer: ["Piscina"] });
    await list(db, { lazer: [], aceitaPets: true });
    await list(db, { lazer: ["Piscina"], aceitaPets: true, quantidadeMaximaPessoas: 6 });
    expect((await suggest(db, asked)).slice(0, 2)).toEqual([
      { filters: { ...asked, lazer: [] }, count: 1 },
      { filters: { ...asked, pets: false }, count: 1 },
    ]);
  });

  test("still suggest at most three other stays", async () => {
    const { db } = await openTestSite();
    const lazer = ["Piscina", "Sauna", "Garagem"];
    const all: Filters = { ...asked, lazer };
    const id = await list(db, { lazer, aceitaPets: true });
    await db.insert(unavailableDays).values({ postId: id, day: stay.checkIn });
    for (const left of lazer) {
      await list(db, { lazer: lazer.filter((name) => name !== left), aceitaPets: true });
    }
    await list(db, { lazer });
    const offered = await suggest(db, all);
    const isMoved = offered.map(({ filters }) => filters.stay !== stay);
    expect(isMoved).toEqual([false, false, false, false, true, true, true]);
  });

  test("suggest dates and people alone if no smaller change helps", async () => {
    const { db } = await openTestSite();
    await list(db, { lazer: [], localizacao: "Dique", valorDiaria: "2000" });
    const all: Filters = { ...asked, q: 900, localizacao: "Turvo" };
    const { q, lazer, pets, localizacao } = noFilters;
    expect(await suggest(db, all)).toEqual([
      { filters: { ...all, q, lazer, pets, localizacao }, count: 1 },
    ]);
    const site = await openTestSite();
    await list(site.db, { lazer: [], localizacao: "Dique", valorDiaria: "2000" });
    const query =
      "localizacao=Turvo&entrada=2026-12-28&saida=2027-01-02&pessoas=8&q=900&lazer=Piscina";
    const html = await (await site.app.request(`/search?${query}`)).text();
    expect(html).toContain("Só 28/12 a 02/01, 8 pessoas, em toda a região");
    expect(html).toContain("entrada=2026-12-28&amp;saida=2027-01-02&amp;pessoas=8");
  });
});

describe("a price without results", () => {
  test("suggests the lowest price with results at the location, and the whole region", async () => {
    const { db } = await openTestSite();
    for (const valorDiaria of ["650.50", "800", "651"]) await list(db, { valorDiaria });
    await list(db, { valorDiaria: null });
    await list(db, { localizacao: "Dique", valorDiaria: "400" });
    const asked: Filters = { ...noFilters, q: 500, localizacao: "Turvo" };
    expect(await count(db, asked)).toBe(0);
    expect(await suggest(db, asked)).toEqual([
      { filters: { ...asked, semPreco: true }, count: 1 },
      { filters: { ...asked, q: 651 }, count: 2 },
      { filters: { ...asked, localizacao: null }, count: null },
    ]);
  });

  test("suggests houses without a price, and no other price if none has one", async () => {
    const { db } = await openTestSite();
    await list(db, { valorDiaria: null });
    const asked: Filters = { ...noFilters, q: 500 };
    const unpriced: Filters = { ...asked, semPreco: true };
    expect(await suggest(db, asked)).toEqual([{ filters: unpriced, count: 1 }]);
    expect(await count(db, unpriced)).toBe(1);
    expect(await suggest(db, { ...asked, pessoas: 99 })).toEqual([]);
  });
});
