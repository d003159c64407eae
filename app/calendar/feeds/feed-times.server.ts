import { civilDate, civilDateOf } from "../civil-date.ts";
import type { ContentLine } from "./content-lines.server.ts";
import { regionZone, utcZone, type Zone } from "./feed-zones.server.ts";

/** A date or a time as a feed writes it. */
export interface FeedTime {
  /** Wall-clock time in milliseconds, as in {@link Zone}; midnight for a date. */
  wall: number;
  isDate: boolean;
  /** The region's for a date. */
  zone: Zone;
}

// Beyond these the text of a date would have another length, and could not be compared.
const earliest = Date.UTC(1000, 0, 2);
const latest = Date.UTC(9999, 11, 30);

/** Parses a value of DTSTART and its like, or returns null if there is no such date or time. */
export function parseTime(
  value: string,
  params: ContentLine["params"],
  findZone: (tzid: string) => Zone,
): FeedTime | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?)?(Z)?$/.exec(value);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, isUtc] = match;
  const date = civilDate(Number(year), Number(month), Number(day));
  if (!date) return null;
  const midnight = Date.parse(date);
  if (hour === undefined || params.get("VALUE")?.toUpperCase() === "DATE") {
    return { wall: within(midnight), isDate: true, zone: regionZone };
  }
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (hours > 24 || minutes > 59 || seconds > 60) return null;
  const wall = within(midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  const tzid = params.get("TZID");
  const zone = isUtc ? utcZone : tzid ? findZone(tzid) : regionZone;
  return { wall, isDate: false, zone };
}

/** The time some milliseconds later, on the same clock. */
export function laterBy(time: FeedTime, ms: number): FeedTime {
  return { ...time, wall: within(time.wall + ms) };
}

/** The instant in milliseconds since 1970; a date begins at the region's midnight. */
export function instantOf({ wall, zone }: FeedTime): number {
  return zone(wall);
}

/** The date as written, `YYYY-MM-DD`, whatever its zone. */
export function writtenDate({ wall }: FeedTime): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The civil date in the region. */
export function regionDate(time: FeedTime): string {
  return time.zone === regionZone ? writtenDate(time) : civilDateOf(new Date(instantOf(time)));
}

function within(wall: number): number {
  return Math.min(Math.max(wall, earliest), latest);
}
