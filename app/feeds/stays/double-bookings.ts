import { addDays } from "../../calendar/civil-date.ts";
import { rangesOf } from "../../calendar/day-ranges.ts";
import type { NightRange } from "../../calendar/night-window.ts";
import { coming, nightsIn } from "./feed-stays.ts";

/** The stays of one source: of a feed, or those that the owner marked here, joined as we export them. */
export interface TakenCalendar {
  /** Null for the owner's own marks. */
  feedId: string | null;
  name: string;
  stays: readonly NightRange[];
}

/** Nights that two sources take for what look like different stays. */
export interface DoubleBooking extends NightRange {
  /** Null for the owner's own marks. */
  oneId: string | null;
  otherId: string;
  one: string;
  other: string;
}

/**
 * Finds the nights that two calendars take for different stays. Sites import each other's calendars,
 * and owners mark here what they sold elsewhere, so equal nights are taken for one stay, and so is a
 * stay made up exactly of several of the other calendar: some sites join what they import. Whether the
 * rest is one stay or two, only the owner can know.
 */
export function findDoubleBookings(
  calendars: readonly TakenCalendar[],
  day: string,
): DoubleBooking[] {
  const current = calendars.map((calendar) => ({
    ...calendar,
    stays: calendar.stays.flatMap((stay) => coming(stay, day) ?? []),
  }));
  return current.flatMap((one, index) =>
    current.slice(index + 1).flatMap((other) => {
      // The owner's own calendar comes first, so that only it can lack an id.
      if (other.feedId === null) return [];
      const ids = { oneId: one.feedId, otherId: other.feedId };
      return clashes(one.stays, other.stays).map((range) => ({
        ...range,
        ...ids,
        one: one.name,
        other: other.name,
      }));
    }),
  );
}

function clashes(ones: readonly NightRange[], others: readonly NightRange[]): NightRange[] {
  const nights = new Set<string>();
  for (const one of ones) {
    for (const other of others) {
      if (one.to <= other.from || other.to <= one.from) continue;
      if (isMadeUpOf(one, other, others) || isMadeUpOf(other, one, ones)) continue;
      const from = one.from > other.from ? one.from : other.from;
      const to = one.to < other.to ? one.to : other.to;
      for (const night of nightsIn([{ from, to }])) nights.add(night);
    }
  }
  return rangesOf([...nights].sort()).map(({ first, last }) => ({
    from: first,
    to: addDays(last, 1),
  }));
}

/** True if `part` lies in `whole`, all of whose nights such parts take. */
function isMadeUpOf(whole: NightRange, part: NightRange, parts: readonly NightRange[]): boolean {
  const isWithin = ({ from, to }: NightRange) => from >= whole.from && to <= whole.to;
  if (!isWithin(part)) return false;
  let covered = whole.from;
  const within = parts.filter(isWithin).sort((one, other) => (one.from < other.from ? -1 : 1));
  for (const { from, to } of within) {
    if (from > covered) return false;
    if (to > covered) covered = to;
  }
  return covered === whole.to;
}

export function isWithin(inner: DoubleBooking, outer: Omit<DoubleBooking, "one" | "other">) {
  return isSamePair(inner, outer) && outer.from <= inner.from && inner.to <= outer.to;
}

export function isSamePair(
  one: Pick<DoubleBooking, "oneId" | "otherId">,
  other: Pick<DoubleBooking, "oneId" | "otherId">,
): boolean {
  return one.oneId === other.oneId && one.otherId === other.otherId;
}
