import { eq } from "drizzle-orm";
import { seasons } from "../db/calendar-schema.ts";
import type { Db } from "../db/client.server.ts";
import type { Season } from "./seasons.ts";

/** The seasons of a listing, by their first night. */
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
