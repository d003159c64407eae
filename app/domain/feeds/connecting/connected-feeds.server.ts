import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { today } from "../../calendar/civil-date.ts";
import { ownsListing } from "../../listings/listings.server.ts";
import { listingNotFound } from "../../listings/missing/absence.ts";
import { withOwnListing } from "../../listings/own-listing.server.ts";
import type { CalendarFeeds } from "../calendar-feeds.server.ts";
import { isExportAddress } from "../export/export-address.server.ts";
import { isGoogleSharingLink, nameFeed } from "../feed-address.ts";
import { type FeedRefusal, refuseFeed } from "../feed-problems.ts";
import { withFeedHost } from "../rounds/feed-hosts.server.ts";
import { claimFeed, hostOfFeed, readClaimed, storeReading } from "../rounds/feed-store.server.ts";
import { nightsColumns } from "../rounds/nights-columns.server.ts";
import type { ConnectedFeed } from "./feed-words.ts";

const maxFeeds = 5;
const hostWaitMs = 20_000;

const noAddress = refuse("invalid", "Cole o endereço do calendário.");
const fromThisSite = refuse(
  "this-site",
  "Esse endereço é daqui mesmo. Cole o que o outro site oferece para exportar o calendário dele.",
);
const googleSharingLink = refuse(
  "invalid",
  "Esse é o link de compartilhar a agenda. No Google Agenda, abra as configurações dela, “Integrar agenda”, e copie o “Endereço secreto no formato iCal”.",
);
const alreadyConnected = refuse("duplicate", "Esse calendário já está conectado neste anúncio.");
const tooManyFeeds = refuse(
  "too-many",
  `Um anúncio conecta até ${maxFeeds} calendários. Desligue um para pôr outro no lugar.`,
);
const hostIsBusy = refuse(
  "busy",
  "Estamos lendo outros calendários desse site. Tente de novo em um minuto.",
);
const feedNotFound = refuse("gone", "Esse calendário não está mais conectado.");

/** Feeds as shown to the listing's owner, oldest first. */
export function listConnectedFeeds(db: Db, postId: string): Promise<ConnectedFeed[]> {
  return db
    .select({
      id: feeds.id,
      nome: feeds.nome,
      freeCount: feeds.freeCount,
      unreadableCount: feeds.unreadableCount,
      goodAt: feeds.goodAt,
      failingSince: feeds.failingSince,
      problem: feeds.problem,
      emptySince: feeds.emptySince,
      isElsewhereToo: sql<boolean>`exists (
        select from feeds as other join posts as theirs on theirs.id = other."postId"
        where other.endereco = ${feeds.endereco} and other."postId" <> ${feeds.postId}
          and theirs.uid = ${posts.uid})`,
    })
    .from(feeds)
    .innerJoin(posts, eq(posts.id, feeds.postId))
    .where(eq(feeds.postId, postId))
    .orderBy(asc(feeds.createdAt), asc(feeds.id));
}

/** Reads the calendar first, and stores it with its nights in one transaction if it is valid. */
export async function connectFeed(
  { db, calendarFeeds, siteUrl }: { db: Db; calendarFeeds: CalendarFeeds; siteUrl: string },
  uid: string,
  postId: string,
  endereco: string,
): Promise<{ ok: true } | Refusal | FeedRefusal> {
  if (!(await ownsListing(db, uid, postId))) return listingNotFound;
  if (endereco.trim() === "") return noAddress;
  const address = calendarFeeds.parseAddress(endereco);
  if (!address) return refuseFeed("notAllowed");
  if (isExportAddress(address, siteUrl)) return fromThisSite;
  if (isGoogleSharingLink(address)) return googleSharingLink;
  const refusal = await findObstacle(db, postId, address);
  if (refusal) return refusal;

  const options = { listingId: postId, today: today() };
  const reading = await withFeedHost(db, address.host, hostWaitMs, () =>
    calendarFeeds.read(address.href, options),
  );
  if (!reading) return hostIsBusy;
  if (!reading.ok) return reading;
  return withOwnListing(db, uid, postId, async (tx) => {
    const obstacle = await findObstacle(tx, postId, address);
    if (obstacle) return obstacle;
    const names = await tx.select({ nome: feeds.nome }).from(feeds).where(eq(feeds.postId, postId));
    const taken = names.map((feed) => feed.nome);
    const name = nameFeed(address, taken);
    const [added] = await tx
      .insert(feeds)
      .values({ postId, nome: name, endereco: address.href, attemptedAt: sql`clock_timestamp()` })
      .returning({ ...getTableColumns(feeds), claim: sql<string>`${feeds.attemptedAt}::text` });
    if (!added) throw new Error("insert gave no row");
    const claimed = { ...added, hasNightsToCome: false, previousAttemptAt: null };
    await storeReading(tx, claimed, reading);
    return { ok: true };
  });
}

