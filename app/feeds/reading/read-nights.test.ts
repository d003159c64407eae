import { expect, test, vi } from "vitest";
import {
  calendar,
  countsOf,
  days,
  event,
  fromEleventh,
  listingId,
  nightsOf,
  read,
  testInEveryZone,
} from "../../../testing/feed-nights.ts";
import { readNights } from "./read-nights.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

testInEveryZone([
  [
    "UTC: from 22:30 of the 11th here to 11:00 of the 13th",
    calendar(event("DTSTART:20261212T013000Z", "DTEND:20261213T140000Z")),
    ["2026-12-11/2026-12-13"],
  ],
  [
    "a day trip marked by times takes its night",
    calendar(event("DTSTART;TZID=America/Sao_Paulo:20261211T090000", "DURATION:PT2H")),
    ["2026-12-11/2026-12-12"],
  ],
  [
    "a weekly series by COUNT",
    calendar(event(fromEleventh, "RRULE:FREQ=WEEKLY;COUNT=3")),
    ["2026-12-11/2026-12-12", "2026-12-18/2026-12-19", "2026-12-25/2026-12-26"],
  ],
  [
    "the same less one date",
    calendar(event(fromEleventh, "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;VALUE=DATE:20261218")),
    ["2026-12-11/2026-12-12", "2026-12-25/2026-12-26"],
  ],
  [
    "an all-day event written as midnights of UTC",
    calendar(event("DTSTART;VALUE=DATE:20261211T000000Z", "DTEND;VALUE=DATE:20261213T000000Z")),
    ["2026-12-11/2026-12-13"],
  ],
  [
    "a date has no zone, whatever its parameters say",
    calendar(event("DTSTART;TZID=Pacific/Auckland;VALUE=DATE:20261211")),
    ["2026-12-11/2026-12-12"],
  ],
  [
    "dates without VALUE=DATE",
    calendar(event("DTSTART:20261211", "DTEND:20261213")),
    ["2026-12-11/2026-12-13"],
  ],
  [
    "an end at midnight does not take the night that begins",
    calendar(event("DTSTART:20261211T150000", "DTEND:20261213T000000")),
    ["2026-12-11/2026-12-13"],
  ],
  [
    "no end: one day for a date, one night for a time",
    calendar(event(fromEleventh), event("DTSTART:20261220T150000")),
    ["2026-12-11/2026-12-12", "2026-12-20/2026-12-21"],
  ],
  [
    "an end that is not after the start counts as missing",
    calendar(
      event(...days("20261211", "20261211")),
      event(...days("20261214", "20261201"), "DURATION:P2D"),
      event("DTSTART:20261220T150000", "DTEND:20261220T150000"),
    ),
    ["2026-12-11/2026-12-12", "2026-12-14/2026-12-16", "2026-12-20/2026-12-21"],
  ],
  [
    "durations in weeks, days and hours; a negative one counts as none",
    calendar(
      event("DTSTART;VALUE=DATE:20261201", "DURATION:P1W"),
      event("DTSTART:20261211T220000", "DURATION:P1DT3H"),
      event("DTSTART;VALUE=DATE:20261220", "DURATION:-P2D"),
    ),
    ["2026-12-01/2026-12-08", "2026-12-11/2026-12-13", "2026-12-20/2026-12-21"],
  ],
  [
    "a check-out and an arrival on one day do not overlap and leave no gap",
    calendar(event(...days("20261211", "20261213")), event(...days("20261213", "20261214"))),
    ["2026-12-11/2026-12-14"],
  ],
  [
    "cancelled and free events take nothing, in any letters",
    calendar(
      event(...days("20261211", "20261212"), "STATUS:CANCELLED"),
      event(...days("20261213", "20261214"), "TRANSP:TRANSPARENT"),
      event(...days("20261215", "20261216"), "transp:Transparent"),
      event(...days("20261218", "20261219"), "status:tentative"),
    ),
    ["2026-12-18/2026-12-19"],
  ],
  [
    "names, parameters and values in any letters, quotes, and a colon inside them",
    [
      "begin:vcalendar",
      "Begin:vEvent",
      'dtstart;x-a="a:b;c";value=date:20261211',
      "rrule:freq=weekly;count=2",
      "end:VEVENT",
      "END:vcalendar",
    ].join("\r\n"),
    ["2026-12-11/2026-12-12", "2026-12-18/2026-12-19"],
  ],
  [
    "the window begins today and ends 24 months later; a block until 9999 costs nothing",
    calendar(
      event(...days("20261101", "20261122")),
      event("DTSTART;VALUE=DATE:20281115", "DTEND;VALUE=DATE:99991231"),
      event("DTSTART;VALUE=DATE:20300101"),
      event("DTSTART:16010101T000000Z", "DTEND:16010102T000000Z"),
    ),
    ["2026-11-21/2026-11-22", "2028-11-15/2028-11-21"],
  ],
  [
    "year 9999 in UTC, and absurd durations",
    calendar(
      event("DTSTART:20281119T120000Z", "DTEND:99991231T235959Z"),
      event("DTSTART:20281110T120000", "DURATION:P1D"),
      event("DTSTART;VALUE=DATE:20281112", "DURATION:P99999999999999999999W"),
    ),
    ["2028-11-10/2028-11-11", "2028-11-12/2028-11-21"],
  ],
  [
    "an alarm's DURATION, a to-do and unknown components are not the event's",
    calendar(
      "X-PUBLISHED-TTL:PT1H",
      event(
        fromEleventh,
        "BEGIN:VALARM",
        "TRIGGER:-PT30M",
        "DURATION:P9D",
        "DTEND;VALUE=DATE:20270101",
        "STATUS:CANCELLED",
        "END:VALARM",
      ),
      "BEGIN:VTODO",
      "DTSTART;VALUE=DATE:20261220",
      "END:VTODO",
      ["BEGIN:X-BOX", event("DTSTART;VALUE=DATE:20261224"), "END:X-BOX"].join("\r\n"),
    ),
    ["2026-12-11/2026-12-12"],
  ],
  [
    "several calendars in one file",
    calendar(event("UID:a", fromEleventh)) +
      calendar(event("UID:a", "DTSTART;VALUE=DATE:20261220")),
    ["2026-12-11/2026-12-12", "2026-12-20/2026-12-21"],
  ],
  [
    "malformed lines around the dates, and lines without a colon",
    calendar(
      event(
        'ATTENDEE;CN="Ana:mailto:ana@example.com',
        "this line belongs to nothing",
        ";;;:::",
        fromEleventh,
      ),
    ),
    ["2026-12-11/2026-12-12"],
  ],
]);

