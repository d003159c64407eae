import ICAL from "ical.js";
import { parseComponent } from "./feed-components.server.ts";
import {
  asDays,
  type FeedTime,
  instantOf,
  laterBy,
  type TimeParser,
  timeParser,
} from "./feed-times.server.ts";
import type { ZoneFinder } from "./feed-zones.server.ts";

export interface FeedEvent {
  uid: string;
  sequence: number;
  recurrenceId: FeedTime | null;
  isCancelled: boolean;
  /** The owner, or Outlook, says that the time stays free. */
  isFree: boolean;
  start: FeedTime;
  end: FeedTime;
  rules: RecurrenceRule[];
  /** Dates from RDATE; without an end of their own, they are as long as the event. */
  further: { start: FeedTime; end: FeedTime | null }[];
  /** Dates from EXDATE. */
  excluded: FeedTime[];
}

/** An RRULE as ical.js holds it, with its parts in lower case. */
export interface RecurrenceRule {
  freq?: string;
  interval?: number;
  count?: number;
  until?: string;
  [part: string]: unknown;
}

/** Takes one night if the end isn't after the start. */
export interface Occurrence {
  start: FeedTime;
  end: FeedTime;
}

export class UnreadableEvent extends Error {}

/** Throws {@link UnreadableEvent}. */
export function readEvent(text: string, findZone: ZoneFinder): FeedEvent {
  const component = parseComponent(text) ?? unreadable("vevent");
  // ical.js would take an INTERVAL below 1 for 1.
  if (/^RRULE\b.*INTERVAL=(?!0*[1-9]\d*(;|$))/m.test(text)) unreadable("rrule");

  // Read from jCal: ical.js's objects for values throw errors of all kinds if they are invalid.
  const find = (name: string): unknown => component.getFirstProperty(name)?.jCal[3];
  const all = (name: string, isAllDay = false) =>
    component.getAllProperties(name).flatMap((property) => {
      const parse = timeParser(property, findZone, isAllDay);
      return property.jCal.slice(3).map((value: unknown) => ({ value, parse }));
    });
  const timeOf = (name: string) => {
    const [first] = all(name);
    return first ? (first.parse(first.value) ?? unreadable(name)) : null;
  };

  const from = timeOf("dtstart") ?? unreadable("dtstart");
  const { start, end } = asDays(from, endOf(from, timeOf("dtend"), find("duration")));
  return {
    uid: String(find("uid") ?? ""),
    sequence: Number(find("sequence")) || 0,
    recurrenceId: timeOf("recurrence-id"),
    isCancelled: ["CANCELLED", "CANCELED"].includes(String(find("status"))),
    isFree: find("transp") === "TRANSPARENT" || find("x-microsoft-cdo-busystatus") === "FREE",
    start,
    end,
    rules: component.getAllProperties("rrule").map(({ jCal }) => jCal[3]),
    // ical.js ignores the VALUE of RDATE.
    further: all("rdate", start.isDate).map(({ value, parse }) => readFurther(value, parse)),
    // Ignoring an invalid EXDATE takes a night too many, never one too few.
    excluded: all("exdate").flatMap(({ value, parse }) => parse(value) ?? []),
  };
}

/** Milliseconds on the start's clock. */
export function lengthOf({ start, end }: Occurrence): number {
  if (start.zone === end.zone) return end.wall - start.wall;
  return instantOf(end) - instantOf(start);
}

function endOf(start: FeedTime, end: FeedTime | null, duration: unknown): FeedTime {
  if (end && lengthOf({ start, end }) > 0) return end;
  return duration === undefined ? start : laterBy(start, durationMs(duration));
}

/** A period is held as a pair. */
function readFurther(value: unknown, parse: TimeParser): FeedEvent["further"][number] {
  const [from, to] = Array.isArray(value) ? value : [value];
  const start = parse(from) ?? unreadable("rdate");
  if (to === undefined) return { start, end: null };
  const end = ICAL.Duration.isValueString(to)
    ? laterBy(start, durationMs(to))
    : (parse(to) ?? unreadable("rdate"));
  return { start, end };
}

function durationMs(value: unknown): number {
  const text = String(value);
  if (!/^[+-]?P(T?\d+[WDHMS])+T?$/.test(text)) unreadable("duration");
  return ICAL.Duration.fromString(text).toSeconds() * 1000;
}

function unreadable(name: string): never {
  throw new UnreadableEvent(name);
}
