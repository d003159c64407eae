import { and, eq, gt, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { withAdvisoryLock } from "../db/advisory-lock.server.ts";
import type { Db } from "../db/client.server.ts";
import { listItems } from "../db/list-schema.ts";
import { photos } from "../db/schema.ts";
import { shareCards } from "../db/share-card-schema.ts";
import { announcePage } from "../delivery/changes.server.ts";
import { type CardSubject, cardFolder, hexDigest } from "../photos/card-files.server.ts";
import { type PhotoStore, storedHeaders } from "../photos/store.server.ts";
import { takeEncodingTurn } from "../photos/variants.server.ts";
import type { CardArtist } from "./card-artist.server.ts";
import { type CardContent, findCardContent } from "./card-content.server.ts";
import { wideLayout } from "./card-drawing.ts";
import { readCovers } from "./read-covers.server.ts";

export interface CardSite {
  db: Db;
  photoStore: PhotoStore;
  drawCard: CardArtist;
}

/** Cards drawn before another site gets its turn. */
const cardsPerTurn = 20;

const retryMinutes = 30;

/** Time between two drawings of one subject, however often it changes. */
const redrawSeconds = 60;

interface DueCard {
  id: string;
  subject: CardSubject;
  changes: number;
  contentHash: string | null;
  key: string | null;
  formerKey: string | null;
}

/**
 * Draws due cards one at a time, also across sites. A failed card is reported to `onFailure` and
 * retried later. Returns how many cards were handled.
 */
export async function drawDueCards(
  site: CardSite,
  { signal, onFailure }: { signal?: AbortSignal; onFailure: (error: unknown) => void },
): Promise<number> {
  const handled = await withAdvisoryLock(site.db, "draw share cards", async () => {
    let count = 0;
    while (count < cardsPerTurn && !signal?.aborted) {
      const due = await findDueCard(site.db);
      if (!due) break;
      await handleCard(site, due).catch(async (error) => {
        onFailure(error);
        await postpone(site.db, due);
      });
      count += 1;
    }
    return count;
  });
  return handled ?? 0;
}

async function findDueCard(db: Db): Promise<DueCard | null> {
  const [row] = await db
    .select()
    .from(shareCards)
    .where(
      and(
        gt(shareCards.changes, shareCards.drawn),
        or(isNull(shareCards.retryAt), lte(shareCards.retryAt, sql`now()`)),
        or(
          isNull(shareCards.drawnAt),
          lte(shareCards.drawnAt, sql`now() - ${redrawSeconds} * interval '1 second'`),
        ),
        // Samples' photos follow a moment after their ads.
        notExists(
          db
            .select({ one: sql`1` })
            .from(photos)
            .where(
              and(
                eq(photos.postId, shareCards.postId),
                eq(photos.position, 0),
                sql`cardinality(${photos.widths}) = 0`,
              ),
            ),
        ),
      ),
    )
    .limit(1);
  if (!row) return null;
  const { postId, listCode } = row;
  if (postId) return { ...row, subject: { postId } };
  if (listCode) return { ...row, subject: { listCode } };
  throw new Error("a card has neither a listing nor a list");
}

async function handleCard(site: CardSite, due: DueCard): Promise<void> {
  const content = await findCardContent(site.db, due.subject);
  if (content) {
    return content.hash === due.contentHash ? settle(site, due, {}) : redraw(site, due, content);
  }
  // This keeps drawnAt, or hiding and showing a listing would draw its card each time.
  await settle(site, due, { contentHash: null, key: null, formerKey: null });
  if (due.key) await site.photoStore.disk.deleteAll(cardFolder(due.subject));
}

/**
 * Writes the file before the row that names it, and leaves the subject with two files at most: its
 * card and the one before.
 */
async function redraw(site: CardSite, due: DueCard, content: CardContent): Promise<void> {
  const { photoStore: store } = site;
  const covers = await readCovers(store, content.covers, wideLayout);
  const bytes = await takeEncodingTurn("cards", () => site.drawCard(content.text, covers));
  const folder = cardFolder(due.subject);
  const key = `${folder}/${hexDigest(bytes).slice(0, 32)}.jpg`;
  await store.disk.put(key, bytes, storedHeaders);
  await store.flush(folder);
  const formerKey = due.key === key ? due.formerKey : due.key;
  await settle(site, due, { contentHash: content.hash, key, formerKey, drawnAt: new Date() });
  const { formerKey: old } = due;
  // The sweep removes it if this fails.
  if (old && old !== key && old !== formerKey) await store.disk.delete(old).catch(() => undefined);
}

/** Stores the outcome. A change meanwhile leaves the card due; a deletion takes its files along. */
async function settle(
  { db, photoStore }: CardSite,
  { id, subject, changes }: DueCard,
  drawn: Partial<
    Pick<typeof shareCards.$inferInsert, "contentHash" | "key" | "formerKey" | "drawnAt">
  >,
): Promise<void> {
  const isKnown = await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(shareCards)
      .set({ ...drawn, drawn: changes, retryAt: null })
      .where(eq(shareCards.id, id));
    if ("postId" in subject && "key" in drawn) {
      await announcePage(tx, subject.postId);
      await tx
        .update(shareCards)
        .set({ changes: sql`${shareCards.changes} + 1` })
        .where(
          inArray(
            shareCards.listCode,
            tx
              .select({ code: listItems.listCode })
              .from(listItems)
              .where(eq(listItems.postId, subject.postId)),
          ),
        );
    }
    return rowCount === 1;
  });
  if (!isKnown) await photoStore.disk.deleteAll(cardFolder(subject));
}

async function postpone(db: Db, { id }: DueCard): Promise<void> {
  await db
    .update(shareCards)
    .set({ retryAt: sql`now() + ${retryMinutes} * interval '1 minute'` })
    .where(eq(shareCards.id, id));
}
