import { randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { today } from "../../domain/calendar/civil-date.ts";
import { withOwnListing } from "../../domain/listings/own-listing.server.ts";
import { isPackage, readPrice } from "../../domain/prices/seasons.ts";
import { seasons } from "../../platform/db/calendar-schema.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import type { SeasonInput } from "./season-form.ts";

const maxSeasons = 60;

const seasonNotFound = refuse("gone", "Essa temporada não existe mais.");
const tooManySeasons = refuse("too-many", `Um anúncio tem até ${maxSeasons} temporadas.`);

const isNowPackage = refuse("is-package", "Essa temporada agora é um pacote, com um preço só.");

type SeasonRefusal = Refusal<"not-found" | "gone" | "too-many" | "is-package">;
export type SeasonResult = { ok: true; id: string } | SeasonRefusal;

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
      return rows.length > 0 ? { ok: true, id: seasonId } : seasonNotFound;
    }
    const isComing = and(eq(seasons.postId, postId), gt(seasons.ate, today()));
    if ((await tx.$count(seasons, isComing)) >= maxSeasons) return tooManySeasons;
    const id = randomUUID();
    await tx.insert(seasons).values({ ...input, id, postId });
    return { ok: true, id };
  });
}

/** Fills in the price that a season lacks with the ad's own. */
export async function takeOwnRate(
  db: Db,
  uid: string,
  postId: string,
  seasonId: string,
): Promise<SeasonResult> {
  return withOwnListing(db, uid, postId, async (tx) => {
    if (!isUuid(seasonId)) return seasonNotFound;
    const isIt = and(eq(seasons.id, seasonId), eq(seasons.postId, postId));
    const [found] = await tx
      .select({ season: seasons, own: { fds: posts.valorFds, diaria: posts.valorDiaria } })
      .from(seasons)
      .innerJoin(posts, eq(posts.id, seasons.postId))
      .where(isIt);
    if (!found) return seasonNotFound;
    const { season, own } = found;
    if (isPackage(season)) return isNowPackage;
    const valorFds = readPrice(season.valorFds) === null ? own.fds : season.valorFds;
    const valorDiaria = readPrice(season.valorDiaria) === null ? own.diaria : season.valorDiaria;
    await tx.update(seasons).set({ valorFds, valorDiaria }).where(isIt);
    return { ok: true, id: seasonId };
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
    return rowCount === 1 ? { ok: true, id: seasonId } : seasonNotFound;
  });
}
