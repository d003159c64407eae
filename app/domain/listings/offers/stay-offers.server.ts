import { inArray } from "drizzle-orm";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { formatStay, nightCount, type Stay } from "../../calendar/stays.ts";
import { feedsReadAtColumn } from "../../calendar/taken-nights.server.ts";
import { prepareEstimate } from "../../prices/estimate.ts";
import type { Terms } from "../../prices/seasons.ts";
import { describeRule, prepareUnpricedHoliday } from "../../prices/stay-rules.ts";
import { findSeasons } from "../../prices/stored-seasons.server.ts";
import { staleCalendarAge } from "../freshness.ts";
import type { StayOffer } from "../listing.ts";
import { datesCheckedAtColumn } from "../listings.server.ts";
import { describeTaken, namesCharges } from "./offer-words.ts";

type Rates = { id: string; valorFds: string; valorDiaria: string | null };

interface OfferRequest {
  stay: Stay;
  /** Listing ids. */
  ids: readonly string[];
  /** Today as a civil date. */
  day: string;
  /** Taken nights of the stay by listing id; omitted if all listings are free. */
  takenAt?: ReadonlyMap<string, readonly string[]>;
}

export async function offerStay(
  db: Db,
  { stay, ids, day, takenAt = new Map() }: OfferRequest,
): Promise<(listing: Rates) => StayOffer> {
  const [seasonsOf, staleAges, askedBy] = await Promise.all([
    findSeasons(db, ids),
    findStaleAges(db, ids, day),
    findAsked(db, ids),
  ]);
  const nights = nightCount(stay);
  const estimate = prepareEstimate(stay);
  const unpricedHolidayOf = prepareUnpricedHoliday(stay);
  return (listing) => {
    const seasons = seasonsOf.get(listing.id) ?? [];
    const { note, ...rules } = askedBy.get(listing.id) ?? nothingAsked;
    const { total, rule } = estimate({ ...listing, ...rules }, seasons);
    const unpricedHoliday = unpricedHolidayOf(seasons);
    return {
      dates: formatStay(stay, day),
      nights,
      estimate: total,
      unpricedHoliday,
      hasCharges: namesCharges(note),
      taken: describeTaken(takenAt.get(listing.id) ?? [], nights),
      brokenRule: rule && describeRule(rule, day),
      staleAge: staleAges.get(listing.id) ?? null,
    };
  };
}

/** An advertiser's terms besides the prices. */
interface Asked extends Pick<Terms, "minimoNoites" | "fdsInteiro"> {
  note: string;
}

const nothingAsked: Asked = { note: "", minimoNoites: null, fdsInteiro: false };

async function findAsked(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Asked>> {
  const rows = await db
    .select({
      id: posts.id,
      note: posts.observacoesTarifa,
      minimoNoites: posts.minimoNoites,
      fdsInteiro: posts.fdsInteiro,
    })
    .from(posts)
    .where(inArray(posts.id, [...ids]));
  return new Map(rows.map(({ id, ...asked }) => [id, asked] as const));
}

/** Finds the ages in words of the stale calendars, by listing id. */
export async function findStaleAges(
  db: Db,
  ids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({
      id: posts.id,
      datesCheckedAt: datesCheckedAtColumn,
      feedsReadAt: feedsReadAtColumn,
    })
    .from(posts)
    .where(inArray(posts.id, [...ids]));
  return new Map(
    rows.flatMap((row) => {
      const age = staleCalendarAge(row, day);
      return age === null ? [] : [[row.id, age] as const];
    }),
  );
}
