import { beforeEach, describe, expect, test } from "vitest";
import { hideListings } from "../../testing/hide-listings.ts";
import { sampleFields } from "../../testing/listing.ts";
import { shareDatabase } from "../../testing/shared-database.ts";
import { createUser } from "../../testing/site.ts";
import { addDays } from "../calendar/civil-date.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { type Filters, noFilters } from "./filters.ts";
import { type Alternative, searchListings } from "./search.server.ts";

const day = "2026-11-21";
// A weekend from Friday to Sunday.
const weekend = { checkIn: "2026-12-11", checkOut: "2026-12-13" };

const database = shareDatabase();

// A search finds whatever is public.
beforeEach(() => hideListings(database()));

async function list(fields: Partial<typeof posts.$inferInsert> = {}, taken: string[] = []) {
  const { db } = database();
  const { uid } = await createUser({ db });
  const values = { ...sampleFields, localizacao: "Turvo", ...fields, uid, createdBy: "Maria" };
  const [row] = await db.insert(posts).values(values).returning({ id: posts.id });
  if (!row) throw new Error("insert returned no row");
  for (const night of taken)
    await db.insert(unavailableDays).values({ postId: row.id, day: night });
}

async function suggest(filters: Filters): Promise<Alternative[]> {
  return (await searchListings(database().db, filters, { day })).alternatives;
}

describe("a stay without results", () => {
  test("suggests the nearest stays of its length that have some, and the whole region", async () => {
    await list(
      {},
      Array.from({ length: 5 }, (_, n) => addDays("2026-12-10", n)),
    );
    await list({ localizacao: "Dique" });
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
    await list({ quantidadeMaximaPessoas: 6 }, [day]);
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
    await list({ lazer: ["Piscina"] });
    await list({ lazer: [], aceitaPets: true });
    await list({ lazer: ["Piscina"], aceitaPets: true, quantidadeMaximaPessoas: 6 });
    await list({ lazer: ["Piscina"], aceitaPets: true }, [stay.checkIn]);
    const offered = await suggest(asked);
    expect(offered.slice(0, 2)).toEqual([
      { filters: { ...asked, lazer: [] }, count: 1 },
      { filters: { ...asked, pets: false }, count: 1 },
    ]);
    const isMoved = offered.map(({ filters }) => filters.stay !== stay);
    expect(isMoved).toEqual([false, false, true, true, true]);
  });

  test("suggest dates and people alone if no smaller change helps", async () => {
    await list({ lazer: [], localizacao: "Dique", valorDiaria: "2000" });
    const all: Filters = { ...asked, q: 900, localizacao: "Turvo" };
    const { q, lazer, pets, localizacao } = noFilters;
    expect(await suggest(all)).toEqual([
      { filters: { ...all, q, lazer, pets, localizacao }, count: 1 },
    ]);
  });
});

test("a price without results suggests houses without a price, the lowest price with results, and the region", async () => {
  await list({ valorDiaria: null });
  const anywhere: Filters = { ...noFilters, q: 500 };
  expect(await suggest(anywhere)).toEqual([{ filters: { ...anywhere, semPreco: true }, count: 1 }]);
  expect(await suggest({ ...anywhere, pessoas: 99 })).toEqual([]);

  for (const valorDiaria of ["650.50", "800", "651"]) await list({ valorDiaria });
  await list({ localizacao: "Dique", valorDiaria: "501" });
  const asked: Filters = { ...anywhere, localizacao: "Turvo" };
  expect(await suggest(asked)).toEqual([
    { filters: { ...asked, semPreco: true }, count: 1 },
    { filters: { ...asked, q: 651 }, count: 2 },
    { filters: { ...asked, localizacao: null }, count: null },
  ]);
});
