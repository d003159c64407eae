import { and, eq, getTableColumns, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { seasons } from "../../platform/db/calendar-schema.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { prepareOnce } from "../../platform/db/prepared.server.ts";
import type { Season } from "./seasons.ts";

const ownColumns = {
  id: seasons.id,
  temporada: seasons.temporada,
  de: seasons.de,
  ate: seasons.ate,
  minimoNoites: seasons.minimoNoites,
  createdAt: seasons.createdAt,
};

const priceColumns = {
  valorFds: seasons.valorFds,
  valorDiaria: seasons.valorDiaria,
  pacote: seasons.pacote,
};

const seasonColumns = {
  ...ownColumns,
  valorFds: priceOrNull(priceColumns.valorFds),
  valorDiaria: priceOrNull(priceColumns.valorDiaria),
  pacote: priceOrNull(priceColumns.pacote),
};

/** Column for a query on `posts`: a listing's seasons by their first night. */
export const seasonsColumn: SQL<Season[]> = sql`(
  select coalesce(json_agg(json_build_object(${sql.join(jsonFields(), sql`, `)})
    order by seasons.de, seasons.ate, seasons.id), '[]')
  from seasons where seasons."postId" = posts.id)`.mapWith(readSeasons);

/** Spelled out: Drizzle omits the table names of columns in queries on one table. */
function jsonFields(): SQL[] {
  const nameOf = ({ name }: AnyPgColumn) => sql`seasons.${sql.identifier(name)}`;
  const field = (name: string, value: SQL) => sql`${sql.raw(`'${name}'`)}, ${value}`;
  return [
    ...Object.entries(ownColumns).map(([name, column]) => field(name, nameOf(column))),
    ...Object.entries(priceColumns).map(([name, column]) =>
      field(name, priceOrNull(nameOf(column))),
    ),
  ];
}

/** JSON has no dates. */
interface StoredSeason extends Omit<Season, "createdAt"> {
  createdAt: string;
}

function readSeasons(stored: StoredSeason[]): Season[] {
  return stored.map((one) => ({ ...one, createdAt: new Date(one.createdAt) }));
}

/** A price of 0 counts as missing: an earlier form accepted it. */
function priceOrNull(column: AnyPgColumn | SQL): SQL<string | null> {
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
