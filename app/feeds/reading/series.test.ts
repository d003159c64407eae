import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  calendar,
  countsOf,
  days,
  event,
  fromEleventh,
  nightsOf,
  read,
  testInEveryZone,
} from "../../../testing/feed-nights.ts";
import { addDays, daysFrom, weekdayOf } from "../../calendar/civil-date.ts";
import { endOfWindow } from "../../calendar/night-window.ts";
import { readNights } from "./read-nights.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const today = "2026-11-21";
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

interface Rule {
  start: string;
  frequency: "DAILY" | "WEEKLY" | "MONTHLY";
  interval: number;
  byDay: string[];
  byMonthDay: number[];
  byMonth: number[];
  count: number | null;
  until: string | null;
}

const rules = fc
  .record({
    start: fc.integer({ min: 0, max: 1000 }).map((days) => addDays("2025-01-01", days)),
    frequency: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY"),
    interval: fc.integer({ min: 1, max: 5 }),
    byDay: fc.subarray(weekdays),
    byMonthDay: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
    byMonth: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
    count: fc.option(fc.integer({ min: 1, max: 40 })),
    until: fc.option(fc.integer({ min: 0, max: 900 })),
  })
  .map(
    ({ until, ...rule }): Rule => ({
      ...rule,
      byDay: rule.frequency === "MONTHLY" ? [] : rule.byDay,
      byMonthDay: rule.frequency === "MONTHLY" ? rule.byMonthDay : [],
      byMonth: rule.frequency === "MONTHLY" ? [] : rule.byMonth,
      until: until === null || rule.count !== null ? null : addDays(rule.start, until),
    }),
  );

test("series take the nights that a walk through the calendar, day by day, gives", () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const result = readNights(Buffer.from(calendarOf(rule)), { today, listingId: "x" });
      const read = result.ok ? result.nights.flatMap(({ from, to }) => datesBetween(from, to)) : [];
      expect(read, writeRule(rule)).toEqual(walk(rule));
    }),
    { numRuns: 300 },
  );
});

function walk(rule: Rule): string[] {
  const end = endOfWindow(today);
  const nights: string[] = [];
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  for (const date of datesBetween(rule.start, end)) {
    if (left === 0 || (rule.until !== null && date > rule.until)) break;
    const isRuled = isNamed(rule, date);
    if (isRuled) left -= 1;
    // DTSTART takes its night even if the rule doesn't match it.
    if (date >= today && (isRuled || date === rule.start)) nights.push(date);
  }
  return nights;
}

function isNamed(rule: Rule, date: string): boolean {
  const { start, frequency, interval, byDay, byMonthDay, byMonth } = rule;
  if (byMonth.length > 0 && !byMonth.includes(Number(date.slice(5, 7)))) return false;
  const day = weekdays[weekdayOf(date)] ?? "";
  if (frequency === "DAILY") {
    return daysFrom(start, date) % interval === 0 && (byDay.length === 0 || byDay.includes(day));
  }
  if (frequency === "WEEKLY") {
    const weeks = daysFrom(mondayOf(start), mondayOf(date)) / 7;
    const isDay = byDay.length === 0 ? weekdayOf(date) === weekdayOf(start) : byDay.includes(day);
    return weeks % interval === 0 && isDay;
  }
  const [year, month, monthDay] = date.split("-").map(Number);
  const [firstYear, firstMonth, firstDay] = start.split("-").map(Number);
  const months = (Number(year) - Number(firstYear)) * 12 + Number(month) - Number(firstMonth);
  const days = byMonthDay.length === 0 ? [firstDay] : byMonthDay;
  return months % interval === 0 && days.includes(monthDay);
}

function mondayOf(date: string): string {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

function writeRule(rule: Rule): string {
  const { frequency, interval, byDay, byMonthDay, byMonth, count, until } = rule;
  const parts = [`FREQ=${frequency}`, `INTERVAL=${interval}`];
  if (byDay.length > 0) parts.push(`BYDAY=${byDay}`);
  if (byMonthDay.length > 0) parts.push(`BYMONTHDAY=${byMonthDay}`);
  if (byMonth.length > 0) parts.push(`BYMONTH=${byMonth}`);
  if (count !== null) parts.push(`COUNT=${count}`);
  if (until !== null) parts.push(`UNTIL=${until.replaceAll("-", "")}`);
  return parts.join(";");
}

function calendarOf(rule: Rule): string {
  const start = `DTSTART;VALUE=DATE:${rule.start.replaceAll("-", "")}`;
  const lines = ["BEGIN:VEVENT", start, `RRULE:${writeRule(rule)}`, "END:VEVENT"];
  return ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
}

function datesBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.max(daysFrom(from, to), 0) }, (_, day) => addDays(from, day));
}

