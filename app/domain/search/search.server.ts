import { count, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { deletedPosts, posts } from "../../platform/db/schema.ts";
import { today } from "../calendar/civil-date.ts";
import { nearbyStays } from "../calendar/stays.ts";
import type { Inquiry } from "../listings/inquiry.ts";
import { readCursor, writeCursor } from "../listings/list-cursor.ts";
import type { Likeness } from "../listings/listing.ts";
import { type ListingsPage, listById, listingsPerPage } from "../listings/listings.server.ts";
import { offerStay } from "../listings/offers/stay-offers.server.ts";
import { type Filters, flagsOf, hasPriceLimit, maxPrice, noFilters } from "./filters.ts";
import type { ListingIndex } from "./index/listing-index.ts";
import { LiveIndex } from "./index/live-index.server.ts";

const indexes = new WeakMap<Db, LiveIndex>();

function indexOf(db: Db): LiveIndex {
  const index = indexes.get(db) ?? new LiveIndex(db);
  indexes.set(db, index);
  return index;
}

/** Reads all listings into memory before the first search has to wait for it. */
export async function prepareSearch(db: Db): Promise<void> {
  await indexOf(db).read();
}

export interface SearchOptions {
  /** Cursor of the page; an invalid one means the first page. */
  after?: string | null;
  day?: string;
  limit?: number;
  /** Other searches to count along with this one. */
  others?: readonly Filters[];
}

/** Results of one moment: list, counts and alternatives agree. */
export interface SearchResults extends ListingsPage {
  total: number;
  /** The number of them with an unconfirmed calendar; 0 without dates. */
  unconfirmed: number;
  /** Number of listings left out because they don't state the price that has a limit. */
  unpriced: number;
  /** Searches to offer instead; empty if there are results. */
  alternatives: Alternative[];
  /** Number of all listings, whatever the search. */
  byLocation: Record<string, number>;
  otherTotals: number[];
}

/**
 * Finds listings, newest first (spec §7), or cheapest first by the estimate, or by the nightly
 * price if there are no dates; missing prices come last.
 */
export async function searchListings(
  db: Db,
  filters: Filters,
  { after = null, day = today(), limit = listingsPerPage, others = [] }: SearchOptions = {},
): Promise<SearchResults> {
  const { ordem, stay } = filters;
  const index = await indexOf(db).read();
  // The index changes with the next search, so nothing may be awaited between these questions.
  const { ids, next, ...found } = index.search(filters, {
    order: ordem,
    after: readCursor(after, ordem),
    limit,
    day,
  });
  const counts = {
    unconfirmed: found.unconfirmed,
    unpriced: found.unpriced,
    alternatives: ids.length === 0 ? listAlternatives(index, filters, day) : [],
    byLocation: Object.fromEntries(index.countByLocation()),
    otherTotals: others.map((other) => index.count(other)),
  };
  const listings = await listById(db, ids);
  const offers = stay ? await offerStay(db, { stay, ids, day }) : null;
  return {
    ...counts,
    listings: listings.map((one) => ({ ...one, offer: offers?.(one) ?? null })),
    next: next && writeCursor(next, ordem),
    // Listings hidden since the index was read don't count.
    total: found.total - (ids.length - listings.length),
  };
}

/** Counts listings in the database until the index is ready: only searches wait for the index. */
export async function countByLocation(db: Db): Promise<Record<string, number>> {
  const index = indexOf(db);
  if (index.isReady) return Object.fromEntries((await index.read()).countByLocation());
  const rows = await db
    .select({ localizacao: posts.localizacao, count: count() })
    .from(posts)
    // This looks the few deleted ones up in a hash table, `isPublic` one by one.
    .where(sql`${posts.pausedAt} is null and ${posts.id} not in (select id from ${deletedPosts})`)
    .groupBy(posts.localizacao);
  return Object.fromEntries(rows.map((row) => [row.localizacao, row.count]));
}

/**
 * Finds the listings most like another one, as they were at most `maxAgeMs` ago. Returns null until all listings
 * have been read, because listings' pages don't wait for that.
 */
export async function findSimilar(
  db: Db,
  to: Likeness,
  inquiry: Inquiry,
  limit: number,
  maxAgeMs = 0,
): Promise<string[] | null> {
  const live = indexOf(db);
  if (!live.isReady) return null;
  return (await live.readWithin(maxAgeMs)).findSimilar(to, inquiry, limit);
}

function listWithoutOneAmenity(filters: Filters): Filters[] {
  return [
    ...filters.lazer.map((name) => ({
      ...filters,
      lazer: filters.lazer.filter((other) => other !== name),
    })),
    ...flagsOf(filters).map(({ parameter }) => ({ ...filters, [parameter]: false })),
    ...(filters.quartos === null ? [] : [{ ...filters, quartos: null }]),
  ];
}

export interface Alternative {
  filters: Filters;
  /** Null for the whole region on any date, whose count would change too often to be cached. */
  count: number | null;
}

/** Days by which a stay is moved, either way. */
const maxShift = 21;
const maxStays = 3;

/**
 * Offers the search without one of its amenities, the nearest stays of the same length with
 * results, houses without a price, the next price above, and the region. If none of these
 * has results, offers the same stay without any other filter but the number of people.
 */
function listAlternatives(index: ListingIndex, filters: Filters, day: string): Alternative[] {
  const { stay, q, total, localizacao } = filters;
  const found: Alternative[] = [];
  const add = (other: Filters) => {
    const count = index.count(other);
    if (count > 0) found.push({ filters: other, count });
  };
  for (const without of listWithoutOneAmenity(filters)) add(without);
  if (stay) {
    const countFree = index.stayCounter({ ...filters, stay });
    const nearby: Alternative[] = [];
    for (const other of nearbyStays(stay, day, maxShift)) {
      const count = countFree(other);
      if (count > 0) nearby.push({ filters: { ...filters, stay: other }, count });
      if (nearby.length === maxStays) break;
    }
    found.push(...nearby);
  }
  if (hasPriceLimit(filters)) add({ ...filters, semPreco: true });
  if (total !== null) {
    const lowest = index.lowestTotal({ ...filters, total: null });
    if (lowest !== null) add({ ...filters, total: Math.ceil(lowest / 100) });
  }
  if (q !== null) {
    const lowest = index.lowestNightly({ ...filters, q: null });
    const dearer = { ...filters, q: lowest === null ? maxPrice + 1 : Math.ceil(lowest / 100) };
    if (dearer.q <= maxPrice) add(dearer);
  }
  if (localizacao !== null) {
    const anywhere = { ...filters, localizacao: null };
    if (stay) add(anywhere);
    else found.push({ filters: anywhere, count: null });
  }
  if (found.length === 0 && stay) {
    const bare = { ...noFilters, stay, pessoas: filters.pessoas, ordem: filters.ordem };
    if (localizacao !== null) add({ ...bare, localizacao });
    add(bare);
  }
  return found;
}
