import type ICAL from "ical.js";
import { civilDate, civilDateOf } from "../../calendar/civil-date.ts";
import { regionZone, utcZone, type Zone, type ZoneFinder } from "./feed-zones.server.ts";

export interface FeedTime {
  /** Wall-clock milliseconds, as in {@link Zone}; midnight for a date. */
  wall: number;
  isDate: boolean;
  zone: Zone;
}

const dayMs = 86_400_000;
// Outside these limits, a date's text has another length and can't be compared.
const earliest = Date.UTC(1000, 0, 2);
const latest = Date.UTC(9999, 11, 30);

export type TimeParser = (value: unknown) => FeedTime | null;

/** Returns a parser for the values of a property, which depend on its VALUE and TZID. */
export function timeParser(
  property: ICAL.Property,
  findZone: ZoneFinder,
  isAllDay: boolean,
): TimeParser {
  const tzid = property.getFirstParameter("tzid")?.trim();
  const zone = tzid ? findZone(tzid) : regionZone;
  return (value) => parseTime(value, zone, isAllDay || property.type === "date");
}

/**
 * Parses a value as ical.js holds it: "2026-12-11T15:00:00Z", or as written if its VALUE is unknown.
 * Null if it is invalid: an ICAL.Time would turn February 31 into March 3. Times without Z are in `zone`.
 */
export function parseTime(value: unknown, zone: Zone, isDate = false): FeedTime | null {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?$/.exec(String(value));
  if (!match) return null;
  const [, year, month, day, hour, minute, second, isUtc] = match;
  const date = civilDate(Number(year), Number(month), Number(day));
  if (!date) return null;
  const midnight = Date.parse(date);
  if (isDate || hour === undefined) {
    return { wall: within(midnight), isDate: true, zone: regionZone };
  }
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (hours > 24 || minutes > 59 || seconds > 60) return null;
  const wall = within(midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  return { wall, isDate: false, zone: isUtc ? utcZone : zone };
}

export function laterBy(time: FeedTime, ms: number): FeedTime {
  return { ...time, wall: within(time.wall + ms) };
}

/**
 * Turns a time between midnights of UTC, at least a day apart, into the days that its program means:
 * nobody checks in and out at nine in the evening. Either may be a date, and the end within the minute
 * before midnight.
 */
export function asDays(start: FeedTime, end: FeedTime): { start: FeedTime; end: FeedTime } {
  const toMidnight = dayMs - (end.wall % dayMs);
  const from = dayAtUtc(start, start.wall);
  const to = dayAtUtc(end, toMidnight <= 60_000 ? end.wall + toMidnight : end.wall);
  return from && to && to.wall > from.wall ? { start: from, end: to } : { start, end };
}

function dayAtUtc(time: FeedTime, wall: number): FeedTime | null {
  const isMidnight = wall % dayMs === 0 && instantOf(time) === time.wall;
  return time.isDate || isMidnight ? { wall, isDate: true, zone: regionZone } : null;
}

/** Milliseconds since 1970; a date begins at midnight in the region. */
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
