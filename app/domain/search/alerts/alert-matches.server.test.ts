import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { comingStay, forgetEvents, hitsOf, watch } from "../../../../testing/alerts.ts";
import { publish } from "../../../../testing/caching-site.ts";
import { createUser, shareTestSite } from "../../../../testing/site.ts";
import { changeNights } from "../../../owner/calendar/nights.server.ts";
import { alertEvents, alertHits, alerts } from "../../../platform/db/alert-schema.ts";
import { feeds, seasons } from "../../../platform/db/calendar-schema.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { photos, posts, unavailableDays } from "../../../platform/db/schema.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { nightsOf } from "../../calendar/stays.ts";
import { leisureOptions } from "../../listings/fields.ts";
import { type Filters, noFilters } from "../filters.ts";
import { searchListings } from "../search.server.ts";
import { matchChanges } from "./alert-matches.server.ts";

const sharedSite = shareTestSite();
const day = today();
const stay = comingStay;

// Alerts of other tests would hear of this one's ads.
beforeEach(async () => {
  await sharedSite().db.delete(alerts);
});

test("a newly public ad is noted for alerts that match it", async () => {
  const { db } = sharedSite();
  const place = { localizacao: "Turvo" };
  const right = await watch(db, { filters: { ...place, pessoas: 14 } });
  await watch(db, { filters: { ...place, pessoas: 15 } });
  await watch(db, { filters: place, isConfirmed: false });
  await watch(db, { filters: place, endsOn: addDays(day, -1) });
  const { id } = await publish(sharedSite(), { ...place, quantidadeMaximaPessoas: 14 });
  await matchChanges(db);
  expect(await hitsOf(db, id)).toEqual([right]);
});

test("nights are noted once all of a stay is free, whether by hand or by a feed, and only for its dates", async () => {
  const { db } = sharedSite();
  const { id, user } = await publish(sharedSite());
  const nights = nightsOf(stay);
  await db.insert(unavailableDays).values(nights.map((day) => ({ postId: id, day })));
  const feed = { postId: id, nome: "Outro site", endereco: "https://a.example/1.ics" };
  await db.insert(feeds).values({ ...feed, nights: `{[${stay.checkIn},${stay.checkOut})}` });
  const alert = await watch(db, { filters: { stay }, postId: id });
  await watch(db);
  const later = { checkIn: stay.checkOut, checkOut: addDays(stay.checkOut, 2) };
  await watch(db, { filters: { stay: later } });
  await forgetEvents(db);
  const steps: [change: () => Promise<unknown>, hits: string[]][] = [
    [() => changeNights(db, user.uid, id, { mark: [], free: nights.slice(1) }), []],
    [() => db.update(feeds).set({ nights: "{}" }).where(eq(feeds.postId, id)), []],
    [() => changeNights(db, user.uid, id, { mark: [], free: nights.slice(0, 1) }), [alert]],
    [() => db.insert(unavailableDays).values({ postId: id, day: stay.checkIn }), []],
    [() => db.delete(unavailableDays).where(eq(unavailableDays.postId, id)), [alert]],
  ];
  for (const [change, hits] of steps) {
    await db.delete(alertHits);
    await change();
    await matchChanges(db);
    expect(await hitsOf(db, id)).toEqual(hits);
  }
});

test("a price that falls within the limit is noted, one that was within it or stays above is not", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite(), { valorFds: "1000", valorDiaria: "900" });
  const within = await watch(db, { filters: { q: 800 } });
  const total = await watch(db, { filters: { stay, total: 3600 } });
  for (const filters of [{ q: 900 }, { q: 700 }, { stay, total: 1000 }, {}]) {
    await watch(db, { filters });
  }
  await forgetEvents(db);
  const change = async (values: Partial<typeof posts.$inferInsert>) => {
    await db.update(posts).set(values).where(eq(posts.id, id));
    await matchChanges(db);
    return hitsOf(db, id);
  };
  expect(await change({ valorDiaria: "850", minimoNoites: 30 })).toEqual([]);
  expect(await change({ valorDiaria: "800" })).toEqual([within]);
  const months = { de: addDays(stay.checkIn, -5), ate: addDays(stay.checkOut, 5) };
  const season = { temporada: "Baixa", valorFds: "700", valorDiaria: "500", minimoNoites: 20 };
  await db.insert(seasons).values({ postId: id, ...months, ...season });
  expect(await change({ minimoNoites: null })).toEqual([within]);
  // A minimum stay that is lifted gives the stay its price.
  await db.update(seasons).set({ minimoNoites: null }).where(eq(seasons.postId, id));
  await matchChanges(db);
  expect(await hitsOf(db, id)).toEqual([within, total].sort());
});

