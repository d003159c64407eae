import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createUser, openSiteOn, openTestSite, shareTestSite } from "../../testing/site.ts";
import { addDays } from "../calendar/civil-date.ts";
import { isFree, nightsOf } from "../calendar/stays.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import { deletedPosts, posts, unavailableDays } from "../db/schema.ts";
import type { ListingSummary } from "../listings/listing.ts";
import { estimateStay } from "../prices/estimate.ts";
import { centsOf } from "../prices/money.ts";
import { findSeason, type Season } from "../prices/seasons.ts";
import { type Filters, noFilters } from "./filters.ts";
import { searchListings } from "./search.server.ts";

const day = "2026-11-21";
// A weekend from Friday to Sunday.
const weekend = { checkIn: "2026-12-11", checkOut: "2026-12-13" };

const site = shareTestSite();

interface Listed {
  title?: string;
  localizacao?: string;
  valorFds?: string;
  valorDiaria?: string | null;
  lazer?: string[];
  aceitaPets?: boolean;
  pier?: boolean;
  QuantidadeTotalQuartos?: number | null;
  quantidadeMaximaPessoas?: number | null;
  createdAt?: Date;
  datesUpdatedAt?: Date;
  datesConfirmedAt?: Date | null;
}

async function list({ db }: Pick<ReturnType<typeof site>, "db">, overrides: Listed = {}) {
  const { uid } = await createUser({ db });
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
  const [row] = await db.insert(posts).values(values).returning({ id: posts.id });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

async function searchAll(
  { db }: Pick<ReturnType<typeof site>, "db">,
  filters: Filters,
): Promise<ListingSummary[]> {
  const found: ListingSummary[] = [];
  let after: string | null = null;
  do {
    const page = await searchListings(db, filters, { after, day });
    expect(page.listings.length).toBeLessThanOrEqual(12);
    found.push(...page.listings);
    after = page.next;
  } while (after);
  return found;
}

describe("forty varied listings", () => {
  interface Known extends Required<Omit<Listed, "datesUpdatedAt" | "datesConfirmedAt">> {
    id: string;
    taken: Set<string>;
    seasons: Season[];
    /** True if a feed has just been read. */
    isSynced: boolean;
  }
  const known: Known[] = [];

  beforeAll(async () => {
    const { db } = site();
    for (let n = 0; n < 40; n++) {
      const values = {
        title: `Rancho ${n}`,
        localizacao: ["Turvo", "Dique", "Funil"][n % 3] ?? "",
        valorFds: String(800 + (n % 5) * 100),
        valorDiaria: n % 7 === 0 ? null : String(200 + (n % 6) * 60),
        lazer: ["Piscina", "Sauna", "Garagem"].filter((_, index) => (n >> index) % 2 === 1),
        aceitaPets: n % 4 === 0,
        pier: n % 5 === 0,
        QuantidadeTotalQuartos: n % 6 === 0 ? null : n % 6,
        quantidadeMaximaPessoas: n % 9 === 0 ? null : 2 + (n % 8),
        createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 20))),
      };
      const id = await list(site(), { ...values, datesConfirmedAt: null });
      const taken = new Set<string>();
      if (n % 3 === 0) {
        const manual = [addDays("2026-12-09", n % 6), addDays("2026-12-20", n % 4)];
        await db
          .insert(unavailableDays)
          .values(manual.map((night) => ({ postId: id, day: night })));
        for (const night of manual) taken.add(night);
      }
      if (n % 5 === 0) {
        const [from, to] = [addDays("2026-12-10", n % 3), addDays("2026-12-12", n % 3)];
        const [feed] = await db
          .insert(feeds)
          .values({ postId: id, nome: "Airbnb", endereco: "https://example.com/a.ics" })
          .returning({ id: feeds.id });
        await db.execute(
          sql`update feeds set nights = ${`{[${from},${to})}`}::datemultirange where id = ${feed?.id}`,
        );
        for (let night = from; night < to; night = addDays(night, 1)) taken.add(night);
      }
      const own: Season[] = [];
      if (n % 4 === 1) {
        const season = {
          postId: id,
          temporada: "Verão",
          de: "2026-12-10",
          ate: addDays("2026-12-12", n % 10),
          valorFds: n % 8 === 1 ? null : String(500 + n * 10),
          valorDiaria: String(150 + n * 10),
        };
        const rows = await db.insert(seasons).values(season).returning();
        own.push(...rows);
      }
      known.push({ ...values, id, taken, seasons: own, isSynced: n % 5 === 0 });
    }
  });

  const anyStay = { minimoNoites: null, fdsInteiro: false };

  /** Finds listings by filtering and sorting all of them. */
  function expected(asked: Filters): string[] {
    const price = ({ valorFds, valorDiaria, seasons: own }: Known) =>
      (asked.stay
        ? estimateStay(asked.stay, { valorFds, valorDiaria, ...anyStay }, own).total
        : valorDiaria && centsOf(valorDiaria)) || Number.MAX_SAFE_INTEGER;
    return known
      .filter((one) => asked.localizacao === null || one.localizacao === asked.localizacao)
      .filter((one) => asked.lazer.every((name) => one.lazer.includes(name)))
      .filter((one) => !asked.pets || one.aceitaPets)
      .filter((one) => !asked.pier || one.pier)
      .filter((one) => (one.QuantidadeTotalQuartos ?? 0) >= (asked.quartos ?? 0))
      .filter(
        (one) => asked.pessoas === null || (one.quantidadeMaximaPessoas ?? 0) >= asked.pessoas,
      )
      .filter(({ valorDiaria, seasons: own }) => {
        const most = asked.q;
        if (most === null) return true;
        const nights = asked.stay ? nightsOf(asked.stay) : [""];
        const prices = nights.map(
          (night) => (findSeason(night, own) ?? { valorDiaria }).valorDiaria,
        );
        if (prices.includes(null)) return asked.semPreco;
        return prices.every((price) => Number(price) <= most);
      })
      .filter((one) => asked.stay === null || isFree(asked.stay, one.taken))
      .sort(
        (one, other) =>
          (asked.stay ? Number(other.isSynced) - Number(one.isSynced) : 0) ||
          (asked.ordem === "preco" ? price(one) - price(other) : 0) ||
          other.createdAt.getTime() - one.createdAt.getTime() ||
          (one.id < other.id ? 1 : -1),
      )
      .map(({ title }) => title);
  }

  const values: { [Name in keyof Filters]?: Filters[Name][] } = {
    q: [null, 320],
    semPreco: [false],
    localizacao: [null, "Turvo"],
    stay: [null, weekend, { checkIn: "2026-12-12", checkOut: "2026-12-17" }],
    pessoas: [null, 5],
    lazer: [[], ["Sauna"], ["Piscina", "Garagem"]],
    pets: [false, true],
    ordem: ["novos", "preco"],
  };
  const unpriced: Filters = { ...noFilters, q: 320, semPreco: true };
  const alone = [unpriced].concat(
    Object.entries({ ...values, quartos: [4], pier: [true] }).flatMap(([name, options]) =>
      options.map((value): Filters => ({ ...noFilters, [name]: value })),
    ),
  );

  test.each(alone.map((asked) => [JSON.stringify(asked), asked] as const))(
    "one filter: %s",
    async (_, asked) => {
      const right = expected(asked);
      expect(right.length).toBeGreaterThan(0);
      expect((await searchAll(site(), asked)).map(({ title }) => title)).toEqual(right);
      expect((await searchListings(site().db, asked)).total).toBe(right.length);
    },
  );

  test("every combination of filters", async () => {
    let combinations: Filters[] = [noFilters];
    for (const [name, options] of Object.entries(values)) {
      combinations = combinations.flatMap((one) =>
        options.map((value) => ({ ...one, [name]: value })),
      );
    }
    let found = 0;
    for (const asked of combinations) {
      const right = expected(asked);
      found += right.length;
      const titles = (await searchAll(site(), asked)).map(({ title }) => title);
      expect(titles, JSON.stringify(asked)).toEqual(right);
    }
    expect(combinations).toHaveLength(288);
    expect(found).toBeGreaterThan(500);
  });
});

