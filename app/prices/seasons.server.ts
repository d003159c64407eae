import { and, eq, getTableColumns, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { seasons } from "../db/calendar-schema.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { prepareOnce } from "../db/prepared.server.ts";
import type { Season } from "./seasons.ts";

const seasonColumns = {
  id: seasons.id,
  temporada: seasons.temporada,
  de: seasons.de,
  ate: seasons.ate,
  valorFds: priceOrNull(seasons.valorFds),
  valorDiaria: priceOrNull(seasons.valorDiaria),
  pacote: priceOrNull(seasons.pacote),
  minimoNoites: seasons.minimoNoites,
  createdAt: seasons.createdAt,
};

/** A price of 0 counts as missing: an earlier form accepted it. */
function priceOrNull(column: AnyPgColumn): SQL<string | null> {
  return sql`case when ${column}::numeric > 0 then ${column} end`;
}

const seasonsOf = prepareOnce((db) =>
  db
    .select(seasonColumns)
    .from(seasons)
    .where(eq(seasons.postId, sql.placeholder("postId")))
    .orderBy(seasons.de, seasons.ate, seasons.id)
    .prepare("seasons_of"),
);

/** Lists a listing's seasons by their first night. */
export function listSeasons(db: Db, postId: string): Promise<Season[]> {
  return seasonsOf(db).execute({ postId });
}

export async function findSeasons(
  db: Db | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Season[]>> {
  const found = new Map<string, Season[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await db
    .select({ ...seasonColumns, postId: seasons.postId })
    .from(seasons)
    .where(inArray(seasons.postId, [...ids]));
  for (const { postId, ...season } of rows) found.get(postId)?.push(season);
  return found;
}

/** Copies the seasons that end after `day` to another listing, with the times that say which is newer. */
export async function copySeasons(
  tx: Transaction,
  from: string,
  to: string,
  day: string,
): Promise<void> {
  const { id, postId, ...copied } = getTableColumns(seasons);
  const rows = await tx
    .select(copied)
    .from(seasons)
    .where(and(eq(postId, from), gt(seasons.ate, day)));
  if (rows.length > 0) await tx.insert(seasons).values(rows.map((row) => ({ ...row, postId: to })));
}
