import fc from "fast-check";
import { expect, test } from "vitest";
import { calendar, event, read, today } from "../../../../testing/feed-nights.ts";
import { addDays, daysFrom, weekdayOf } from "../../calendar/civil-date.ts";
import { endOfWindow } from "../../calendar/night-window.ts";

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
  )
  // RFC 5545 (3.8.5.3) leaves a start that its rule doesn't match undefined.
  .filter((rule) => isNamed(rule, rule.start));

test("series take the nights that a walk through the calendar, day by day, gives", () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const start = `DTSTART;VALUE=DATE:${rule.start.replaceAll("-", "")}`;
      const result = read(calendar(event(start, `RRULE:${writeRule(rule)}`)));
      const nights = result.ok && result.nights.flatMap(({ from, to }) => datesBetween(from, to));
      expect(nights, writeRule(rule)).toEqual(walk(rule));
    }),
    { numRuns: 100 },
  );
}, 60_000);

function walk(rule: Rule): string[] {
  const end = endOfWindow(today);
  const nights: string[] = [];
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  for (const date of datesBetween(rule.start, end)) {
    if (left === 0 || (rule.until !== null && date > rule.until)) break;
    const isRuled = isNamed(rule, date);
    if (isRuled) left -= 1;
    if (date >= today && isRuled) nights.push(date);
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

function datesBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.max(daysFrom(from, to), 0) }, (_, day) => addDays(from, day));
}
