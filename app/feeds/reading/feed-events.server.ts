import ICAL from "ical.js";
import type { ContentLine } from "./content-lines.server.ts";
import { type FeedTime, instantOf, laterBy, parseTime } from "./feed-times.server.ts";
import type { Zone } from "./feed-zones.server.ts";

export interface FeedEvent {
  uid: string;
  sequence: number;
  recurrenceId: FeedTime | null;
  isCancelled: boolean;
  /** TRANSP:TRANSPARENT. */
  isFree: boolean;
  start: FeedTime;
  end: FeedTime;
  rules: string[];
  /** RDATE; without an end, they are as long as the event. */
  further: { start: FeedTime; end: FeedTime | null }[];
  /** EXDATE. */
  excluded: FeedTime[];
}

/** Takes one night if the end isn't after the start. */
export interface Occurrence {
  start: FeedTime;
  end: FeedTime;
}

export class UnreadableEvent extends Error {}

export function uidOf(lines: ContentLine[]): string {
  return lines.find(({ name }) => name === "UID")?.value ?? "";
}

export function readEvent(lines: ContentLine[], findZone: (tzid: string) => Zone): FeedEvent {
  const find = (name: string) => lines.find((line) => line.name === name);
  const all = (name: string) => lines.filter((line) => line.name === name);
  const enumerated = (name: string) => find(name)?.value.toUpperCase();
  const timeOf = (line: ContentLine | undefined) =>
    line ? (parseTime(line.value, line.params, findZone) ?? unreadable(line.name)) : null;

  const start = timeOf(find("DTSTART")) ?? unreadable("DTSTART");
  return {
    uid: uidOf(lines),
    sequence: Number.parseInt(find("SEQUENCE")?.value ?? "", 10) || 0,
    recurrenceId: timeOf(find("RECURRENCE-ID")),
    isCancelled: enumerated("STATUS") === "CANCELLED",
    isFree: enumerated("TRANSP") === "TRANSPARENT",
    start,
    end: endOf(start, timeOf(find("DTEND")), find("DURATION")?.value),
    rules: all("RRULE").map(({ value }) => value),
    further: all("RDATE").flatMap((line) =>
      line.value.split(",").map((value) => readFurther(value, line, findZone)),
    ),
    // Ignoring an invalid EXDATE takes a night too many, never one too few.
    excluded: all("EXDATE").flatMap(({ value, params }) =>
      value.split(",").flatMap((one) => parseTime(one, params, findZone) ?? []),
    ),
  };
}

/** Milliseconds on the start's clock. */
export function lengthOf({ start, end }: Occurrence): number {
  if (start.zone === end.zone) return end.wall - start.wall;
  return instantOf(end) - instantOf(start);
}

function endOf(start: FeedTime, end: FeedTime | null, duration: string | undefined): FeedTime {
  if (end && lengthOf({ start, end }) > 0) return end;
  return duration === undefined ? start : laterBy(start, durationMs(duration));
}

function readFurther(
  value: string,
  { params }: ContentLine,
  findZone: (tzid: string) => Zone,
): FeedEvent["further"][number] {
  const [from = "", to] = value.split("/");
  const start = parseTime(from, params, findZone) ?? unreadable("RDATE");
  if (to === undefined) return { start, end: null };
  const end = /^[+-]?P/i.test(to)
    ? laterBy(start, durationMs(to))
    : (parseTime(to, params, findZone) ?? unreadable("RDATE"));
  return { start, end };
}

function durationMs(value: string): number {
  if (!/^[+-]?P(\d+[WDHMST]|T)+$/i.test(value)) unreadable("DURATION");
  try {
    return ICAL.Duration.fromString(value.toUpperCase()).toSeconds() * 1000;
  } catch {
    unreadable("DURATION");
  }
}

function unreadable(name: string): never {
  throw new UnreadableEvent(name);
}