async function findObstacle(db: Db | Transaction, postId: string, address: URL) {
  const connected = await db
    .select({ endereco: feeds.endereco })
    .from(feeds)
    .where(eq(feeds.postId, postId));
  if (connected.some(({ endereco }) => endereco === address.href)) return alreadyConnected;
  return connected.length >= maxFeeds ? tooManyFeeds : null;
}

/** Frees the feed's nights, and returns its address so that a mistake can be undone. */
export async function disconnectFeed(
  db: Db,
  uid: string,
  postId: string,
  feedId: string,
): Promise<{ ok: true; removed: { endereco: string; nome: string } } | Refusal> {
  return withOwnListing(db, uid, postId, async (tx) => {
    if (!isUuid(feedId)) return feedNotFound;
    const [removed] = await tx
      .delete(feeds)
      .where(and(eq(feeds.id, feedId), eq(feeds.postId, postId)))
      .returning({ endereco: feeds.endereco, nome: feeds.nome });
    return removed ? { ok: true, removed } : feedNotFound;
  });
}

/** Frees the nights of a feed that came back empty, once the owner says it is. */
export async function acceptEmptied(
  db: Db,
  uid: string,
  postId: string,
  feedId: string,
): Promise<{ ok: true } | Refusal> {
  return withOwnListing(db, uid, postId, async (tx) => {
    if (!isUuid(feedId)) return feedNotFound;
    const rows = await tx
      .update(feeds)
      .set({
        ...nightsColumns([], today()),
        emptySince: null,
        emptyReadings: 0,
        // Discards a reading in progress, which would still suspect the copy.
        attemptedAt: sql`clock_timestamp()`,
      })
      .where(
        and(eq(feeds.id, feedId), eq(feeds.postId, postId), sql`${feeds.emptySince} is not null`),
      )
      .returning({ id: feeds.id });
    return rows.length > 0 ? { ok: true } : feedNotFound;
  });
}

/** Reads the listing's feeds now, one at a time per host, except those whose site asked to wait. */
export async function syncFeeds(
  site: { db: Db; calendarFeeds: CalendarFeeds; log: Logger },
  uid: string,
  postId: string,
): Promise<{ ok: true; read: number; of: number } | Refusal> {
  const { db } = site;
  if (!(await ownsListing(db, uid, postId))) return listingNotFound;
  const connected = await db
    .select({ id: feeds.id, host: hostOfFeed, waitUntil: feeds.waitUntil })
    .from(feeds)
    .where(eq(feeds.postId, postId));
  const outcomes = await Promise.all(
    connected.map(async ({ id, host, waitUntil }) => {
      if (waitUntil && waitUntil > new Date()) return false;
      return withFeedHost(db, host, hostWaitMs, async () => {
        const feed = await claimFeed(db, eq(feeds.id, id), today());
        return feed !== null && readClaimed(site, feed, { isExtra: true });
      });
    }),
  );
  return { ok: true, read: outcomes.filter(Boolean).length, of: outcomes.length };
}
