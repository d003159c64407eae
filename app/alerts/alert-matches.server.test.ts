import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { comingStay, forgetEvents, hitsOf, watch } from "../../testing/alerts.ts";
import { publish } from "../../testing/caching-site.ts";
import { createUser, openSiteOn, openTestSite, shareTestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { nightsOf } from "../calendar/stays.ts";
import { alertEvents, alertHits, alerts } from "../db/alert-schema.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import type { Db } from "../db/client.server.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { leisureOptions } from "../listings/fields.ts";
import { changeNights } from "../owner/calendar/nights.server.ts";
import { type Filters, noFilters } from "../search/filters.ts";
import { searchListings } from "../search/search.server.ts";
import { hide, show } from "../visibility/visibility.server.ts";
import { matchChanges } from "./alert-matches.server.ts";

const day = today();
const stay = comingStay;
const free = { blockedAt: null, isPlanOver: false };

test("a newly public ad is noted for whoever searched for one like it", async () => {
  const site = await openTestSite();
  const right = await watch(site.db, { filters: { localizacao: "Turvo", pessoas: 14 } });
  await watch(site.db, { filters: { localizacao: "Dique" } });
  await watch(site.db, { filters: { localizacao: "Turvo", pessoas: 15 } });
  await watch(site.db, { filters: { localizacao: "Turvo" }, isConfirmed: false });
  await watch(site.db, { filters: { localizacao: "Turvo" }, endsOn: addDays(day, -1) });
  const { id } = await publish(site, { localizacao: "Turvo", quantidadeMaximaPessoas: 14 });
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([right]);
});

test("an ad that comes back from a pause counts as new", async () => {
  const site = await openTestSite();
  const { id, user } = await publish(site);
  const alert = await watch(site.db, { filters: { stay } });
  await forgetEvents(site.db);
  await site.db.transaction((tx) => hide(tx, { uid: user.uid }, "block"));
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([]);
  await site.db.transaction((tx) => show(tx, { uid: user.uid }, "block", free));
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([alert]);
});

test("nights freed by hand are noted once all of the stay is free, and only for dates they are in", async () => {
  const site = await openTestSite();
  const { id, user } = await publish(site);
  const nights = nightsOf(stay);
  await site.db.insert(unavailableDays).values(nights.map((day) => ({ postId: id, day })));
  const waiting = await watch(site.db, { filters: { stay } });
  await watch(site.db, { filters: {} });
  await watch(site.db, {
    filters: { stay: { checkIn: stay.checkOut, checkOut: addDays(stay.checkOut, 2) } },
  });
  await forgetEvents(site.db);
  await changeNights(site.db, user.uid, id, { mark: [], free: nights.slice(1) });
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([]);
  await changeNights(site.db, user.uid, id, { mark: [], free: nights.slice(0, 1) });
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([waiting]);
});

test("nights that a feed frees are noted, unless the owner marked them too", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  const feed = { postId: id, nome: "Outro site", endereco: "https://a.example/1.ics" };
  const range = `{[${stay.checkIn},${stay.checkOut})}`;
  await site.db.insert(feeds).values({ ...feed, nights: range });
  await site.db.insert(unavailableDays).values({ postId: id, day: stay.checkIn });
  const alert = await watch(site.db, { filters: { stay }, postId: id });
  await site.db.update(feeds).set({ nights: "{}" });
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([]);
  await site.db.update(feeds).set({ nights: range });
  await site.db.delete(unavailableDays);
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([]);
  await site.db.delete(feeds);
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([alert]);
});

test("a price that falls within the limit is noted, one that rises or was within it is not", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { valorDiaria: "900" });
  const within = await watch(site.db, { filters: { q: 800 } });
  await watch(site.db, { filters: { q: 900 } });
  await watch(site.db, { filters: { q: 700 } });
  await watch(site.db, { filters: {} });
  await forgetEvents(site.db);
  await site.db.update(posts).set({ valorDiaria: "850" }).where(eq(posts.id, id));
  await site.db.update(posts).set({ valorDiaria: "800" }).where(eq(posts.id, id));
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([within]);
});

