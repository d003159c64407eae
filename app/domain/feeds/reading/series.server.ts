import ICAL from "ical.js";
import type { NightWindow } from "../../calendar/night-window.ts";
import {
  type FeedEvent,
  lengthOf,
  type Occurrence,
  type RecurrenceRule,
  UnreadableEvent,
} from "./feed-events.server.ts";
import { type FeedTime, instantOf, laterBy, parseTime, writtenDate } from "./feed-times.server.ts";
import { icalTime, wallOf } from "./feed-zones.server.ts";

/** All series of a feed share the limit. */
export class TooManySteps extends Error {}

const stepsPerRule = 50_000;
const dayMs = 86_400_000;
const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const maxInterval = 1000;
const clockParts = ["byhour", "byminute", "bysecond"];

export class Steps {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new TooManySteps();
  }
}

/**
 * Returns the occurrences that may touch the window, without those excluded or `replaced`
 * (RECURRENCE-IDs of events with the same UID). Throws {@link UnreadableEvent} and {@link
 * TooManySteps}.
 */
export function occurrencesOf(
  event: FeedEvent,
  replaced: readonly FeedTime[],
  window: NightWindow,
  steps: Steps,
): Occurrence[] {
  const { start, rules, further, excluded } = event;
  steps.take(further.length + excluded.length + replaced.length);
  const length = lengthOf(event);
  const span = {
    from: Date.parse(window.from) - Math.max(length, 0) - 2 * dayMs,
    to: Date.parse(window.to) + dayMs,
  };
  const starts = rules.flatMap((rule) => expandRule(rule, start, span, steps));
  const all: Occurrence[] = [
    // The first occurrence counts even if the rule doesn't match it.
    event,
    ...starts
      .filter(({ wall }) => wall !== start.wall)
      .map((time) => ({ start: time, end: laterBy(time, length) })),
    ...further.map((one) => ({ start: one.start, end: one.end ?? laterBy(one.start, length) })),
  ];
  const isLeftOut = createTimeMatcher([...excluded, ...replaced], start.isDate);
  return all.filter((occurrence) => !isLeftOut(occurrence.start));
}

/** Matches dates in an all-day series or where either is a date, otherwise instants. */
function createTimeMatcher(
  times: readonly FeedTime[],
  isAllDay: boolean,
): (time: FeedTime) => boolean {
  if (times.length === 0) return () => false;
  const asDates = times.filter(({ isDate }) => isDate || isAllDay);
  const asInstants = times.filter(({ isDate }) => !(isDate || isAllDay));
  const dates = new Set(asDates.map(writtenDate));
  const instants = new Set(asInstants.map(instantOf));
  return (time) => dates.has(writtenDate(time)) || instants.has(instantOf(time));
}

/** Returns the starts between `from` and `to`, which are wall-clock ms. */
function expandRule(
  { until, ...rule }: RecurrenceRule,
  start: FeedTime,
  { from, to }: { from: number; to: number },
  steps: Steps,
): FeedTime[] {
  requireSafe(rule);
  if (start.isDate) for (const part of clockParts) delete rule[part];
  const isWithin = until === undefined ? () => true : createUntil(until, start);
  if (start.wall > to) return [];

  const starts: FeedTime[] = [];
  const first = skipPast(rule, start, from);
  const iterator = callIcal(() =>
    ICAL.Recur.fromData(rule).iterator(icalTime(first.wall, first.isDate)),
  );
  // ical.js also gives up if only the first few months lack the day.
  if (iterator.completed) throw new UnreadableEvent("rrule");
  for (let step = 0; step < stepsPerRule; step += 1) {
    steps.take(1);
    const next = callIcal(() => iterator.next());
    if (!next) return starts;
    const wall = wallOf(next);
    const time = { ...start, wall: start.isDate ? Math.floor(wall / dayMs) * dayMs : wall };
    if (wall > to || !isWithin(time)) return starts;
    if (wall >= from) starts.push(time);
  }
  throw new UnreadableEvent("rrule");
}

/** Throws for rules that ical.js expands wrongly or endlessly. */
function requireSafe(rule: RecurrenceRule): void {
  const isRefused =
    !frequencies.includes(rule.freq ?? "") ||
    (rule.interval ?? 1) > maxInterval ||
    clockParts.some((part) => Array.isArray(rule[part])) ||
    "byweekno" in rule ||
    (rule.freq === "YEARLY" && "bymonthday" in rule && !("bymonth" in rule) && !("byday" in rule));
  if (isRefused) throw new UnreadableEvent("rrule");
}

/** Moves the start of a daily or weekly rule towards the window by whole intervals. */
function skipPast(
  { freq, interval = 1, count }: RecurrenceRule,
  start: FeedTime,
  from: number,
): FeedTime {
  const days = { DAILY: 1, WEEKLY: 7 }[freq ?? ""];
  if (!days || count !== undefined) return start;
  const intervalMs = days * interval * dayMs;
  const intervals = Math.floor((from - start.wall) / intervalMs) - 1;
  return intervals > 0 ? laterBy(start, intervals * intervalMs) : start;
}

function createUntil(text: string, start: FeedTime): (time: FeedTime) => boolean {
  // UNTIL without Z is on the clock of the series.
  const until = parseTime(text, start.zone);
  if (!until) throw new UnreadableEvent("until");
  if (until.isDate || start.isDate) {
    const last = writtenDate(until);
    return (time) => writtenDate(time) <= last;
  }
  const last = instantOf(until);
  return (time) => instantOf(time) <= last;
}

/** ical.js throws all kinds of errors for invalid rules. */
function callIcal<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new UnreadableEvent("rrule");
  }
}
