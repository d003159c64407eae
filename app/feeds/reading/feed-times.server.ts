import { civilDate, civilDateOf } from "../../calendar/civil-date.ts";
import type { ContentLine } from "./content-lines.server.ts";
import { regionZone, utcZone, type Zone } from "./feed-zones.server.ts";

export interface FeedTime {
  /** Wall-clock milliseconds, as in {@link Zone}; midnight for a date. */
  wall: number;
  isDate: boolean;
  zone: Zone;
}

// Beyond these, dates have another length and can't be compared as text.
const earliest = Date.UTC(1000, 0, 2);
const latest = Date.UTC(9999, 11, 30);

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

export function laterBy(time: FeedTime, ms: number): FeedTime {
  return { ...time, wall: within(time.wall + ms) };
}

/** In ms since 1970; a date begins at midnight in the region. */
export function instantOf({ wall, zone }: FeedTime): number {
  return zone(wall);
}

/** `YYYY-MM-DD` as written, whatever the zone. */
export function writtenDate({ wall }: FeedTime): string {
  return new Date(wall).toISOString().slice(0, 10);
}

export function regionDate(time: FeedTime): string {
  return time.zone === regionZone ? writtenDate(time) : civilDateOf(new Date(instantOf(time)));
}

function within(wall: number): number {
  return Math.min(Math.max(wall, earliest), latest);
}