const one = calendar(event(fromEleventh));

test.each<[string, string | Uint8Array]>([
  ["a BOM", `\uFEFF${one}`],
  ["LF", one.replaceAll("\r\n", "\n")],
  ["CR", one.replaceAll("\r\n", "\r")],
  ["CR CR LF", one.replaceAll("\r\n", "\r\r\n")],
  ["blank lines", one.replaceAll("\r\n", "\r\n\r\n")],
  ["blank lines at the beginning", `\r\n\n${one}`],
  ["no line end at the end", one.trimEnd()],
  ["spaces at the ends", one.replaceAll("\r\n", "  \r\n")],
  ["a fold after every character", one.replace(fromEleventh, [...fromEleventh].join("\r\n "))],
  ["folds by tab", one.replace(fromEleventh, "DTSTART;VALUE\r\n\t=DATE:2026\n\t1211")],
])("line ends and bytes: %s", (_name, text) => {
  expect(nightsOf(text)).toEqual(["2026-12-11/2026-12-12"]);
});

test("unfolds lines before decoding them, even inside ã or an emoji", () => {
  const folded = (character: string) => {
    const bytes = Buffer.from(character);
    return Buffer.concat([bytes.subarray(0, 1), Buffer.from("\r\n "), bytes.subarray(1)]);
  };
  // The second event replaces the first only if both UIDs read the same.
  for (const character of ["ã", "🏡"]) {
    const [head = "", tail = ""] = calendar(
      event("UID:FOLD", "SEQUENCE:1", "DTSTART;VALUE=DATE:20261220"),
      event(`UID:x${character}x`, fromEleventh),
    ).split("FOLD");
    const bytes = Buffer.concat([
      Buffer.from(`${head}x`),
      folded(character),
      Buffer.from(`x${tail}`),
    ]);
    expect(nightsOf(bytes)).toEqual(["2026-12-20/2026-12-21"]);
  }
});

test("invalid bytes are replaced", () => {
  const latin1 = Buffer.from(
    calendar(event("UID:caf\xe9", "SUMMARY:\xff\xfe", fromEleventh)),
    "latin1",
  );
  expect(nightsOf(latin1)).toEqual(["2026-12-11/2026-12-12"]);
});

