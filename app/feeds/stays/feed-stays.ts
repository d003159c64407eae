import { addDays } from "../../calendar/civil-date.ts";
import { daysBetween } from "../../calendar/day-ranges.ts";
import type { NightRange } from "../../calendar/night-window.ts";

/** A stay of a feed as its owner sees it. */
export interface FeedStay extends NightRange {
  feedId: string;
  /** The feed's name. */
  source: string;
  /** The owner says that these nights are free. */
  isFreed: boolean;
  /** False where the feed's stays are not known one by one, but only its nights. */
  isKnown: boolean;
}

/** Reads ranges printed by PostgreSQL, in an array or a multirange. */
export function rangesIn(text: string): NightRange[] {
  return [...text.matchAll(/\[(\d{4}-\d{2}-\d{2}),(\d{4}-\d{2}-\d{2})\)/g)].map(
    ([, from = "", to = ""]) => ({ from, to }),
  );
}

/** Writes ranges as an array for PostgreSQL. */
export function writeSpans(ranges: readonly NightRange[]): string {
  return `{${ranges.map(({ from, to }) => `"[${from},${to})"`).join(",")}}`;
}

/** Null if nothing of it is to come. Sites move the first day of a stay that is under way. */
export function coming(stay: NightRange, day: string): NightRange | null {
  if (stay.to <= day) return null;
  return stay.from < day ? { ...stay, from: day } : stay;
}

export function isSameStay(one: NightRange, other: NightRange, day: string): boolean {
  const [a, b] = [coming(one, day), coming(other, day)];
  return a !== null && b !== null && a.from === b.from && a.to === b.to;
}

/** Splits a copy into what takes nights, and what its owner says is free and the feed hasn't changed. */
export function splitFreed(
  stays: readonly NightRange[],
  freed: readonly NightRange[],
  day: string,
): { taking: NightRange[]; freed: NightRange[] } {
  const isFreed = (stay: NightRange) => freed.some((free) => isSameStay(free, stay, day));
  return { taking: stays.filter((stay) => !isFreed(stay)), freed: stays.filter(isFreed) };
}

export function nightsIn(ranges: readonly NightRange[]): string[] {
  return ranges.flatMap(({ from, to }) => daysBetween(from, addDays(to, -1)));
}