testInEveryZone([
  [
    "RDATE alone: DTSTART counts too; dates and periods",
    calendar(
      event(fromEleventh, "RDATE;VALUE=DATE:20261218,20261220"),
      event(
        "DTSTART:20261224T150000",
        "DTEND:20261225T110000",
        "RDATE;VALUE=PERIOD:20261227T150000/20261229T110000,20270103T150000/P2D",
      ),
    ),
    [
      "2026-12-11/2026-12-12",
      "2026-12-18/2026-12-19",
      "2026-12-20/2026-12-21",
      "2026-12-24/2026-12-25",
      "2026-12-27/2026-12-29",
      "2027-01-03/2027-01-05",
    ],
  ],
  [
    "EXDATE of the first occurrence, and EXDATE in another zone",
    calendar(
      event(
        "DTSTART;TZID=America/Sao_Paulo:20261211T220000",
        "DTEND;TZID=America/Sao_Paulo:20261212T100000",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "EXDATE:20261212T010000Z",
        "EXDATE;TZID=Asia/Tokyo:20261219T100000",
      ),
    ),
    ["2026-12-25/2026-12-26"],
  ],
  [
    "EXDATE as a date in a series with times",
    calendar(
      event("DTSTART:20261211T220000", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20261212"),
    ),
    ["2026-12-11/2026-12-12", "2026-12-13/2026-12-14"],
  ],
  [
    "exceptions of a series: moved, cancelled, made free",
    calendar(
      event("UID:s", ...days("20261201", "20261202"), "RRULE:FREQ=DAILY;COUNT=4"),
      event("UID:s", "RECURRENCE-ID;VALUE=DATE:20261202", ...days("20261210", "20261212")),
      event(
        "UID:s",
        "RECURRENCE-ID;VALUE=DATE:20261203",
        ...days("20261203", "20261204"),
        "STATUS:CANCELLED",
      ),
      event(
        "UID:s",
        "RECURRENCE-ID:20261204T000000Z",
        ...days("20261204", "20261205"),
        "TRANSP:TRANSPARENT",
      ),
    ),
    ["2026-12-01/2026-12-02", "2026-12-10/2026-12-12"],
  ],
  [
    "an exception concerns the series with its own UID only, and counts without one",
    calendar(
      event("UID:s", fromEleventh, "RRULE:FREQ=DAILY;COUNT=2"),
      event("UID:other", "RECURRENCE-ID;VALUE=DATE:20261212", "DTSTART;VALUE=DATE:20261220"),
    ),
    ["2026-12-11/2026-12-13", "2026-12-20/2026-12-21"],
  ],
  [
    "the highest SEQUENCE wins, and equal ones all count",
    calendar(
      event("UID:a", "SEQUENCE:2", ...days("20261211", "20261212")),
      event("UID:a", "SEQUENCE:10", ...days("20261213", "20261214")),
      event("UID:a", "SEQUENCE:-1", ...days("20261215", "20261216")),
      event("UID:b", ...days("20261220", "20261221")),
      event("UID:b", ...days("20261222", "20261223")),
      event("UID:c", "SEQUENCE:-1", ...days("20261225", "20261226")),
      event("SEQUENCE:1", ...days("20261227", "20261228")),
      event("SEQUENCE:2", ...days("20261229", "20261230")),
    ),
    [
      "2026-12-13/2026-12-14",
      "2026-12-20/2026-12-21",
      "2026-12-22/2026-12-23",
      "2026-12-25/2026-12-26",
      "2026-12-27/2026-12-28",
      "2026-12-29/2026-12-30",
    ],
  ],
  [
    "a series is cancelled by a later SEQUENCE",
    calendar(
      event("UID:a", fromEleventh, "RRULE:FREQ=DAILY"),
      event("UID:a", fromEleventh, "RRULE:FREQ=DAILY", "SEQUENCE:1", "STATUS:CANCELLED"),
    ),
    [],
  ],
  [
    "UNTIL: a date includes its day, a time is compared as an instant",
    calendar(
      event(fromEleventh, "RRULE:FREQ=DAILY;UNTIL=20261212"),
      event(
        "DTSTART;TZID=Asia/Tokyo:20261220T080000",
        "DURATION:PT1H",
        "RRULE:FREQ=DAILY;UNTIL=20261220T230000Z",
      ),
    ),
    ["2026-12-11/2026-12-13", "2026-12-19/2026-12-21"],
  ],
  [
    "endless series begun long ago keep their rhythm",
    calendar(
      event("DTSTART;VALUE=DATE:16010107", "RRULE:FREQ=WEEKLY;INTERVAL=52;BYDAY=SU"),
      event("DTSTART;VALUE=DATE:19800301", "RRULE:FREQ=YEARLY"),
    ),
    [
      "2027-03-01/2027-03-02",
      "2027-07-25/2027-07-26",
      "2028-03-01/2028-03-02",
      "2028-07-23/2028-07-24",
    ],
  ],
  [
    "rules by the day of the month and the last weekday",
    calendar(
      event("DTSTART;VALUE=DATE:20261231", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3"),
      event("DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2"),
    ),
    [
      "2026-12-25/2026-12-26",
      "2026-12-31/2027-01-01",
      "2027-01-29/2027-01-30",
      "2027-01-31/2027-02-01",
      "2027-02-28/2027-03-01",
    ],
  ],
]);

test.each<[string, string[]]>([
  ["no DTSTART", ["UID:x"]],
  ["a day that does not exist", ["DTSTART;VALUE=DATE:20260231"]],
  ["an hour that does not exist", ["DTSTART:20261211T256000"]],
  ["an end that is no date", ["DTSTART;VALUE=DATE:20261220", "DTEND;VALUE=DATE:soon"]],
  ["an invalid duration", ["DTSTART;VALUE=DATE:20261220", "DURATION:P"]],
  ["a duration without a number", ["DTSTART;VALUE=DATE:20261220", "DURATION:PDT"]],
  ["an invalid RECURRENCE-ID", ["DTSTART;VALUE=DATE:20261220", "RECURRENCE-ID:x"]],
  ["an invalid RDATE", ["DTSTART;VALUE=DATE:20261220", "RDATE:x"]],
  ["FREQ=SECONDLY", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=SECONDLY"]],
  ["FREQ=MINUTELY", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=MINUTELY"]],
  ["FREQ=HOURLY", ["DTSTART:20261220T100000", "RRULE:FREQ=HOURLY;COUNT=2"]],
  ["no FREQ", ["DTSTART;VALUE=DATE:20261220", "RRULE:COUNT=3"]],
  ["INTERVAL=0", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=DAILY;INTERVAL=0"]],
  ["INTERVAL=-1", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=DAILY;INTERVAL=-1"]],
  ["an enormous INTERVAL", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=DAILY;INTERVAL=999999999"]],
  ["two BYHOUR", ["DTSTART:20261220T100000", "RRULE:FREQ=DAILY;BYHOUR=1,2"]],
  ["two BYMINUTE", ["DTSTART:20261220T100000", "RRULE:FREQ=DAILY;BYMINUTE=1,2"]],
  ["two BYSECOND", ["DTSTART:20261220T100000", "RRULE:FREQ=DAILY;BYSECOND=1,2"]],
  ["BYWEEKNO", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=YEARLY;BYWEEKNO=52"]],
  [
    "a day that the first months of the rule lack",
    ["DTSTART;VALUE=DATE:20260601", "RRULE:FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31"],
  ],
  ["an invalid UNTIL", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=DAILY;UNTIL=never"]],
  ["an invalid BYDAY", ["DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=WEEKLY;BYDAY=XX"]],
  [
    "more steps than a rule may take",
    ["DTSTART;VALUE=DATE:16010101", "RRULE:FREQ=DAILY;COUNT=999999"],
  ],
])("an unreadable event loses only itself: %s", (_name, lines) => {
  const text = calendar(event(fromEleventh), event(...lines));
  expect(nightsOf(text)).toEqual(["2026-12-11/2026-12-12"]);
  expect(countsOf(text)).toEqual({ events: 1, free: 0, unreadable: 1 });
});

test("an invalid EXDATE takes a night too many and keeps the series", () => {
  const text = calendar(event(fromEleventh, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:x,20261212"));
  expect(nightsOf(text)).toEqual(["2026-12-11/2026-12-12"]);
});

test("a rule that never matches ends with the window", () => {
  const never = "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30";
  expect(nightsOf(calendar(event(fromEleventh, never)))).toEqual(["2026-12-11/2026-12-12"]);
});

test("rejects a feed whose rules together take too many steps", () => {
  const old = event("DTSTART;VALUE=DATE:19000101", "RRULE:FREQ=DAILY;COUNT=49000");
  expect(read(calendar(...Array(6).fill(old)))).toMatchObject({ ok: false, reason: "tooLarge" });
});
