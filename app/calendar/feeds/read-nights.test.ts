import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readNights } from "./read-nights.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const today = "2026-11-21";
const listingId = "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c";

function read(text: string | Uint8Array) {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return readNights(bytes, { today, listingId });
}

/** As "2026-12-11/2026-12-13", with the day after the last night. */
function nightsOf(text: string | Uint8Array): string[] {
  const result = read(text);
  if (!result.ok) throw new Error(result.reason);
  return result.nights.map(({ from, to }) => `${from}/${to}`);
}

function countsOf(text: string) {
  const result = read(text);
  return result.ok ? result.counts : result.reason;
}

function calendar(...components: string[]): string {
  return `${["BEGIN:VCALENDAR", "VERSION:2.0", ...components, "END:VCALENDAR"].join("\r\n")}\r\n`;
}

function event(...lines: string[]): string {
  return ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
}

function days(from: string, to: string): string[] {
  return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`];
}

const fromEleventh = "DTSTART;VALUE=DATE:20261211";

describe.each([
  ["UTC", 0],
  ["America/Sao_Paulo", 180],
  ["Pacific/Auckland", -780],
])("in a process of zone %s", (zone, offset) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    process.env.TZ = before;
  });

  test("the process is in that zone", () => {
    expect(new Date("2026-12-11T12:00:00Z").getTimezoneOffset()).toBe(offset);
  });

  test.each<[shape: string, text: string, nights: string[]]>([
    [
      "Airbnb: a parameter on PRODID, DTEND first, no DTSTAMP, a folded description",
      [
        "BEGIN:VCALENDAR",
        "PRODID;X-RICAL-TZSOURCE=TZINFO:-//Airbnb Inc//Hosting Calendar 0.8.8//EN",
        "CALSCALE:GREGORIAN",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        "DTEND;VALUE=DATE:20261213",
        "DTSTART;VALUE=DATE:20261211",
        "UID:6fec1092d3fa-5a4de60a1c3b@airbnb.com",
        "DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de",
        " tails/HMXYZ12345\\nPhone Number (Last 4 Digits): 1234",
        "SUMMARY:Reserved",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "DTEND;VALUE=DATE:20291120",
        "DTSTART;VALUE=DATE:20281119",
        "UID:6fec1092d3fa-0000@airbnb.com",
        "SUMMARY:Airbnb (Not available)",
        "END:VEVENT",
        "END:VCALENDAR",
      ].join("\r\n"),
      ["2026-12-11/2026-12-13", "2028-11-19/2028-11-21"],
    ],
    [
      "Booking.com: bookings and closed dates alike, escaped PRODID",
      [
        "BEGIN:VCALENDAR",
        "PRODID:-//admin.booking.com\\\\\\, b.v.//NONSGML v1.0//EN",
        "VERSION:2.0",
        "METHOD:PUBLISH",
        event(
          ...days("20261211", "20261213"),
          "UID:0a1b2c3d4e5f60718293a4b5c6d7e8f9@booking.com",
          "SUMMARY:CLOSED - Not available",
        ),
        event(
          ...days("20261224", "20261226"),
          "UID:1b2c3d4e5f60718293a4b5c6d7e8f900@booking.com",
          "SUMMARY:CLOSED - Not available",
        ),
        "END:VCALENDAR",
      ].join("\n"),
      ["2026-12-11/2026-12-13", "2026-12-24/2026-12-26"],
    ],
    [
      "Vrbo: reserved and blocked",
      calendar(
        "PRODID:-//HomeAway.com, Inc.//EN",
        event("UID:1", ...days("20261211", "20261212"), "SUMMARY:Reserved - Ana"),
        event("UID:2", ...days("20261220", "20261222"), "SUMMARY:Blocked", "STATUS:TENTATIVE"),
      ),
      ["2026-12-11/2026-12-12", "2026-12-20/2026-12-22"],
    ],
    [
      "Google: VTIMEZONE of 1970, a weekly series with an exception moved and one left out",
      calendar(
        "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
        "X-WR-TIMEZONE:America/Sao_Paulo",
        "BEGIN:VTIMEZONE",
        "TZID:America/Sao_Paulo",
        "X-LIC-LOCATION:America/Sao_Paulo",
        "BEGIN:STANDARD",
        "TZOFFSETFROM:-0300",
        "TZOFFSETTO:-0300",
        "TZNAME:GMT-3",
        "DTSTART:19700101T000000",
        "END:STANDARD",
        "END:VTIMEZONE",
        event(
          "UID:g1@google.com",
          "DTSTART;TZID=America/Sao_Paulo:20261204T200000",
          "DTEND;TZID=America/Sao_Paulo:20261206T100000",
          "RRULE:FREQ=WEEKLY;UNTIL=20261225T230000Z;BYDAY=FR",
          "EXDATE;TZID=America/Sao_Paulo:20261211T200000",
        ),
        event(
          "UID:g1@google.com",
          "RECURRENCE-ID;TZID=America/Sao_Paulo:20261218T200000",
          "DTSTART;TZID=America/Sao_Paulo:20261219T200000",
          "DTEND;TZID=America/Sao_Paulo:20261220T100000",
        ),
      ),
      ["2026-12-04/2026-12-06", "2026-12-19/2026-12-20", "2026-12-25/2026-12-27"],
    ],
    [
      "Outlook: VTIMEZONE of 1601 under a Windows name, a busy status, a folded UID",
      calendar(
        "METHOD:PUBLISH",
        "PRODID:Microsoft Exchange Server 2010",
        "BEGIN:VTIMEZONE",
        "TZID:W. Europe Standard Time",
        "BEGIN:STANDARD",
        "DTSTART:16010101T030000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100",
        "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
        "END:STANDARD",
        "BEGIN:DAYLIGHT",
        "DTSTART:16010101T020000",
        "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200",
        "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
        "END:DAYLIGHT",
        "END:VTIMEZONE",
        event(
          `UID:${"040000008200E00074C5B7101A82E008".repeat(2)}`,
          " 0000000010FA9D1C",
          // 03:30 in the summer there is 22:30 of the day before here; in the winter 23:30.
          "DTSTART;TZID=W. Europe Standard Time:20270711T033000",
          "DTEND;TZID=W. Europe Standard Time:20270711T043000",
          "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
        ),
        event(
          "DTSTART;TZID=W. Europe Standard Time:20270111T043000",
          "DTEND;TZID=W. Europe Standard Time:20270111T053000",
        ),
        event(
          // 04:30 in the summer is 23:30 here, which it would not be with the winter's offset.
          "DTSTART;TZID=W. Europe Standard Time:20270721T043000",
          "DTEND;TZID=W. Europe Standard Time:20270721T044500",
        ),
      ),
      ["2027-01-11/2027-01-12", "2027-07-10/2027-07-11", "2027-07-20/2027-07-21"],
    ],
    [
      "Outlook: zones without VTIMEZONE, by Windows name and by unknown names",
      calendar(
        event("DTSTART;TZID=Tokyo Standard Time:20261211T090000", "DURATION:PT1H"),
        event("DTSTART;TZID=Customized Time Zone:20261220T090000", "DURATION:PT1H"),
        event('DTSTART;TZID="(UTC-03:00) Brasília":20261224T230000', "DURATION:PT1H"),
      ),
      ["2026-12-10/2026-12-11", "2026-12-20/2026-12-21", "2026-12-24/2026-12-25"],
    ],
    [
      "Outlook: EXDATE with a time in an all-day series",
      calendar(
        event(
          fromEleventh,
          "DTEND;VALUE=DATE:20261212",
          "RRULE:FREQ=WEEKLY;COUNT=3",
          "EXDATE;TZID=E. South America Standard Time:20261218T000000",
        ),
      ),
      ["2026-12-11/2026-12-12", "2026-12-25/2026-12-26"],
    ],
    [
      "Smoobu: arrival, departure and the whole stay",
      calendar(
        event("UID:a", ...days("20261211", "20261214")),
        event("UID:b", fromEleventh),
        event("UID:c", ...days("20261211", "20261214")),
      ),
      ["2026-12-11/2026-12-14"],
    ],
    [
      "our own event shape",
      calendar(
        event(
          "UID:8f3k2-20261211@mardeminas.example",
          "DTSTAMP:20261121T150000Z",
          ...days("20261211", "20261213"),
          "SUMMARY:Indisponível",
          "TRANSP:OPAQUE",
        ),
      ),
      ["2026-12-11/2026-12-13"],
    ],
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
      "the file's VTIMEZONE goes before the IANA name",
      calendar(
        "BEGIN:VTIMEZONE",
        "TZID:Europe/London",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:+1300",
        "TZOFFSETTO:+1300",
        "END:STANDARD",
        "END:VTIMEZONE",
        event("DTSTART;TZID=Europe/London:20261211T100000", "DURATION:PT1H"),
      ),
      ["2026-12-10/2026-12-11"],
    ],
    [
      "a VTIMEZONE after the event, which begins before the first change",
      calendar(
        event("DTSTART;TZID=Own:20261211T020000", "DURATION:PT1H"),
        "BEGIN:VTIMEZONE",
        "TZID:Own",
        "BEGIN:STANDARD",
        "DTSTART:20270101T000000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:-0900",
        "END:STANDARD",
        "END:VTIMEZONE",
      ),
      ["2026-12-10/2026-12-11"],
    ],
    [
      "an unreadable VTIMEZONE gives way to the name",
      calendar(
        "BEGIN:VTIMEZONE",
        "TZID:Asia/Tokyo",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:yes",
        "TZOFFSETTO:no",
        "END:STANDARD",
        "END:VTIMEZONE",
        event("DTSTART;TZID=Asia/Tokyo:20261211T100000", "DURATION:PT1H"),
      ),
      ["2026-12-10/2026-12-11"],
    ],
    [
      "an IANA name, with its summer time",
      calendar(
        event("DTSTART;TZID=America/New_York:20270110T213000", "DURATION:PT15M"),
        event("DTSTART;TZID=America/New_York:20270710T223000", "DURATION:PT15M"),
        event("DTSTART;TZID=America/New_York:20270120T223000", "DURATION:PT15M"),
      ),
      ["2027-01-10/2027-01-11", "2027-01-21/2027-01-22", "2027-07-10/2027-07-11"],
    ],
    [
      "summer time that Brazil no longer has, by the file's own VTIMEZONE",
      calendar(
        "BEGIN:VTIMEZONE",
        "TZID:America/Sao_Paulo",
        "BEGIN:STANDARD",
        "DTSTART:20180217T000000",
        "TZOFFSETFROM:-0200",
        "TZOFFSETTO:-0300",
        "RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=3SU",
        "END:STANDARD",
        "BEGIN:DAYLIGHT",
        "DTSTART:20181104T000000",
        "TZOFFSETFROM:-0300",
        "TZOFFSETTO:-0200",
        "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
        "END:DAYLIGHT",
        "END:VTIMEZONE",
        event("DTSTART;TZID=America/Sao_Paulo:20261211T140000", "DURATION:P1D"),
      ),
      ["2026-12-11/2026-12-12"],
    ],
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
  ])("%s", (_shape, text, nights) => {
    expect(nightsOf(text)).toEqual(nights);
  });
});

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

test("rejects a feed whose rules together take too many steps", () => {
  const old = event("DTSTART;VALUE=DATE:19000101", "RRULE:FREQ=DAILY;COUNT=49000");
  expect(read(calendar(...Array(6).fill(old)))).toMatchObject({ ok: false, reason: "tooLarge" });
});

test("the window of a leap day ends on March 1", () => {
  const bytes = Buffer.from(calendar(event(...days("20280101", "20400101"))));
  expect(readNights(bytes, { today: "2028-02-29", listingId })).toMatchObject({
    nights: [{ from: "2028-02-29", to: "2030-03-01" }],
  });
});
