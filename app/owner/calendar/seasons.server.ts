import { and, eq, gt } from "drizzle-orm";
import { today } from "../../calendar/civil-date.ts";
import { seasons } from "../../db/calendar-schema.ts";
import type { Db } from "../../db/client.server.ts";
import { isUuid } from "../../db/uuid.ts";
import { withOwnListing } from "../../listings/own-listing.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import type { SeasonInput } from "./season-form.ts";

const maxSeasons = 60;

const seasonNotFound = refuse("gone", "Essa temporada não existe mais.");
const tooManySeasons = refuse("too-many", `Um anúncio tem até ${maxSeasons} temporadas.`);

type SeasonResult = { ok: true } | Refusal<"not-found" | "gone" | "too-many">;

/** Changes the season with this id, or adds one. */
export async function saveSeason(
  db: Db,
  uid: string,
  postId: string,
  { id: seasonId, ...input }: SeasonInput & { id: string | null },
): Promise<SeasonResult> {
  return withOwnListing(db, uid, postId, async (tx) => {
    if (seasonId !== null) {
      if (!isUuid(seasonId)) return seasonNotFound;
      const rows = await tx
        .update(seasons)
        .set(input)
        .where(and(eq(seasons.id, seasonId), eq(seasons.postId, postId)))
        .returning({ id: seasons.id });
      return rows.length > 0 ? { ok: true } : seasonNotFound;
    }
    const isComing = and(eq(seasons.postId, postId), gt(seasons.ate, today()));
    if ((await tx.$count(seasons, isComing)) >= maxSeasons) return tooManySeasons;
    await tx.insert(seasons).values({ ...input, postId });
    return { ok: true };
  });
}

export async function deleteSeason(
  db: Db,
  uid: string,
  postId: string,
  seasonId: string,
): Promise<SeasonResult> {
  return withOwnListing(db, uid, postId, async (tx) => {
    if (!isUuid(seasonId)) return seasonNotFound;
    const { rowCount } = await tx
      .delete(seasons)
      .where(and(eq(seasons.id, seasonId), eq(seasons.postId, postId)));
    return rowCount === 1 ? { ok: true } : seasonNotFound;
  });
}
