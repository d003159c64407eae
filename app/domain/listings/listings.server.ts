import { and, desc, eq, gt, inArray, lte, type Placeholder, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { instantOf, microsOf } from "../../platform/db/columns.ts";
import { prepareOnce } from "../../platform/db/prepared.server.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { featuredPlans } from "../accounts/plans/plans.ts";
import { type Pause, type PauseColumns, pauseOf } from "../accounts/visibility/pause.ts";
import {
  isPaused,
  isPublic,
  isStanding,
  pauseColumns,
} from "../accounts/visibility/visibility.server.ts";
import { today } from "../calendar/civil-date.ts";
import {
  feedsReadAtColumn,
  hadTakenNightsColumn,
  listMarkedNights,
  takenNightsColumn,
} from "../calendar/taken-nights.server.ts";
import { photosColumn } from "../photos/photos.server.ts";
import { seasonsColumn } from "../prices/stored-seasons.server.ts";
import { blurPosition, type Position } from "../region/position.ts";
import { type ColumnName, cardColumnNames, columnNames, publicColumnNames } from "./fields.ts";
import type { Freshness } from "./freshness.ts";
import { readCursor, writeCursor } from "./list-cursor.ts";
import type { Listing, ListingSummary, OwnListing, ShownPosition } from "./listing.ts";

export const listingsPerPage = 12;

/** The number of spec §9. */
const photosPerCard = 3;

export interface ListingsPage {
  listings: ListingSummary[];
  next: string | null;
}

export function columnsOf<Name extends ColumnName>(
  names: readonly Name[],
): Pick<typeof posts, Name> {
  return Object.fromEntries(names.map((name) => [name, posts[name]])) as Pick<typeof posts, Name>;
}

const fixedSummaryColumns = {
  id: posts.id,
  ...columnsOf(cardColumnNames),
  featured: sql<boolean>`${inArray(users.plano, featuredPlans)}`,
};

const summaryColumns = { ...fixedSummaryColumns, photos: photosColumn(photosPerCard) };

const newestFirst = prepareOnce((db) =>
  db
    .select({
      ...summaryColumns,
      createdAt: microsOf(posts.createdAt).mapWith(Number),
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(
      and(
        sql`(${posts.createdAt}, ${posts.id}) < (
          coalesce(
            ${instantOf(sql.placeholder("createdAt"))},
            'infinity'),
          coalesce(${sql.placeholder("id")}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`,
        isPublic,
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(listingsPerPage + 1)
    .prepare("listings_newest_first"),
);

/** Lists listings, newest first. An invalid cursor means the first page. */
export async function listListings(
  db: Db,
  { after = null }: { after?: string | null } = {},
): Promise<ListingsPage> {
  const { createdAt = null, id = null } = readCursor(after) ?? {};
  const rows = await newestFirst(db).execute({ createdAt, id });
  const shown = rows.slice(0, listingsPerPage);
  const last = shown.at(-1);
  return {
    listings: shown.map(({ createdAt: _, ...row }) => row),
    next:
      rows.length > listingsPerPage && last
        ? writeCursor({ ...last, cents: null, isUnconfirmed: false }, "novos")
        : null,
  };
}

const byIds = prepareOnce((db) =>
  db
    .select(summaryColumns)
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(sql`${posts.id} = any(${sql.placeholder("ids")}::uuid[])`, isPublic))
    .prepare("listings_by_ids"),
);

/** Lists listings in the order of the ids, without those that visitors can't see. */
export async function listById(db: Db, ids: readonly string[]): Promise<ListingSummary[]> {
  if (ids.length === 0) return [];
  const rows = await byIds(db).execute({ ids });
  const rank = new Map(ids.map((id, index) => [id, index]));
  return rows.sort((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0));
}

/** Finds when listings were published, by their id. */
export async function publishedAt(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .select({ id: posts.id, createdAt: posts.createdAt })
    .from(posts)
    .where(inArray(posts.id, [...ids]));
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

/**
 * Column for a query on `posts`: when the advertiser last changed or confirmed the days. The form of a new ad
 * asks for them, so until then publishing counts.
 */
export const datesCheckedAtColumn =
  sql<Date>`coalesce(greatest(${posts.datesUpdatedAt}, ${posts.datesConfirmedAt}), ${posts.createdAt})`.mapWith(
    posts.createdAt,
  );

const listingColumns = {
  ...fixedSummaryColumns,
  photos: photosColumn(),
  ...columnsOf(publicColumnNames),
  datesCheckedAt: datesCheckedAtColumn,
  createdBy: posts.createdBy,
  createdAt: posts.createdAt,
};

function shownColumns(day: string | Placeholder) {
  return {
    ...listingColumns,
    ...positionColumns,
    unavailableDays: takenNightsColumn(day),
    feedsReadAt: feedsReadAtColumn,
    seasons: seasonsColumn,
  };
}

const publicListing = prepareOnce((db) =>
  db
    .select(shownColumns(sql.placeholder("day")))
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(eq(posts.id, sql.placeholder("id")), isPublic))
    .prepare("public_listing"),
);

export async function findListing(db: Db, id: string): Promise<Listing | null> {
  if (!isUuid(id)) return null;
  const [row] = await publicListing(db).execute({ id, day: today() });
  return row ? shownListing(row) : null;
}

export async function findOwnPausedListing(
  db: Db,
  uid: string,
  id: string,
): Promise<{ listing: Listing; pause: Pause } | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({ ...shownColumns(today()), ...pauseColumns })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(eq(posts.id, id), eq(posts.uid, uid), isPaused));
  if (!row) return null;
  const { pausedAt, pausedBy, pauseReason, ...shown } = row;
  const pause = pauseOf({ pausedAt, pausedBy, pauseReason });
  return pause && { listing: shownListing(shown), pause };
}

function shownListing(row: Omit<Listing, "position"> & StoredPosition): Listing {
  const { latitude, longitude, ...fields } = row;
  return { ...fields, position: shownPosition({ latitude, longitude }, row.mapaExato) };
}

export interface ListingStamp {
  id: string;
  changedAt: Date;
}

export interface IdRange {
  /** Exclusive bound; null starts at the first. */
  after: string | null;
  /** Inclusive bound; null ends at the last. */
  upTo: string | null;
}

export function listStamps(
  db: Db,
  { after, upTo }: IdRange,
  limit: number,
): Promise<ListingStamp[]> {
  return db
    .select({
      id: posts.id,
      changedAt: sql`coalesce(${posts.updatedAt}, ${posts.createdAt})`.mapWith(posts.createdAt),
    })
    .from(posts)
    .where(
      and(
        after ? gt(posts.id, after) : undefined,
        upTo ? lte(posts.id, upTo) : undefined,
        isPublic,
      ),
    )
    .orderBy(posts.id)
    .limit(limit);
}

/** Finds the id `places` further on in the order of ids; null past the last. */
export async function findIdFurther(
  db: Db,
  after: string | null,
  places: number,
): Promise<string | null> {
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(after ? gt(posts.id, after) : undefined, isPublic))
    .orderBy(posts.id)
    .offset(places - 1)
    .limit(1);
  return row?.id ?? null;
}

/** Returns null if the listing is missing, malformed or another advertiser's. */
export async function findOwnListing(db: Db, uid: string, id: string): Promise<OwnListing | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      ...listingColumns,
      ...columnsOf(columnNames),
      ...positionColumns,
      version: posts.version,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(eq(posts.id, id), eq(posts.uid, uid), isStanding));
  if (!row) return null;
  const { latitude, longitude, ...fields } = row;
  return {
    ...fields,
    position: storedPosition({ latitude, longitude }),
    unavailableDays: await listMarkedNights(db, id),
  };
}

