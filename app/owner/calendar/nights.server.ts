import { and, eq, inArray, sql } from "drizzle-orm";
import { today } from "../../domain/calendar/civil-date.ts";
import { endOfWindow } from "../../domain/calendar/night-window.ts";
import { listFeedNights, listMarkedNights } from "../../domain/calendar/taken-nights.server.ts";
import { datesCheckedAtColumn } from "../../domain/listings/listings.server.ts";
import {
  isOwnListing,
  updateOwnListing,
  withOwnListing,
} from "../../domain/listings/own-listing.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { posts, unavailableDays } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Refusal } from "../../platform/web/refusal.ts";
import type { NightChange } from "./saving/night-queue.ts";

export interface OwnCalendar {
  id: string;
  title: string;
  localizacao: string;
  /** Time of the last change of nights or of the last confirmation, else of the publication. */
  currentSince: Date;
  remindersOff: boolean;
  valorFds: string;
  valorDiaria: string | null;
  nights: string[];
}

/** Returns null if the listing is missing, malformed or another advertiser's. */
export async function findOwnCalendar(
  db: Db,
  uid: string,
  id: string,
  day: string,
): Promise<OwnCalendar | null> {
  if (!isUuid(id)) return null;
  const [post] = await db
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
      currentSince: datesCheckedAtColumn,
      remindersOff: posts.datesRemindersOff,
      valorFds: posts.valorFds,
      valorDiaria: posts.valorDiaria,
    })
    .from(posts)
    .where(isOwnListing(uid, id));
  return post ? { ...post, nights: await listMarkedNights(db, id, day) } : null;
}

export type ChangeResult =
  | {
      ok: true;
      nights: string[];
      /** Nights of the change that are past, too far ahead, or to be marked though a feed takes them. */
      skipped: string[];
      /** The nights that changed. */
      changed: NightChange;
    }
  | Refusal<"not-found">;

/**
 * Changes only the nights named, so that two devices end up with the changes of both. Idempotent.
 * Skips nights in the past or beyond the calendar, and doesn't mark those taken by a feed. Marks from
 * before it took them can be removed.
 */
export async function changeNights(
  db: Db,
  uid: string,
  id: string,
  change: NightChange,
): Promise<ChangeResult> {
  const day = today();
  return withOwnListing(db, uid, id, async (tx) => {
    const fromFeeds = new Set((await listFeedNights(tx, id, day)).map(({ night }) => night));
    const end = endOfWindow(day);
    const isShown = (night: string) => night >= day && night < end;
    const marked = change.mark.filter((night) => isShown(night) && !fromFeeds.has(night));
    const freed = change.free.filter(isShown);
    const changed: NightChange = { mark: [], free: [] };
    if (marked.length > 0) {
      const rows = marked.map((day) => ({ postId: id, day }));
      const added = await tx
        .insert(unavailableDays)
        .values(rows)
        .onConflictDoNothing()
        .returning({ day: unavailableDays.day });
      changed.mark = added.map(({ day }) => day).sort();
    }
    if (freed.length > 0) {
      const removed = await tx
        .delete(unavailableDays)
        .where(and(eq(unavailableDays.postId, id), inArray(unavailableDays.day, freed)))
        .returning({ day: unavailableDays.day });
      changed.free = removed.map(({ day }) => day).sort();
    }
    if (changed.mark.length + changed.free.length > 0) {
      await tx
        .update(posts)
        .set({ datesUpdatedAt: sql`clock_timestamp()` })
        .where(eq(posts.id, id));
    }
    const done = new Set([...marked, ...freed]);
    const skipped = [...change.mark, ...change.free].filter((night) => !done.has(night));
    return { ok: true, nights: await listMarkedNights(tx, id, day), skipped, changed };
  });
}

export async function confirmCalendar(
  db: Db,
  uid: string,
  id: string,
): Promise<{ ok: true } | Refusal<"not-found">> {
  return updateOwnListing(db, uid, id, { datesConfirmedAt: sql`clock_timestamp()` });
}

/** Reminds of a listing's calendar again. */
export async function resumeReminders(
  db: Db,
  uid: string,
  id: string,
): Promise<{ ok: true } | Refusal<"not-found">> {
  return updateOwnListing(db, uid, id, { datesRemindersOff: false });
}
