import { type SQL, sql } from "drizzle-orm";
import { alertEvents, alertHits, alerts } from "../db/alert-schema.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import type { Rates, Season, Terms } from "../prices/seasons.ts";
import type { IndexedListing } from "../search/index/indexed-listing.ts";
import { ListingIndex } from "../search/index/listing-index.ts";
import { readIndexed } from "../search/index/live-index.server.ts";
import { type AlertColumns, watchedOf } from "./alert.ts";
import {
  all,
  hasPriceLimit,
  isWithin,
  mayAfford,
  needsEstimate,
  nightRanges,
  overlaps,
  type Prices,
  suits,
} from "./matching.server.ts";

/** A listing's changes since alerts were last matched with it. */
interface ListingChange {
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
    const changed = await takeNextChange(tx);
    if (!changed) return false;
    const [listing] = await readIndexed(tx, [changed.postId]);
    if (listing) await noteHits(tx, listing, changed);
    return true;
  });
}

interface TakenChange extends ListingChange {
  postId: string;
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

/** Takes the changes of the listing whose turn it is as one: the first of several prices counts. */
async function takeNextChange(tx: Transaction): Promise<TakenChange | null> {
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

/** Notes the listing for the next letter of each alert that it became right for. */
async function noteHits(
  tx: Transaction,
  listing: IndexedListing,
  change: ListingChange,
): Promise<void> {
  // One scan of the alerts for both kinds of hits.
  const { rows } = await tx.execute<PossibleHit>(sql`
    with possible as materialized (${possibleHits(listing, change)}), noted as (
      insert into ${alertHits} ("alertId", "postId")
      select id, ${listing.id}::uuid from possible where not "takesEstimate" order by id
      on conflict do nothing
    )
    select * from possible where "takesEstimate"`);
  const hits = rows.filter(hitTest(listing, change));
  if (hits.length === 0) return;
  const noted = hits.map(({ id }) => ({ alertId: id, postId: listing.id }));
  await tx.insert(alertHits).values(noted).onConflictDoNothing();
}

/** An alert that the listing became right for, unless it costs too much. */
type PossibleHit = AlertColumns & {
  id: string;
  email: string;
  takesEstimate: boolean;
  isOpened: boolean;
} & Record<string, unknown>;

function possibleHits(listing: IndexedListing, change: ListingChange): SQL {
  const { published, freed, before } = change;
  const isOpened = published ? sql`true` : overlaps(sql`${freed}::datemultirange`);
  const takesEstimate = before
    ? sql`(${needsEstimate(listing)} or ${needsEstimate(before)})`
    : needsEstimate(listing);
  const isCheaper = before ? sql`(${hasPriceLimit} and not ${isWithin(before)})` : sql`false`;
  const isNews = before ? sql`(${isOpened} or ${hasPriceLimit})` : isOpened;
  return sql`
    select id, email, "postId", localizacao, entrada::text, saida::text, pessoas, quartos, wishes, q, total,
      "semPreco", ${takesEstimate} as "takesEstimate", ${isOpened} as "isOpened"
    from ${alerts}
    where ${all([
      isNews,
      suits(listing),
      sql`not ${overlaps(nightRanges(listing.taken))}`,
      sql`((${takesEstimate} and ${mayAfford(listing)}) or (not ${takesEstimate} and ${isWithin(listing)} and (${isOpened} or ${isCheaper})))`,
    ])}`;
}

/** Looks at alerts whose limit takes an estimate of the listing's price. */
function hitTest(listing: IndexedListing, change: ListingChange): (alert: PossibleHit) => boolean {
  const isRight = matcherOf(listing);
  const wasRight = change.before && matcherOf({ ...listing, ...change.before });
  return (alert) => (alert.isOpened || (wasRight !== null && !wasRight(alert))) && isRight(alert);
}

/** Tells whether a search for what an alert watches finds the listing. */
export function matcherOf(listing: IndexedListing): (alert: AlertColumns) => boolean {
  const index = new ListingIndex();
  index.put(listing);
  return (alert) => index.count(watchedOf(alert).filters) > 0;
}