export async function ownsListing(db: Db, uid: string, id: string): Promise<boolean> {
  return isUuid(id) && (await db.$count(posts, and(eq(posts.id, id), eq(posts.uid, uid)))) > 0;
}

export interface OwnListingSummary extends ListingSummary, PauseColumns, Freshness {
  /** Nights that have passed were taken. */
  hadGuests: boolean;
}

/** Lists the user's listings, newest first (spec §2). */
export async function listOwnListings(db: Db, uid: string): Promise<OwnListingSummary[]> {
  return db
    .select({
      ...summaryColumns,
      ...pauseColumns,
      hadGuests: hadTakenNightsColumn(today()),
      datesCheckedAt: datesCheckedAtColumn,
      feedsReadAt: feedsReadAtColumn,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(eq(posts.uid, uid))
    .orderBy(desc(posts.createdAt), desc(posts.id));
}

/** The exact position, which only the owner sees unless the listing's `mapaExato` is set. */
export const positionColumns = { latitude: posts.latitude, longitude: posts.longitude };

export interface StoredPosition {
  latitude: number | null;
  longitude: number | null;
}

function storedPosition({ latitude, longitude }: StoredPosition): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The position that visitors see. */
export function shownPosition(stored: StoredPosition, isExact: boolean): ShownPosition | null {
  const position = storedPosition(stored);
  return position && { ...(isExact ? position : blurPosition(position)), isExact };
}
