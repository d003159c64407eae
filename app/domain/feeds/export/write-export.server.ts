import ICAL from "ical.js";
import { writeAsLine } from "../../../platform/ui/forms/text-rules.ts";
import { addDays, regionTimeZone } from "../../calendar/civil-date.ts";
import { rangesOf } from "../../calendar/day-ranges.ts";
import { endOfWindow, type NightRange } from "../../calendar/night-window.ts";
import { exportUid } from "./export-uid.ts";

export interface ExportOptions {
  listingId: string;
  title: string;
  host: string;
  changedAt: Date;
  today: string;
}

// RFC 5545 counts the space that begins a continuation line; ical.js doesn't.
ICAL.foldLength = 74;

const daysBack = 7;
const past: NightRange = { from: "2000-01-01", to: "2000-01-02" };

type Property = [name: string, params: object, type: string, value: string];

/**
 * Writes one event per range of the owner's nights, from a week ago to {@link endOfWindow}. `nights`,
 * in any order, must include the past ones of current ranges: the first night names the event.
 */
export function writeExport(nights: readonly string[], options: ExportOptions): string {
  const { today, title } = options;
  const calendar: Property[] = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", "-//Mar de Minas//Calendario//PT"],
    ["calscale", {}, "text", "GREGORIAN"],
    ["method", {}, "text", "PUBLISH"],
    // ical.js doesn't know this property, so it wouldn't escape the value.
    ["x-wr-calname", {}, "unknown", ICAL.design.icalendar.value.text.toICAL(writeAsLine(title))],
    ["refresh-interval", {}, "duration", "PT1H"],
    ["x-published-ttl", {}, "unknown", "PT1H"],
  ];
  const from = addDays(today, -daysBack);
  const to = endOfWindow(today);
  const events = rangesOf([...new Set(nights)].sort())
    .map(({ first, last }) => ({ from: first, to: addDays(last, 1) }))
    .filter((range) => range.to > from && range.from < to)
    .map((range) => ["vevent", writeEvent(range, from, to, options), []]);
  // Booking.com is said to refuse a calendar without events.
  if (events.length === 0) events.push(["vevent", writeEvent(past, past.from, to, options), []]);
  return ICAL.stringify(["vcalendar", calendar, [zone, ...events]]);
}

function writeEvent(
  range: NightRange,
  from: string,
  to: string,
  { listingId, host, changedAt }: ExportOptions,
): Property[] {
  const stamp = `${changedAt.toISOString().slice(0, 19)}Z`;
  return [
    ["uid", {}, "text", exportUid(listingId, range.from, host)],
    ["dtstamp", {}, "date-time", stamp],
    ["dtstart", {}, "date", range.from < from ? from : range.from],
    ["dtend", {}, "date", range.to > to ? to : range.to],
    ["summary", {}, "text", "Indisponível"],
    ["transp", {}, "text", "OPAQUE"],
    ["status", {}, "text", "CONFIRMED"],
    ["class", {}, "text", "PRIVATE"],
  ];
}

const zone = [
  "vtimezone",
  [["tzid", {}, "text", regionTimeZone]],
  [
    [
      "standard",
      [
        ["dtstart", {}, "date-time", "1970-01-01T00:00:00"],
        ["tzoffsetfrom", {}, "utc-offset", "-03:00"],
        ["tzoffsetto", {}, "utc-offset", "-03:00"],
        ["tzname", {}, "text", "-03"],
      ],
      [],
    ],
  ],
];
