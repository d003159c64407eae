import { inArray, sql } from "drizzle-orm";
import { civilDateOf, daysFrom, formatCivilDate } from "../../calendar/civil-date.ts";
import { formatNights, formatStay, nightCount, type Stay } from "../../calendar/stays.ts";
import type { Db } from "../../db/client.server.ts";
import { posts } from "../../db/schema.ts";
import { estimateStay } from "../../prices/estimate.ts";
import { findSeasons } from "../../prices/seasons.server.ts";
import { findMinimum, formatMinimum } from "../../prices/seasons.ts";
import { type StayOffer, staleAfterDays } from "../listing.ts";

type Rates = { id: string; valorFds: string; valorDiaria: string | null };

/**
 * `takenAt` has the taken nights of the stay by listing id; omitted if all listings are known to be
 * free.
 */
export async function offerStay(
  db: Db,
  stay: Stay,
  ids: readonly string[],
  day: string,
  takenAt: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<(listing: Rates) => StayOffer> {
  const [seasonsOf, rows] = await Promise.all([
    findSeasons(db, ids),
    db
      .select({
        id: posts.id,
        confirmedAt:
          sql`greatest(${posts.datesUpdatedAt}, ${posts.datesConfirmedAt}, ${posts.createdAt})`.mapWith(
            posts.createdAt,
          ),
      })
      .from(posts)
      .where(inArray(posts.id, [...ids])),
  ]);
  const confirmedAt = new Map(rows.map((row) => [row.id, row.confirmedAt]));
  const nights = nightCount(stay);
  return (listing) => {
    const seasons = seasonsOf.get(listing.id) ?? [];
    const minimum = findMinimum(stay, seasons);
    const confirmed = confirmedAt.get(listing.id);
    const age = confirmed ? daysFrom(civilDateOf(confirmed), day) : 0;
    return {
      dates: formatStay(stay, day),
      nights,
      estimate: estimateStay(stay, listing, seasons).total,
      taken: describeTaken(takenAt.get(listing.id) ?? [], nights),
      minimum: minimum && minimum.nights > nights ? formatMinimum(minimum, day) : null,
      staleDays: age >= staleAfterDays ? age : null,
    };
  };
}

/** "Ocupado em 31/12", "Ocupado em 2 das 5 noites"; null if no night is taken. */
function describeTaken([first, ...others]: readonly string[], nights: number): string | null {
  if (!first) return null;
  if (others.length + 1 === nights) return "Ocupado nessas datas";
  if (others.length === 0) return `Ocupado em ${formatCivilDate(first).slice(0, 5)}`;
  return `Ocupado em ${others.length + 1} das ${formatNights(nights)}`;
}
