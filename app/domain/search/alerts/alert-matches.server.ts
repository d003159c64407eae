import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alertEvents, alertHits, alerts } from "../../../platform/db/alert-schema.ts";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { today } from "../../calendar/civil-date.ts";
import type { Rates, Season, Terms } from "../../prices/seasons.ts";
import type { IndexedListing } from "../index/indexed-listing.ts";
import { ListingIndex } from "../index/listing-index.ts";
import { readIndexed } from "../index/live-index.server.ts";
import { type AlertColumns, watchedOf } from "./alert.ts";

/** A snapshot of everything that determines the price of a stay. */
interface Prices {
  terms: Terms;
  seasons: readonly Season[];
}

/** A listing's changes since alerts were last matched with it. */
interface ListingChange {
  postId: string;
  published: boolean;
  /** Nights that a mark or a feed no longer takes; a multirange. */
  freed: string;
  /** The prices before; null if they didn't change. */
  before: Prices | null;
}

/** Matches all listings that changed. Several sites may do so at once. Returns how many there were. */
export async function matchChanges(db: Db): Promise<number> {
  // Nobody waits: nothing to look at.
  await db.execute(sql`
    delete from ${alertEvents}
    where not exists (select from ${alerts} where ${alerts.confirmedAt} is not null)`);
  let matched = 0;
  while (await matchNextChange(db)) matched += 1;
  return matched;
}

/** A change and what it means to alerts are one transaction, so that a killed process loses neither. */
function matchNextChange(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await claimNextChange(tx);
    if (!changed) return false;
    const [listing] = await readIndexed(tx, [changed.postId]);
    if (listing) await noteHits(tx, listing, changed);
    return true;
  });
}

/** Changes noted by the version before packages lack the ad's rules. */
interface StoredPrices extends Rates, Partial<Pick<Terms, "minimoNoites" | "fdsInteiro">> {
  seasons: (Omit<Season, "createdAt"> & { createdAt: string })[];
}

interface ChangeRow {
  postId: string;
  published: boolean;
  freed: string;
  before: StoredPrices | null;
}

/** Removes all noted changes of the next listing and merges them; of several earlier prices, the oldest counts. */
async function claimNextChange(tx: Transaction): Promise<ListingChange | null> {
  const { rows } = await tx.execute<ChangeRow & Record<string, unknown>>(sql`
    with next as (
      select "postId" from alert_events order by id limit 1 for update skip locked
    ), taken as (
      delete from alert_events where "postId" = (select "postId" from next) returning *
    )
    select "postId", bool_or(published) as published, range_agg(freed)::text as freed,
      (array_agg(before order by id) filter (where before is not null))[1] as before
    from taken group by "postId"`);
  const [row] = rows;
  if (!row) return null;
  const { postId, published, freed, before } = row;
  return { postId, published, freed, before: before && pricesOf(before) };
}

function pricesOf({ seasons, ...terms }: StoredPrices): Prices {
  return {
    terms: { minimoNoites: null, fdsInteiro: false, ...terms },
    seasons: seasons.map(({ createdAt, ...season }) => ({
      ...season,
      createdAt: new Date(createdAt),
    })),
  };
}

/** Notes the listing for the next letter of each alert whose search finds it now and didn't before. */
async function noteHits(
  tx: Transaction,
  listing: IndexedListing,
  { published, freed, before }: ListingChange,
): Promise<void> {
  const isOpened = published ? sql<boolean>`true` : overlaps(freed);
  const hasPriceLimit = or(isNotNull(alerts.q), isNotNull(alerts.total));
  const possible = await tx
    .select({ alert: alerts, isOpened })
    .from(alerts)
    .where(and(mayWatch(listing), before ? or(isOpened, hasPriceLimit) : isOpened));
  const isRight = matcherOf(listing);
  const wasRight = before && matcherOf({ ...listing, ...before });
  const hits = possible.filter(
    ({ alert, isOpened }) => isRight(alert) && (isOpened || (wasRight && !wasRight(alert))),
  );
  if (hits.length === 0) return;
  const ids = sql.param(hits.map(({ alert }) => alert.id));
  await tx.execute(sql`
    insert into ${alertHits} ("alertId", "postId") select unnest(${ids}::uuid[]), ${listing.id}
    on conflict do nothing`);
}

/** Leaves out most alerts of other listings; the search's own index decides about the rest. */
function mayWatch({ id, localizacao }: IndexedListing): SQL | undefined {
  return and(
    isNotNull(alerts.confirmedAt),
    gte(alerts.endsOn, today()),
    or(isNull(alerts.localizacao), eq(alerts.localizacao, localizacao)),
    or(isNull(alerts.postId), eq(alerts.postId, id)),
  );
}

/** The alert's dates overlap these nights, a multirange; false for an alert without dates. */
function overlaps(nights: string): SQL<boolean> {
  // A range without ends would contain every night.
  return sql`(${alerts.entrada} is not null
    and daterange(${alerts.entrada}, ${alerts.saida}) && ${nights}::datemultirange)`;
}

/** Returns a test of whether an alert's search finds the listing. */
export function matcherOf(listing: IndexedListing): (alert: AlertColumns) => boolean {
  const index = new ListingIndex();
  index.put(listing);
  return (alert) => index.count(watchedOf(alert).filters) > 0;
}
