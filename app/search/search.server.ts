import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { posts } from "../db/schema.ts";
import { isLocation } from "../listings/fields.ts";
import {
  afterCursor,
  isStanding,
  type ListingPage,
  listingsPerPage,
  listListings,
} from "../listings/listings.server.ts";
import { type Filters, flagFilterNames, flagFilters } from "./filters.ts";
import { type Bands, priceBands } from "./price-bands.ts";

/** Listings that pass the filters, newest first (spec §7); prices are compared as numbers. */
export async function searchListings(
  db: Db,
  filters: Filters,
  { after = null }: { after?: string | null } = {},
): Promise<ListingPage> {
  const { q, localizacao } = filters;
  if (localizacao !== null && !isLocation(localizacao)) return { listings: [], next: null };
  const matching = and(
    localizacao === null ? undefined : eq(posts.localizacao, localizacao),
    ...flagFilterNames
      .filter((name) => filters[name])
      .map((name) => eq(posts[flagFilters[name].field], true)),
  );
  // A listing being deleted must not take a place on the page: the next page would be missed.
  const shown = and(matching, afterCursor(after), isStanding);
  const where = q === null ? matching : newestUpTo(q, shown);
  return listListings(db, { after, where });
}

const columnOf = { 1: posts.diariaPor1, 50: posts.diariaPor50, 2500: posts.diariaPor2500 };

/**
 * One page of the newest listings up to a price. No index can be both up to a price and newest
 * first; within one band of prices it can. So the newest of each band are merged, which costs the
 * same however many listings there are and however few pass (docs/decisions/015).
 */
function newestUpTo(limit: number, condition: SQL | undefined): SQL {
  const newest = sql`order by ${desc(posts.createdAt)}, ${desc(posts.id)} limit ${listingsPerPage + 1}`;
  const ofBands = ({ width, first, last }: Bands) => sql`
    select found.* from generate_series(${first}::int, ${last}::int) band
    cross join lateral (
      select ${posts.id}, ${posts.createdAt} from ${posts}
      where ${and(sql`${columnOf[width]} = band`, condition)} ${newest}
    ) found`;
  const merged = sql.join(priceBands(limit).map(ofBands), sql` union all `);
  return sql`${posts.id} in (select id from (${merged}) ${posts} ${newest})`;
}