test("UIDs such as __proto__ are ordinary UIDs", () => {
  const text = calendar(
    event("UID:__proto__", fromEleventh, "RRULE:FREQ=DAILY;COUNT=2"),
    event("UID:__proto__", "RECURRENCE-ID;VALUE=DATE:20261212", "DTSTART;VALUE=DATE:20261220"),
    event("UID:constructor", "DTSTART;VALUE=DATE:20261224"),
  );
  expect(nightsOf(text)).toEqual([
    "2026-12-11/2026-12-12",
    "2026-12-20/2026-12-21",
    "2026-12-24/2026-12-25",
  ]);
});

test.each<[string, string]>([
  ["nothing", ""],
  ["blank lines", "\r\n\r\n"],
  ["HTML", "<!doctype html><html><body>Entre na sua conta</body></html>"],
  ["HTML around a calendar", `<pre>\n${one}</pre>`],
  ["JSON", '{"error":"not found"}'],
  ["an event without its calendar", event(fromEleventh)],
  ["a file cut within an event", one.slice(0, one.indexOf("END:VEVENT"))],
  ["a file cut after an event", one.slice(0, one.indexOf("END:VCALENDAR"))],
  ["a file cut within its last line", one.trimEnd().slice(0, -3)],
  ["an event that never ends", calendar("BEGIN:VEVENT", fromEleventh)],
  ["an END without BEGIN", `${one}END:VCALENDAR\r\n`],
  ["a second calendar that is cut", `${one}BEGIN:VCALENDAR\r\n`],
  ["no event that can be read", calendar(event("DTSTART:amanhã"), event("UID:x"))],
  ["only a series that cannot be read", calendar(event(fromEleventh, "RRULE:FREQ=SECONDLY"))],
])("not a calendar: %s", (_name, text) => {
  expect(read(text)).toEqual({
    ok: false,
    reason: "notCalendar",
    message: "Esse endereço abre, mas não traz um calendário iCal que dê para ler.",
  });
});

test("an empty calendar is valid", () => {
  expect(read(calendar())).toEqual({
    ok: true,
    nights: [],
    counts: { events: 0, free: 0, unreadable: 0 },
  });
});

test("counts events, free ones and unreadable ones", () => {
  const text = calendar(
    event(fromEleventh),
    event("DTSTART;VALUE=DATE:20261212", "TRANSP:TRANSPARENT"),
    event("DTSTART;VALUE=DATE:20261213", "STATUS:CANCELLED"),
    event("DTSTART:x"),
  );
  expect(countsOf(text)).toEqual({ events: 3, free: 1, unreadable: 1 });
});

test("ignores our own events coming back, but not those of another ad", () => {
  const otherId = "00000000-5b7e-4d1f-9c44-1d2e3f4a5b6c";
  const text = calendar(
    event(`UID:${listingId}-20261211@mardeminas.example`, fromEleventh),
    event(`UID:${listingId.toUpperCase()}-20261215@OLD.example`, "DTSTART;VALUE=DATE:20261215"),
    event(`UID:${otherId}-20261220@mardeminas.example`, "DTSTART;VALUE=DATE:20261220"),
    event(`UID:${listingId}@elsewhere.example`, "DTSTART;VALUE=DATE:20261224"),
  );
  expect(nightsOf(text)).toEqual(["2026-12-20/2026-12-21", "2026-12-24/2026-12-25"]);
  expect(countsOf(text)).toEqual({ events: 2, free: 0, unreadable: 0 });
});

test("a feed with only our own events is valid and takes no nights", () => {
  const own = `UID:${listingId}-20261211@mardeminas.example`;
  expect(read(calendar(event(own, fromEleventh)))).toMatchObject({ ok: true, nights: [] });
});

test("returns only dates and numbers", () => {
  const text = calendar(
    event(
      "UID:guest-secret@example.com",
      fromEleventh,
      "SUMMARY:Ana Souza secret",
      "DESCRIPTION:secret",
      "LOCATION:secret",
      "ATTENDEE;CN=secret:mailto:secret@example.com",
      "URL:https://secret.example",
    ),
  );
  expect(JSON.stringify(read(text))).not.toContain("secret");
});

test("rejects more than 20,000 events", () => {
  const many = (count: number) => calendar(...Array(count).fill(event(fromEleventh)));
  expect(read(many(20_000))).toMatchObject({ ok: true });
  expect(read(many(20_001))).toMatchObject({ ok: false, reason: "tooLarge" });
});

test("the window of a leap day ends on March 1", () => {
  const bytes = Buffer.from(calendar(event(...days("20280101", "20400101"))));
  expect(readNights(bytes, { today: "2028-02-29", listingId })).toMatchObject({
    nights: [{ from: "2028-02-29", to: "2030-03-01" }],
  });
});