test("sites that match at once note everything once, and while nobody waits, changes are forgotten", async () => {
  const { db } = sharedSite();
  await watch(db, { isConfirmed: false });
  await publish(sharedSite());
  expect(await matchChanges(db)).toBe(0);
  expect(await db.$count(alertEvents)).toBe(0);

  const alert = await watch(db);
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await publish(sharedSite())).id);
  await Promise.all([matchChanges(db), matchChanges(db), matchChanges(db)]);
  for (const id of ids) expect(await hitsOf(db, id)).toEqual([alert]);
  expect(await db.$count(alertEvents)).toBe(0);
});

test("matching that fails halfway is done again", async () => {
  const site = sharedSite();
  const alert = await watch(site.db);
  const { id } = await publish(site);
  await site.owner.execute(sql`alter table alert_hits rename to alert_hits_away`);
  try {
    await expect(matchChanges(site.db)).rejects.toThrow();
    expect(await site.db.$count(alertEvents)).toBeGreaterThan(0);
  } finally {
    await site.owner.execute(sql`alter table alert_hits_away rename to alert_hits`);
  }
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([alert]);
});

const plain = { title: "Casa", body: "No lago.", telefone: "37900010264", createdBy: "Maria" };
const price = fc.constantFrom("300", "450.50", "600", "900");
const spans = [0, 1, 2, 3, 5, 8].map((start) => ({
  checkIn: addDays(stay.checkIn, start),
  checkOut: addDays(stay.checkIn, start + 3),
}));
const flags = fc.record({ wifi: fc.boolean(), aceitaPets: fc.boolean(), pier: fc.boolean() });
const ordinarySeason = fc.record({
  temporada: fc.constant("Alta"),
  de: fc.integer({ min: -2, max: 6 }).map((n) => addDays(stay.checkIn, n)),
  ate: fc.integer({ min: 7, max: 12 }).map((n) => addDays(stay.checkIn, n)),
  valorFds: fc.option(price),
  valorDiaria: fc.option(price),
  minimoNoites: fc.constantFrom(null, null, 4),
});
const packaged = fc.constantFrom(...spans).map(({ checkIn, checkOut }) => ({
  temporada: "Pacote",
  de: checkIn,
  ate: checkOut,
  pacote: "1200",
}));
const season = fc.oneof(ordinarySeason, packaged);
const rules = fc.record({
  minimoNoites: fc.constantFrom(null, null, 3, 4),
  fdsInteiro: fc.boolean(),
});

const ad = fc.record({
  localizacao: fc.constantFrom("Turvo", "Dique"),
  lazer: fc.subarray([...leisureOptions]),
  flags,
  quantidadeMaximaPessoas: fc.option(fc.integer({ min: 1, max: 12 })),
  QuantidadeTotalQuartos: fc.option(fc.integer({ min: 0, max: 5 })),
  valorFds: price,
  valorDiaria: fc.option(price),
  rules,
  season: fc.option(season),
  taken: fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { maxLength: 4 }),
  fed: fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { maxLength: 3 }),
});

const rarely = <Value, Usual>(arbitrary: fc.Arbitrary<Value>, usual: Usual) =>
  fc.oneof({ arbitrary, weight: 1 }, { arbitrary: fc.constant(usual), weight: 4 });

