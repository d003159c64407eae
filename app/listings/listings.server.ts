import { and, desc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { featuredPlans } from "../accounts/plans/plans.ts";
import { today } from "../calendar/civil-date.ts";
import {
  findFeedsReadAt,
  listOwnNights,
  listTakenNights,
} from "../calendar/taken-nights.server.ts";
import type { Db } from "../db/client.server.ts";
import { deletedPosts, posts, users } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import { listPhotos } from "../photos/photos.server.ts";
import { listSeasons } from "../prices/seasons.server.ts";
import { type ColumnName, cardColumnNames, columnNames } from "./fields.ts";
import { readCursor, writeCursor } from "./list-cursor.ts";
import type { Listing, ListingSummary, OwnListing } from "./listing.ts";
import { type Pause, type PausedBy, pauseOf } from "./page/pause.ts";
import { positionColumns, shownPosition, storedPosition } from "./position/positions.server.ts";
import type { Likeness } from "./similar/similar.ts";

export const listingsPerPage = 12;

/** Spec §9. */
const photosPerCard = 3;

export interface ListingPage {
  listings: ListingSummary[];
  next: string | null;
}

export function columnsOf<Name extends ColumnName>(
  names: readonly Name[],
): Pick<typeof posts, Name> {
  return Object.fromEntries(names.map((name) => [name, posts[name]])) as Pick<typeof posts, Name>;
}

const summaryColumns = {
  id: posts.id,
  ...columnsOf(cardColumnNames),
  featured: sql<boolean>`${inArray(users.plano, featuredPlans)}`,
};

/** Excludes listings whose deletion has begun: they may have lost photos already. */
export const isStanding = sql`not exists (select 1 from ${deletedPosts} where ${deletedPosts.id} = ${posts.id})`;

/** Also excludes paused ones. */
export const isPublic = sql`${posts.pausedAt} is null and ${isStanding}`;

const isPaused = sql`${posts.pausedAt} is not null and ${isStanding}`;

const pauseColumns = {
  pausedAt: posts.pausedAt,
  pausedBy: posts.pausedBy,
  pauseReason: posts.pauseReason,
};

/** Newest first. An invalid cursor means the first page. */
export async function listListings(
  db: Db,
  { after = null }: { after?: string | null } = {},
): Promise<ListingPage> {
  const rows = await db
    .select({
      ...summaryColumns,
      // Microseconds: JavaScript's dates would truncate them and skip or repeat a listing.
      createdAt: sql`(extract(epoch from ${posts.createdAt}) * 1000000)::bigint`.mapWith(Number),
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(afterCursor(after), isPublic))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(listingsPerPage + 1);
  const shown = rows.slice(0, listingsPerPage);
  const last = shown.at(-1);
  return {
    listings: await withPhotos(
      db,
      shown.map(({ createdAt: _, ...row }) => row),
    ),
    next:
      rows.length > listingsPerPage && last ? writeCursor({ ...last, cents: null }, "novos") : null,
  };
}

/** In the order of the ids, without deleted listings. */
export async function listById(db: Db, ids: readonly string[]): Promise<ListingSummary[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(summaryColumns)
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(inArray(posts.id, [...ids]), isPublic));
  const rank = new Map(ids.map((id, index) => [id, index]));
  rows.sort((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0));
  return withPhotos(db, rows);
}

async function withPhotos(
  db: Db,
  rows: Omit<ListingSummary, "photos">[],
): Promise<ListingSummary[]> {
  const ids = rows.map((row) => row.id);
  const photos = await listPhotos(db, ids, photosPerCard);
  return rows.map((row) => ({ ...row, photos: photos.get(row.id) ?? [] }));
}

function afterCursor(cursor: string | null): SQL | undefined {
  const position = readCursor(cursor);
  if (!position) return undefined;
  const { createdAt, id } = position;
  return sql`(${posts.createdAt}, ${posts.id}) < (timestamptz 'epoch' + ${createdAt}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

const listingColumns = {
  ...summaryColumns,
  ...columnsOf(columnNames),
  datesCheckedAt:
    sql<Date | null>`greatest(${posts.datesUpdatedAt}, ${posts.datesConfirmedAt})`.mapWith(
      posts.datesUpdatedAt,
    ),
  createdBy: posts.createdBy,
  createdAt: posts.createdAt,
};

const shareCard = sql<string | null>`(
  select key from share_cards where share_cards."postId" = ${posts.id})`;

export function findListing(db: Db, id: string): Promise<Listing | null> {
  return findShown(db, id, isPublic);
}

export async function findOwnPausedListing(
  db: Db,
  uid: string,
  id: string,
): Promise<{ listing: Listing; pause: Pause } | null> {
  const listing = await findShown(db, id, and(eq(posts.uid, uid), isPaused));
  if (!listing) return null;
  const [row] = await db.select(pauseColumns).from(posts).where(eq(posts.id, id));
  const pause = row && pauseOf(row);
  return pause ? { listing, pause } : null;
}

async function findShown(db: Db, id: string, isShown: SQL | undefined): Promise<Listing | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({ ...listingColumns, ...positionColumns, shareCard })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(eq(posts.id, id), isShown));
  if (!row) return null;
  const photos = await listPhotos(db, [id]);
  const { latitude, longitude, ...fields } = row;
  return {
    ...fields,
    position: shownPosition({ latitude, longitude }, row.mapaExato),
    photos: photos.get(id) ?? [],
    unavailableDays: await listTakenNights(db, id, today()),
    seasons: await listSeasons(db, id),
    feedsReadAt: await findFeedsReadAt(db, id),
  };
}

export interface HiddenListing {
  localizacao: string;
  isDeleted: boolean;
}

/** Null if visitors can see the listing, or it never existed. */
export async function findHiddenListing(
  db: Db,
  id: string,
): Promise<(HiddenListing & Likeness) | null> {
  if (!isUuid(id)) return null;
  const [deleted] = await db
    .select({ localizacao: deletedPosts.localizacao })
    .from(deletedPosts)
    .where(eq(deletedPosts.id, id));
  // The rest of a deleted listing is forgotten.
  const nothing = { id, valorFds: null, quantidadeMaximaPessoas: null };
  if (deleted) return { ...nothing, ...deleted, isDeleted: true };
  const [paused] = await db
    .select({ id: posts.id, ...columnsOf(["localizacao", "valorFds", "quantidadeMaximaPessoas"]) })
    .from(posts)
    .where(and(eq(posts.id, id), isPaused));
  return paused ? { ...paused, isDeleted: false } : null;
}

export interface ListingStamp {
  id: string;
  changedAt: Date;
}

export interface IdRange {
  /** Exclusive; null starts at the first. */
  after: string | null;
  /** Inclusive; null ends at the last. */
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

/** The id `places` further on in the order of ids; null past the last. */
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

/** Null if it is missing, malformed or another advertiser's. */
export async function findOwnListing(db: Db, uid: string, id: string): Promise<OwnListing | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({ ...listingColumns, ...positionColumns, version: posts.version })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(eq(posts.id, id), eq(posts.uid, uid), isStanding));
  if (!row) return null;
  const photos = await listPhotos(db, [id]);
  const { latitude, longitude, ...fields } = row;
  return {
    ...fields,
    position: storedPosition({ latitude, longitude }),
    photos: photos.get(id) ?? [],
    unavailableDays: await listOwnNights(db, id),
  };
}

export async function ownsListing(db: Db, uid: string, id: string): Promise<boolean> {
  return isUuid(id) && (await db.$count(posts, and(eq(posts.id, id), eq(posts.uid, uid)))) > 0;
}

export interface OwnListingSummary extends ListingSummary {
  createdAt: Date;
  /** The last change or confirmation of the calendar, else the publication. */
  confirmedAt: Date;
  photoCount: number;
  pausedAt: Date | null;
  pausedBy: PausedBy | null;
  pauseReason: string | null;
}

/** Newest first (spec §2). */
export async function listOwnListings(db: Db, uid: string): Promise<OwnListingSummary[]> {
  const rows = await db
    .select({
      ...summaryColumns,
      ...pauseColumns,
      createdAt: posts.createdAt,
      confirmedAt:
        sql`greatest(${posts.datesUpdatedAt}, ${posts.datesConfirmedAt}, ${posts.createdAt})`.mapWith(
          posts.createdAt,
        ),
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(eq(posts.uid, uid))
    .orderBy(desc(posts.createdAt), desc(posts.id));
  const ids = rows.map((row) => row.id);
  const photos = await listPhotos(db, ids);
  return rows.map((row) => {
    const own = photos.get(row.id) ?? [];
    return { ...row, photos: own.slice(0, photosPerCard), photoCount: own.length };
  });
}
