import { eq, inArray } from "drizzle-orm";
import { seasons } from "../db/calendar-schema.ts";
import type { Db } from "../db/client.server.ts";
import type { Season } from "./seasons.ts";

/** In the order of their first nights. */
export function listSeasons(db: Db, postId: string): Promise<Season[]> {
  return db
    .select({
      id: seasons.id,
      temporada: seasons.temporada,
      de: seasons.de,
      ate: seasons.ate,
      valorFds: seasons.valorFds,
      valorDiaria: seasons.valorDiaria,
      minimoNoites: seasons.minimoNoites,
      createdAt: seasons.createdAt,
    })
    .from(seasons)
    .where(eq(seasons.postId, postId))
    .orderBy(seasons.de, seasons.ate, seasons.id);
}

/** By listing id. */
export async function findSeasons(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Season[]>> {
  const found = new Map<string, Season[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await db
    .select()
    .from(seasons)
    .where(inArray(seasons.postId, [...ids]));
  for (const { postId, ...season } of rows) found.get(postId)?.push(season);
  return found;
}