test("a season's lower price is noted for the stays it changes", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { valorFds: "1000", valorDiaria: "900" });
  const alert = await watch(site.db, { filters: { stay, total: 3000 } });
  await watch(site.db, { filters: { stay, total: 1000 } });
  await forgetEvents(site.db);
  await site.db.insert(seasons).values({
    postId: id,
    temporada: "Baixa",
    de: addDays(stay.checkIn, -5),
    ate: addDays(stay.checkOut, 5),
    valorFds: "700",
    valorDiaria: "500",
  });
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([alert]);
});

test("a minimum stay that is lifted gives the stay its price, which is noted", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { valorFds: "700", valorDiaria: "500", minimoNoites: 30 });
  const alert = await watch(site.db, { filters: { stay, total: 9000 } });
  await forgetEvents(site.db);
  await site.db.update(posts).set({ minimoNoites: 20 }).where(eq(posts.id, id));
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([]);
  await site.db.update(posts).set({ minimoNoites: null }).where(eq(posts.id, id));
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([alert]);
});

test("two sites that match at once note everything once, and nothing is left over", async () => {
  const site = await openTestSite();
  const other = await openSiteOn(site.databaseUrl);
  const alert = await watch(site.db);
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await publish(site)).id);
  const matched = await Promise.all([matchChanges(site.db), matchChanges(other.db)]);
  expect(matched[0] + matched[1]).toBe(6);
  for (const id of ids) expect(await hitsOf(site.db, id)).toEqual([alert]);
  expect(await site.db.$count(alertEvents)).toBe(0);
});

test("matching that fails halfway is done again", async () => {
  const site = await openTestSite();
  const alert = await watch(site.db);
  const { id } = await publish(site);
  await site.owner.execute(sql`alter table alert_hits rename to alert_hits_away`);
  await expect(matchChanges(site.db)).rejects.toThrow();
  expect(await site.db.$count(alertEvents)).toBeGreaterThan(0);
  await site.owner.execute(sql`alter table alert_hits_away rename to alert_hits`);
  await matchChanges(site.db);
  expect(await hitsOf(site.db, id)).toEqual([alert]);
});

test("while nobody waits, changes are forgotten", async () => {
  const site = await openTestSite();
  await watch(site.db, { isConfirmed: false });
  await publish(site);
  expect(await matchChanges(site.db)).toBe(0);
  expect(await site.db.$count(alertEvents)).toBe(0);
});

const shared = shareTestSite();
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

const wanted = fc
  .record({
    localizacao: fc.option(fc.constantFrom("Turvo", "Dique"), { freq: 1 }),
    stay: fc.option(fc.constantFrom(...spans), { freq: 3 }),
    pessoas: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 1 }),
    quartos: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 1 }),
    lazer: fc.subarray([...leisureOptions], { maxLength: 1 }),
    wifi: fc.boolean(),
    pier: fc.boolean(),
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
  fc.record({
    kind: fc.constant("price" as const),
    valorFds: price,
    valorDiaria: fc.option(price),
  }),
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
    const { valorFds, valorDiaria } = made;
    await db.update(posts).set({ valorFds, valorDiaria }).where(eq(posts.id, id));
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
  const { db } = shared();
  const { uid } = await createUser(shared());
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
        const [row] = await db
          .insert(posts)
          .values({
            ...{
              uid,
              title: "Casa",
              body: "No lago.",
              telefone: "37900010264",
              createdBy: "Maria",
            },
            ...fields,
            ...flags,
            ...rules,
            ...(isHidden && hidden),
          })
          .returning({ id: posts.id });
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
        const told = ids.filter((_, n) => after[n] && !before[n]);
        expect(await hitsOf(db, id)).toEqual(told.sort());
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