const wanted = fc
  .record({
    localizacao: fc.option(fc.constantFrom("Turvo", "Dique"), { freq: 1 }),
    stay: fc.option(fc.constantFrom(...spans), { freq: 3 }),
    // Often nothing but dates and prices decides.
    pessoas: rarely(fc.integer({ min: 1, max: 12 }), null),
    quartos: rarely(fc.integer({ min: 1, max: 5 }), null),
    lazer: rarely(fc.subarray([...leisureOptions], { maxLength: 1 }), []),
    wifi: rarely(fc.boolean(), false),
    pier: rarely(fc.boolean(), false),
    q: fc.option(fc.constantFrom(300, 450, 451, 600, 900), { freq: 1 }),
    total: fc.option(fc.constantFrom(900, 1200, 1800, 2700), { freq: 1 }),
    semPreco: fc.boolean(),
  })
  .map((found): Filters => {
    const total = found.stay ? found.total : null;
    const semPreco = found.semPreco && (found.q !== null || total !== null);
    return { ...noFilters, ...found, total, semPreco };
  });

const change = fc.oneof(
  fc.constant({ kind: "show" as const }),
  fc.record({ kind: fc.constant("free" as const), nights: fc.constantFrom(...spans) }),
  fc.constant({ kind: "feed" as const }),
  fc
    .record({ valorFds: price, valorDiaria: fc.option(price) })
    .map((values) => ({ kind: "price" as const, values })),
  fc.record({ kind: fc.constant("rules" as const), rules }),
  fc.record({ kind: fc.constant("season" as const), season: fc.option(season) }),
);

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(db: Db, id: string, made: Change): Promise<void> {
  if (made.kind === "show") {
    await db.update(posts).set({ pausedAt: null, pausedBy: null }).where(eq(posts.id, id));
  } else if (made.kind === "free") {
    const { checkIn, checkOut } = made.nights;
    await db.execute(
      sql`delete from unavailable_days where "postId" = ${id} and day >= ${checkIn} and day < ${checkOut}`,
    );
  } else if (made.kind === "feed") {
    await db.update(feeds).set({ nights: "{}" }).where(eq(feeds.postId, id));
  } else if (made.kind === "price") {
    await db.update(posts).set(made.values).where(eq(posts.id, id));
  } else if (made.kind === "rules") {
    await db.update(posts).set(made.rules).where(eq(posts.id, id));
  } else {
    await db.delete(seasons).where(eq(seasons.postId, id));
    if (made.season) await db.insert(seasons).values({ postId: id, ...made.season });
  }
}

async function findsOf(db: Db, id: string, all: readonly Filters[]): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const filters of all) {
    const { listings } = await searchListings(db, filters);
    found.push(listings.some((listing) => listing.id === id));
  }
  return found;
}

test("an ad is news to an alert exactly when its search finds it and didn't before", async () => {
  const { db } = sharedSite();
  const { uid } = await createUser(sharedSite());
  await db.delete(photos);
  await fc.assert(
    fc.asyncProperty(
      ad,
      fc.array(wanted, { minLength: 8, maxLength: 8 }),
      fc.array(change, { minLength: 1, maxLength: 2 }),
      async (drawn, searches, changes) => {
        await db.delete(posts);
        await db.delete(alerts);
        await db.delete(alertHits);
        const { flags, rules, season, taken, fed, ...fields } = drawn;
        const isHidden = changes.some(({ kind }) => kind === "show");
        const hidden = { pausedAt: new Date(), pausedBy: "owner" as const };
        const house = { ...plain, uid, ...fields, ...flags, ...rules, ...(isHidden && hidden) };
        const [row] = await db.insert(posts).values(house).returning({ id: posts.id });
        const id = row?.id ?? "";
        if (season) await db.insert(seasons).values({ postId: id, ...season });
        const nightOf = (n: number) => addDays(stay.checkIn, n);
        for (const n of taken)
          await db.insert(unavailableDays).values({ postId: id, day: nightOf(n) });
        const ranges = fed.map((n) => `[${nightOf(n)},${nightOf(n + 1)})`);
        const feed = { postId: id, nome: "Outro", endereco: "https://a.example/1.ics" };
        await db.insert(feeds).values({ ...feed, nights: `{${ranges.join(",")}}` });
        await forgetEvents(db);

        const ids: string[] = [];
        for (const filters of searches) ids.push(await watch(db, { filters }));
        const before = await findsOf(db, id, searches);
        for (const made of changes) await apply(db, id, made);
        const after = await findsOf(db, id, searches);
        await matchChanges(db);
        const matched = ids.filter((_, n) => after[n] && !before[n]);
        expect(await hitsOf(db, id)).toEqual(matched.sort());
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
