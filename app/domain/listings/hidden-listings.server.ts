import { and, eq, inArray, sql } from "drizzle-orm";
import { data } from "react-router";
import type { Db } from "../../platform/db/client.server.ts";
import { deletedPosts, posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { isPaused, isWithdrawn } from "../accounts/visibility/visibility.server.ts";
import type { Likeness } from "./listing.ts";
import { columnsOf } from "./listings.server.ts";
import type { Absence } from "./missing/absence.ts";

export interface HiddenListing {
  localizacao: string;
  absence: Absence;
}

interface FoundHidden extends HiddenListing, Likeness {
  isDeleted: boolean;
  /** Its advertiser, which no page says; null once the account is deleted. */
  uid: string | null;
}

const pausedAbsence = sql<Absence>`case when ${isWithdrawn} then 'withdrawn' else 'paused' end`;
const deletedAbsence = sql<Absence>`case when ${deletedPosts.byStaff} then 'withdrawn' else 'deleted' end`;

/** Returns null if visitors can see the listing, or it never existed. */
export async function findHiddenListing(db: Db, id: string): Promise<FoundHidden | null> {
  if (!isUuid(id)) return null;
  const [deleted] = await db
    .select({
      localizacao: deletedPosts.localizacao,
      uid: deletedPosts.uid,
      absence: deletedAbsence,
    })
    .from(deletedPosts)
    .where(eq(deletedPosts.id, id));
  // The rest of a deleted listing is forgotten.
  const nothing = { id, valorFds: null, quantidadeMaximaPessoas: null };
  if (deleted) return { ...nothing, ...deleted, isDeleted: true };
  const [paused] = await db
    .select({
      id: posts.id,
      uid: posts.uid,
      absence: pausedAbsence,
      ...columnsOf(["localizacao", "valorFds", "quantidadeMaximaPessoas"]),
    })
    .from(posts)
    .where(and(eq(posts.id, id), isPaused));
  return paused ? { ...paused, isDeleted: false } : null;
}

/** The response for a listing that visitors can't see: 410 if it was deleted, else 404. */
export async function answerHidden(db: Db, id: string) {
  const isDeleted = (await findHiddenListing(db, id))?.isDeleted;
  return data(null, { status: isDeleted ? 410 : 404 });
}

export interface AbsentListing {
  id: string;
  /** Null once it is deleted. */
  title: string | null;
  absence: Absence;
}

/** Says of listings that someone kept why they are gone; leaves out public ones. */
export async function listAbsent(db: Db, ids: readonly string[]): Promise<AbsentListing[]> {
  if (ids.length === 0) return [];
  const paused = await db
    .select({ id: posts.id, title: posts.title, absence: pausedAbsence })
    .from(posts)
    .where(and(inArray(posts.id, [...ids]), isPaused));
  const deleted = await db
    .select({ id: deletedPosts.id, absence: deletedAbsence })
    .from(deletedPosts)
    .where(inArray(deletedPosts.id, [...ids]));
  return [...paused, ...deleted.map((row) => ({ ...row, title: null }))];
}
