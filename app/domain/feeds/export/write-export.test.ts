import { convertIcsCalendar } from "ts-ics";
import { expect, test } from "vitest";
import { addDays } from "../../calendar/civil-date.ts";
import { readNights } from "../reading/read-nights.server.ts";
import { writeExport } from "./write-export.server.ts";

const today = "2026-11-21";
const options = {
  listingId: "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c",
  title: "Rancho Beira d’Água",
  host: "mardeminas.example",
  changedAt: new Date("2026-11-21T15:00:00.123Z"),
  today,
};

function linesOf(text: string): string[] {
  return text.replaceAll("\r\n ", "").split("\r\n");
}

function eventsOf(text: string): string[][] {
  return linesOf(text)
    .join("\n")
    .split("BEGIN:VEVENT\n")
    .slice(1)
    .map((part) => part.slice(0, part.indexOf("\nEND:VEVENT")).split("\n"));
}

test("consecutive nights are one all-day event that ends on the check-out day", () => {
  const text = writeExport(["2026-12-12", "2026-12-11", "2026-12-24"], options);
  expect(eventsOf(text)).toEqual([
    [
      "UID:8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c-20261211@mardeminas.example",
      "DTSTAMP:20261121T150000Z",
      "DTSTART;VALUE=DATE:20261211",
      "DTEND;VALUE=DATE:20261213",
      "SUMMARY:Indisponível",
      "TRANSP:OPAQUE",
      "STATUS:CONFIRMED",
      "CLASS:PRIVATE",
    ],
    expect.arrayContaining(["DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261225"]),
  ]);
});

test("a calendar without nights has a night of the past, as some sites refuse an empty one", () => {
  expect(writeExport([], options)).toBe(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Mar de Minas//Calendario//PT",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH",
      "X-WR-CALNAME:Rancho Beira d’Água",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "X-PUBLISHED-TTL:PT1H",
      "BEGIN:VTIMEZONE",
      "TZID:America/Sao_Paulo",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:-0300",
      "TZOFFSETTO:-0300",
      "TZNAME:-03",
      "END:STANDARD",
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "UID:8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c-20000101@mardeminas.example",
      "DTSTAMP:20261121T150000Z",
      "DTSTART;VALUE=DATE:20000101",
      "DTEND;VALUE=DATE:20000102",
      "SUMMARY:Indisponível",
      "TRANSP:OPAQUE",
      "STATUS:CONFIRMED",
      "CLASS:PRIVATE",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
});

test("UID follows the first night, DTSTAMP the last change of the calendar", () => {
  const changedAt = new Date("2026-10-01T10:00:00Z");
  const before = eventsOf(writeExport(["2026-12-11", "2026-12-12", "2026-12-20"], options));
  const longer = ["2026-12-11", "2026-12-12", "2026-12-13"];
  const [after] = eventsOf(writeExport(longer, { ...options, changedAt }));
  expect(after?.[0]).toBe(before[0]?.[0]);
  expect(after).toContain("DTSTAMP:20261001T100000Z");
});

test("past nights go back a week, coming ones 24 months, and a long stay keeps its UID", () => {
  const long = Array.from({ length: 20 }, (_, day) => addDays("2026-11-10", day));
  const text = writeExport(
    ["2026-11-01", "2026-11-02", ...long, "2028-11-20", "2028-11-21", "2028-12-24"],
    options,
  );
  const [first, second, ...others] = eventsOf(text);
  expect(first?.[0]).toContain("-20261110@");
  expect(first).toEqual(expect.arrayContaining(["DTSTART;VALUE=DATE:20261114"]));
  expect(first).toEqual(expect.arrayContaining(["DTEND;VALUE=DATE:20261130"]));
  expect(second).toEqual(expect.arrayContaining(["DTEND;VALUE=DATE:20281121"]));
  expect(others).toEqual([]);
});

test("lines end in CRLF, have at most 75 bytes and are folded between characters", () => {
  const title = "Sítio São João da Canastra 🏡 à beira d’água, ".repeat(9);
  const text = writeExport(["2026-12-11"], { ...options, title });
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const lines = text.split("\r\n");
  const bytes = lines.map((line) => Buffer.byteLength(line));
  expect(Math.max(...bytes)).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line.startsWith(" ")).length).toBeGreaterThan(5);
  // Half an emoji wouldn't survive the round trip.
  for (const line of lines) expect(Buffer.from(line).toString()).toBe(line);
  expect(linesOf(text)).toContain(`X-WR-CALNAME:${title.trim().replaceAll(",", "\\,")}`);
});

test("commas, semicolons and backslashes are escaped, control characters dropped", () => {
  const title = "A, B; C\\D\r\nEND:VCALENDAR\u0000\tE";
  const text = writeExport([], { ...options, title });
  expect(linesOf(text)).toContain("X-WR-CALNAME:A\\, B\\; C\\\\D END:VCALENDAR E");
  expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1);
});

test("our reader and another library read the nights that were written", () => {
  const written = [
    ...["2026-11-21", "2026-12-11", "2026-12-12", "2026-12-24", "2026-12-31", "2027-01-01"],
    ...["2027-02-28", "2027-03-01", "2028-02-28", "2028-02-29", "2028-11-20"],
  ];
  const text = writeExport([...written], options);

  const ours = readNights(Buffer.from(text), { today, listingId: "another" });
  expect(ours.ok && ours.nights.flatMap(({ from, to }) => datesBetween(from, to))).toEqual(written);

  const { events = [] } = convertIcsCalendar(undefined, text);
  const theirs = events.flatMap(({ start, end }) => {
    expect([start.type, end?.type]).toEqual(["DATE", "DATE"]);
    return datesBetween(dateOf(start.date), dateOf(end?.date ?? start.date));
  });
  expect(theirs).toEqual(written);
});

function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date < to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function dateOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
