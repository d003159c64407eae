import { and, inArray, sql } from "drizzle-orm";
import { withAdvisoryLock } from "../db/advisory-lock.server.ts";
import type { Db } from "../db/client.server.ts";
import { shareCards } from "../db/share-card-schema.ts";
import { cardsPrefix } from "../photos/card-files.server.ts";
import type { PhotoStore } from "../photos/store.server.ts";

/** Apps may load a former card a while after they read the page that named it. */
const formerHours = 24;

/** Younger files are kept: a card is stored a moment before the row that names it. */
const minAgeMs = 10 * 60_000;

const keysPerQuery = 1_000;

/**
 * Deletes cards except for the current one of each subject and, for a day, the one before; returns
 * how many. Only one site sweeps at a time.
 */
export async function sweepCards(db: Db, store: Pick<PhotoStore, "disk">): Promise<number> {
  return (await withAdvisoryLock(db, "sweep share cards", () => sweep(db, store))) ?? 0;
}

async function sweep(db: Db, { disk }: Pick<PhotoStore, "disk">): Promise<number> {
  const stored = new Map<string, () => Promise<Date>>();
  for await (const { key, findModified } of disk.list(cardsPrefix)) stored.set(key, findModified);
  const kept = await listKept(db, [...stored.keys()]);
  let removed = 0;
  for (const [key, findModified] of stored) {
    if (kept.has(key)) continue;
    if (Date.now() - (await findModified()).getTime() < minAgeMs) continue;
    await disk.delete(key);
    removed += 1;
  }
  return removed;
}

async function listKept(db: Db, keys: string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  const isRecent = sql`${shareCards.drawnAt} > now() - ${formerHours} * interval '1 hour'`;
  for (let from = 0; from < keys.length; from += keysPerQuery) {
    const some = keys.slice(from, from + keysPerQuery);
    const rows = await db
      .select({ key: shareCards.key })
      .from(shareCards)
      .where(inArray(shareCards.key, some))
      .union(
        db
          .select({ key: shareCards.formerKey })
          .from(shareCards)
          .where(and(inArray(shareCards.formerKey, some), isRecent)),
      );
    for (const { key } of rows) if (key) kept.add(key);
  }
  return kept;
}
