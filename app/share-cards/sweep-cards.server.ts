import { and, inArray, isNotNull, sql } from "drizzle-orm";
import { withAdvisoryLock } from "../db/advisory-lock.server.ts";
import type { Db } from "../db/client.server.ts";
import { shareCards } from "../db/share-card-schema.ts";
import { cardsPrefix } from "../photos/card-files.server.ts";
import { listStored, type PhotoStore } from "../photos/store.server.ts";

/** Apps may load a card a while after they read the page that named it. */
const staleHours = 24;
const staleMs = staleHours * 3_600_000;

const keysPerQuery = 1_000;

/** Deletes cards unused for a day; returns how many. Only one site sweeps at a time. */
export async function sweepCards(db: Db, store: Pick<PhotoStore, "disk">): Promise<number> {
  return (await withAdvisoryLock(db, "sweep share cards", () => sweep(db, store))) ?? 0;
}

async function sweep(db: Db, { disk }: Pick<PhotoStore, "disk">): Promise<number> {
  const stored = new Map<string, () => Promise<{ modified: Date }>>();
  for await (const { key, describe } of listStored(disk, cardsPrefix)) stored.set(key, describe);
  const replaced = await listReplacedLately(db);
  const used = await listUsed(db, [...stored.keys()]);
  let removed = 0;
  for (const [key, describe] of stored) {
    if (used.has(key) || replaced.has(folderOf(key))) continue;
    if (Date.now() - (await describe()).modified.getTime() < staleMs) continue;
    await disk.delete(key);
    removed += 1;
  }
  return removed;
}

/** Folders that got a new card, and so may hold one that was in use a moment ago. */
async function listReplacedLately(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ key: shareCards.key })
    .from(shareCards)
    .where(
      and(
        isNotNull(shareCards.key),
        sql`${shareCards.drawnAt} > now() - ${staleHours} * interval '1 hour'`,
      ),
    );
  return new Set(rows.map(({ key }) => folderOf(key ?? "")));
}

async function listUsed(db: Db, keys: string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (let from = 0; from < keys.length; from += keysPerQuery) {
    const some = keys.slice(from, from + keysPerQuery);
    const rows = await db
      .select({ key: shareCards.key })
      .from(shareCards)
      .where(inArray(shareCards.key, some));
    for (const { key } of rows) if (key) used.add(key);
  }
  return used;
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}