describe("the very next search reflects changes to", () => {
  async function isFound(db: ReturnType<typeof site>["db"], id: string, filters: Filters) {
    const { listings } = await searchListings(db, filters, { day });
    return listings.some((one) => one.id === id);
  }

  test("nights taken and freed, with the check-out day staying free", async () => {
    const { db } = await openTestSite();
    const id = await list({ db });
    const asked = { ...noFilters, stay: weekend };
    expect(await isFound(db, id, asked)).toBe(true);
    await db.insert(unavailableDays).values({ postId: id, day: "2026-12-13" });
    expect(await isFound(db, id, asked)).toBe(true);
    await db.insert(unavailableDays).values({ postId: id, day: "2026-12-12" });
    expect(await isFound(db, id, asked)).toBe(false);
    const before = { checkIn: "2026-12-10", checkOut: "2026-12-12" };
    expect(await isFound(db, id, { ...noFilters, stay: before })).toBe(true);
    await db.delete(unavailableDays).where(sql`day = '2026-12-12'`);
    expect(await isFound(db, id, asked)).toBe(true);
  });

  test("nights of a feed, replaced and removed with it", async () => {
    const { db } = await openTestSite();
    const id = await list({ db });
    const asked = { ...noFilters, stay: weekend };
    await db
      .insert(feeds)
      .values({ postId: id, nome: "Airbnb", endereco: "https://example.com/a.ics" });
    expect(await isFound(db, id, asked)).toBe(true);
    await db.execute(sql`update feeds set nights = '{[2026-12-12,2026-12-14)}'`);
    expect(await isFound(db, id, asked)).toBe(false);
    await db.execute(sql`update feeds set nights = '{[2026-12-13,2026-12-15)}'`);
    expect(await isFound(db, id, asked)).toBe(true);
    await db.execute(sql`update feeds set nights = '{[2026-12-11,2026-12-12)}'`);
    expect(await isFound(db, id, asked)).toBe(false);
    await db.delete(feeds);
    expect(await isFound(db, id, asked)).toBe(true);
  });

  test("a season, in the order by price and in the estimate", async () => {
    const { db } = await openTestSite();
    const dear = await list({ db }, { title: "Cara", valorFds: "2000" });
    await list({ db }, { title: "Barata", valorFds: "900" });
    const asked: Filters = { ...noFilters, stay: weekend, ordem: "preco" };
    const found = async () =>
      (await searchListings(db, asked, { day })).listings.map(({ title, offer }) => [
        title,
        offer?.estimate,
      ]);
    expect(await found()).toEqual([
      ["Barata", 90_000],
      ["Cara", 200_000],
    ]);
    const promotion = { postId: dear, temporada: "Promoção", valorFds: "700.50" };
    await db.insert(seasons).values({ ...promotion, de: "2026-12-11", ate: "2026-12-13" });
    expect(await found()).toEqual([
      ["Cara", 70_050],
      ["Barata", 90_000],
    ]);
    await db.delete(seasons);
    expect(await found()).toEqual([
      ["Barata", 90_000],
      ["Cara", 200_000],
    ]);
  });

  test("listings by another site on the same database", async () => {
    const here = await openTestSite();
    const there = await openSiteOn(here.databaseUrl);
    const asked = { ...noFilters, stay: weekend };
    expect((await searchListings(there.db, asked)).total).toBe(0);
    const id = await list(here);
    expect((await searchListings(there.db, asked)).total).toBe(1);
    await here.db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
    await here.db.delete(posts);
    expect((await searchListings(there.db, asked)).total).toBe(0);
  });

  test("listings after restoring another cluster's dump, with transaction ids from its future", async () => {
    const { db } = await openTestSite();
    const id = await list({ db });
    await db.execute(sql`update listing_changes set at = '99999999999'`);
    expect((await searchListings(db, noFilters)).total).toBe(1);
    await db.update(posts).set({ aceitaPets: true });
    expect(await isFound(db, id, { ...noFilters, pets: true })).toBe(true);
    const { rows } = await db.execute(
      sql`select 1 from listing_changes where at >= pg_snapshot_xmax(pg_current_snapshot())`,
    );
    expect(rows).toEqual([]);
  });
});

test("a card gives the age of a stale calendar, as the ad does", async () => {
  const { db } = await openTestSite();
  const at = (days: number) => new Date(Date.parse(`${addDays(day, -days)}T12:00:00Z`));
  const unconfirmed = { datesConfirmedAt: null };
  await list({ db }, { title: "nova", createdAt: at(29), ...unconfirmed });
  await list({ db }, { title: "velha", createdAt: at(43), ...unconfirmed });
  await list(
    { db },
    { title: "mudada", createdAt: at(90), datesUpdatedAt: at(30), ...unconfirmed },
  );
  await list(
    { db },
    { title: "confirmada", createdAt: at(91), datesUpdatedAt: at(43), datesConfirmedAt: at(29) },
  );
  const postId = await list({ db }, { title: "sincronizada", createdAt: at(92), ...unconfirmed });
  const feed = { nome: "Airbnb", endereco: "https://example.com/a.ics", goodAt: at(1) };
  await db.insert(feeds).values({ postId, ...feed });
  const { listings } = await searchListings(db, { ...noFilters, stay: weekend }, { day });
  expect(listings.map(({ title, offer }) => [title, offer?.staleAge])).toEqual([
    ["nova", null],
    ["confirmada", null],
    ["sincronizada", null],
    ["velha", "Calendário de 43 dias atrás"],
    ["mudada", "Calendário de 30 dias atrás"],
  ]);
});

test("a card names the minimum stay if the dates are shorter", async () => {
  const { db } = await openTestSite();
  const id = await list({ db });
  await db.insert(seasons).values({
    postId: id,
    temporada: "Réveillon",
    de: "2026-12-28",
    ate: "2027-01-02",
    valorDiaria: "900",
    minimoNoites: 4,
  });
  const offerOf = async (checkIn: string, checkOut: string) => {
    const filters = { ...noFilters, stay: { checkIn, checkOut } };
    return (await searchListings(db, filters, { day })).listings[0]?.offer;
  };
  expect(await offerOf("2026-12-30", "2027-01-01")).toMatchObject({
    dates: "30/12 a 01/01",
    nights: 2,
    estimate: 180_000,
    brokenRule: "Réveillon, 28/12 a 02/01: mínimo de 4 noites",
  });
  expect(await offerOf("2026-12-28", "2027-01-01")).toMatchObject({ brokenRule: null });
});
