import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendar, event, listingId, outcomeOf, read } from "../../../../testing/feed-nights.ts";

/** Nights end on their check-out day. */
type Case = [shape: string, feed: string | Uint8Array, outcome: string];

function zone(tzid: string, ...changes: string[]): string {
  return ["BEGIN:VTIMEZONE", `TZID:${tzid}`, ...changes, "END:VTIMEZONE"].join("\r\n");
}

function change(kind: "STANDARD" | "DAYLIGHT", start: string, from: string, to: string, rule = "") {
  const lines = [`DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`];
  return [`BEGIN:${kind}`, ...lines, ...(rule ? [`RRULE:${rule}`] : []), `END:${kind}`].join(
    "\r\n",
  );
}

function busyTimes(...lines: string[]): string {
  return ["BEGIN:VFREEBUSY", ...lines, "END:VFREEBUSY"].join("\r\n");
}

function allDay(from: string, to: string): string {
  return `DTSTART;VALUE=DATE:${from}\r\nDTEND;VALUE=DATE:${to}`;
}

const eleventh = "DTSTART;VALUE=DATE:20261211";
const nightOfEleventh = "2026-12-11/2026-12-12";
const one = calendar(event(eleventh));

const dates: Case[] = [
  [
    "UTC: from 22:30 of the 11th here to 11:00 of the 13th",
    calendar(event("DTSTART:20261212T013000Z", "DTEND:20261213T140000Z")),
    "2026-12-11/2026-12-13",
  ],
  [
    "a day trip marked by times takes its night",
    calendar(event("DTSTART;TZID=America/Sao_Paulo:20261211T090000", "DURATION:PT2H")),
    nightOfEleventh,
  ],
  [
    "an all-day event written as midnights of UTC",
    calendar(event("DTSTART;VALUE=DATE:20261211T000000Z", "DTEND;VALUE=DATE:20261213T000000Z")),
    "2026-12-11/2026-12-13",
  ],
  [
    "whole days written as moments at midnight of UTC",
    calendar(
      event("DTSTART:20270111T000000Z", "DTEND:20270113T000000Z"),
      event("DTSTART:20270113T000000Z", "DTEND:20270113T235959Z"),
      event("DTSTART;TZID=Etc/UTC:20270118T000000", "DURATION:P2D"),
      event("DTSTART:20270122T000000Z", "DTEND:20270123T235900Z"),
      event("DTSTART:20270126T000000Z", "DTEND;VALUE=DATE:20270128"),
      event("DTSTART;VALUE=DATE:20270129", "DTEND:20270131T000000Z"),
    ),
    "2027-01-11/2027-01-14 2027-01-18/2027-01-20 2027-01-22/2027-01-24 2027-01-26/2027-01-28 2027-01-29/2027-01-31",
  ],
  [
    "a series of whole days written so, with an exception and a day left out",
    calendar(
      event(
        "UID:a",
        "DTSTART:20270108T000000Z",
        "DTEND:20270110T000000Z",
        "RRULE:FREQ=WEEKLY;UNTIL=20270129T000000Z",
        "EXDATE:20270115T000000Z",
      ),
      event(
        "UID:a",
        "RECURRENCE-ID:20270122T000000Z",
        "DTSTART:20270123T000000Z",
        "DTEND:20270124T000000Z",
      ),
    ),
    "2027-01-08/2027-01-10 2027-01-23/2027-01-24 2027-01-29/2027-01-31",
  ],
  [
    "moments that begin at midnight of UTC: shorter than a day, ending later, or on another clock",
    calendar(
      event("DTSTART:20270201T000000Z", "DTEND:20270201T030000Z"),
      event("DTSTART:20270206T000000Z", "DTEND:20270208T140000Z"),
      event("DTSTART;TZID=America/Sao_Paulo:20270210T210000", "DURATION:P1D"),
    ),
    "2027-01-31/2027-02-01 2027-02-05/2027-02-08 2027-02-10/2027-02-11",
  ],
  [
    "a date has no zone, whatever its parameters say",
    calendar(event("DTSTART;TZID=Pacific/Auckland;VALUE=DATE:20261211")),
    nightOfEleventh,
  ],
  [
    "midnight as 24:00, and a leap second",
    calendar(event("DTSTART:20261210T240000", "DTEND:20261213T235960")),
    "2026-12-11/2026-12-14",
  ],
  [
    "an end at midnight does not take the night that begins",
    calendar(event("DTSTART:20261211T150000", "DTEND:20261213T000000")),
    "2026-12-11/2026-12-13",
  ],
  [
    "an end that is not after the start counts as missing",
    calendar(
      event(allDay("20261211", "20261211")),
      event(allDay("20261214", "20261201"), "DURATION:P2D"),
      event("DTSTART:20261220T150000", "DTEND:20261220T150000"),
    ),
    "2026-12-11/2026-12-12 2026-12-14/2026-12-16 2026-12-20/2026-12-21",
  ],
  [
    "durations in weeks, days and hours; a negative one counts as none",
    calendar(
      event("DTSTART;VALUE=DATE:20261201", "DURATION:P1W"),
      event("DTSTART:20261211T220000", "DURATION:P1DT3H"),
      event("DTSTART;VALUE=DATE:20261220", "DURATION:-P2D"),
    ),
    "2026-12-01/2026-12-08 2026-12-11/2026-12-13 2026-12-20/2026-12-21",
  ],
  [
    "the window begins today and ends 24 months later; a block until 9999 costs nothing",
    calendar(
      event(allDay("20261101", "20261122")),
      event(allDay("20281115", "99991231")),
      event("DTSTART;VALUE=DATE:20300101"),
      event("DTSTART:16010101T000000Z", "DTEND:16010102T000000Z"),
    ),
    "2026-11-21/2026-11-22 2028-11-15/2028-11-21",
  ],
];

const components: Case[] = [
  ["an empty calendar", calendar(), "no nights"],
  [
    "cancelled and free events take nothing, in any letters",
    calendar(
      event(allDay("20261211", "20261212"), "STATUS:CANCELLED"),
      event(allDay("20261213", "20261214"), "TRANSP:TRANSPARENT"),
      event(allDay("20261215", "20261216"), "transp: Transparent"),
      event(allDay("20261218", "20261219"), "status:tentative"),
      event(allDay("20261220", "20261221"), "STATUS: canceled"),
      event(allDay("20261222", "20261223"), "TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:Free"),
      event(allDay("20261224", "20261225"), "X-MICROSOFT-CDO-BUSYSTATUS:OOF"),
    ),
    "2026-12-18/2026-12-19 2026-12-24/2026-12-25, 3 of 7 free",
  ],
  [
    "busy times alone take their nights, unless they say that they are free",
    calendar(
      busyTimes(
        "DTSTART:20270101T030000Z",
        "DTEND:20270401T030000Z",
        "FREEBUSY;FBTYPE=BUSY:20270111T170000Z/20270113T140000Z",
        "FREEBUSY:20270120T170000Z/P2D,20270205T170000Z/PT21H",
        "FREEBUSY;FBTYPE=busy-unavailable:20270210T030000Z/20270214T030000Z",
        "FREEBUSY;FBTYPE=FREE:20270301T030000Z/20270305T030000Z",
      ),
      busyTimes(
        "FREEBUSY;FBTYPE=X-HELD:20270315T000000Z/20270317T000000Z",
        'FREEBUSY;VALUE=PERIOD;X-ROOM="a:b":20270320T170000Z/20270322T140000Z',
      ),
    ),
    "2027-01-11/2027-01-13 2027-01-20/2027-01-22 2027-02-05/2027-02-06 2027-02-10/2027-02-14 2027-03-15/2027-03-17 2027-03-20/2027-03-22, 1 of 7 free",
  ],
  [
    "busy times are left out beside events, which say the same",
    calendar(event(eleventh), busyTimes("FREEBUSY:20270111T170000Z/20270113T140000Z")),
    nightOfEleventh,
  ],
  [
    "an unreadable busy time loses only itself, and one without an end takes its night",
    calendar(busyTimes("FREEBUSY:20270111T170000Z/P1D,20270231T170000Z/P1D,20270120T170000Z")),
    "2027-01-11/2027-01-12 2027-01-20/2027-01-21, 1 of 3 unreadable",
  ],
  [
    "a calendar of to-dos or of opening hours has no nights that could be read",
    calendar("BEGIN:VAVAILABILITY", "DTSTART:20270101T000000Z", "END:VAVAILABILITY"),
    "notCalendar",
  ],
  [
    "names, parameters and values in any letters, quotes, and a colon inside them",
    [
      "begin:vcalendar",
      "Begin:vEvent",
      'dtstart;x-a="a:b;c";value=date:20261211',
      "rrule:freq=weekly; count=2",
      "duration:p1d",
      "end:VEVENT",
      "END:vcalendar",
    ].join("\r\n"),
    "2026-12-11/2026-12-12 2026-12-18/2026-12-19",
  ],
  [
    "an alarm's DURATION, a to-do and unknown components are not the event's",
    calendar(
      "X-PUBLISHED-TTL:PT1H",
      event(
        eleventh,
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
    nightOfEleventh,
  ],
  [
    "UIDs such as __proto__ are ordinary UIDs",
    calendar(
      event("UID:__proto__", eleventh, "RRULE:FREQ=DAILY;COUNT=2"),
      event("UID:__proto__", "RECURRENCE-ID;VALUE=DATE:20261212", "DTSTART;VALUE=DATE:20261220"),
      event("UID:constructor", "DTSTART;VALUE=DATE:20261224"),
    ),
    "2026-12-11/2026-12-12 2026-12-20/2026-12-21 2026-12-24/2026-12-25",
  ],
  [
    "events exported for this ad are ignored, those of another ad are not",
    calendar(
      event(`UID:${listingId}-20261211@mardeminas.example`, eleventh, "TRANSP:TRANSPARENT"),
      event(`UID:${listingId.toUpperCase()}-20261215@OLD.example`, "DTSTART;VALUE=DATE:20261215"),
      event(
        "UID:00000000-5b7e-4d1f-9c44-1d2e3f4a5b6c-20261220@mardeminas.example",
        "DTSTART;VALUE=DATE:20261220",
      ),
      event(`UID:${listingId}@elsewhere.example`, "DTSTART;VALUE=DATE:20261224"),
    ),
    "2026-12-20/2026-12-21 2026-12-24/2026-12-25",
  ],
];

const bytes: Case[] = [
  ["a BOM", `\uFEFF${one}`, nightOfEleventh],
  ["CR", one.replaceAll("\r\n", "\r"), nightOfEleventh],
  ["blank lines", one.replaceAll("\r\n", "\r\n\r\n"), nightOfEleventh],
  ["spaces after the colons", one.replaceAll(":", ": "), nightOfEleventh],
  ["folds by tab", one.replace(eleventh, "DTSTART;VALUE\r\n\t=DATE:2026\n\t1211"), nightOfEleventh],
  // The second event replaces the first only if both UIDs read the same.
  ["a fold inside an emoji", foldedUids("🏡"), "2026-12-20/2026-12-21"],
  [
    "invalid bytes",
    Buffer.from(calendar(event("UID:caf\xe9", "SUMMARY:\xff\xfe", eleventh)), "latin1"),
    nightOfEleventh,
  ],
];

function foldedUids(character: string): Uint8Array {
  const [head = "", tail = ""] = calendar(
    event("UID:FOLD", "SEQUENCE:1", "DTSTART;VALUE=DATE:20261220"),
    event(`UID:x${character}x`, eleventh),
  ).split("FOLD");
  const [first, ...others] = Buffer.from(character);
  return Buffer.concat([
    Buffer.from(`${head}x`),
    Buffer.from([first ?? 0, ...Buffer.from("\r\n "), ...others]),
    Buffer.from(`x${tail}`),
  ]);
}

const files: Case[] = (
  [
    ["nothing", ""],
    ["blank lines", "\r\n\r\n"],
    ["HTML", "<!doctype html><html><body>Entre na sua conta</body></html>"],
    ["HTML around a calendar", `<pre>\n${one}</pre>`],
    ["an event without its calendar", event(eleventh)],
    ["a file cut within an event", one.slice(0, one.indexOf("END:VEVENT"))],
    ["a second calendar that is cut", `${one}BEGIN:VCALENDAR\r\n`],
    ["no event that can be read", calendar(event("DTSTART:amanhã"), event("UID:x"))],
    ["only a series that cannot be read", calendar(event(eleventh, "RRULE:FREQ=SECONDLY"))],
  ] as const
).map(([shape, feed]) => [`not a calendar: ${shape}`, feed, "notCalendar"]);

const series: Case[] = [
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
    "2026-12-25/2026-12-26",
  ],
  [
    "lists of further and of excluded days, with spaces",
    calendar(event(eleventh, "RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20261212, 20261213")),
    "2026-12-11/2026-12-12 2026-12-14/2026-12-15",
  ],
  [
    "an invalid EXDATE takes a night too many and keeps the series",
    calendar(event(eleventh, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:x,20261212")),
    nightOfEleventh,
  ],
  [
    "exceptions of a series: moved, cancelled, made free",
    calendar(
      event("UID:s", allDay("20261201", "20261202"), "RRULE:FREQ=DAILY;COUNT=4"),
      event("UID:s", "RECURRENCE-ID;VALUE=DATE:20261202", allDay("20261210", "20261212")),
      event("UID:s", "RECURRENCE-ID;VALUE=DATE:20261203", eleventh, "STATUS:CANCELLED"),
      event("UID:s", "RECURRENCE-ID:20261204T000000Z", eleventh, "TRANSP:TRANSPARENT"),
    ),
    "2026-12-01/2026-12-02 2026-12-10/2026-12-12, 1 of 4 free",
  ],
  [
    "an exception concerns the series with its own UID only, and counts without one",
    calendar(
      event("UID:s", eleventh, "RRULE:FREQ=DAILY;COUNT=2"),
      event("UID:other", "RECURRENCE-ID;VALUE=DATE:20261212", "DTSTART;VALUE=DATE:20261220"),
    ),
    "2026-12-11/2026-12-13 2026-12-20/2026-12-21",
  ],
  [
    "the highest SEQUENCE wins, and equal ones all count",
    calendar(
      event("UID:a", "SEQUENCE:2", allDay("20261211", "20261212")),
      event("UID:a", "SEQUENCE:10", allDay("20261213", "20261214")),
      event("UID:a", "SEQUENCE:-1", allDay("20261215", "20261216")),
      event("UID:b", allDay("20261220", "20261221")),
      event("UID:b", allDay("20261222", "20261223")),
      event("UID:c", "SEQUENCE:-1", allDay("20261225", "20261226")),
      event("SEQUENCE:1", allDay("20261227", "20261228")),
      event("SEQUENCE:2", allDay("20261229", "20261230")),
    ),
    "2026-12-13/2026-12-14 2026-12-20/2026-12-21 2026-12-22/2026-12-23 2026-12-25/2026-12-26 2026-12-27/2026-12-28 2026-12-29/2026-12-30",
  ],
  [
    "UNTIL: a date includes its day, a time is compared as an instant",
    calendar(
      event(eleventh, "RRULE:FREQ=DAILY;UNTIL=20261212"),
      event(
        "DTSTART;TZID=Asia/Tokyo:20261220T080000",
        "DURATION:PT1H",
        "RRULE:FREQ=DAILY;UNTIL=20261220T230000Z",
      ),
    ),
    "2026-12-11/2026-12-13 2026-12-19/2026-12-21",
  ],
  [
    "endless series begun long ago keep their rhythm",
    calendar(
      event("DTSTART;VALUE=DATE:16010107", "RRULE:FREQ=WEEKLY;INTERVAL=52;BYDAY=SU"),
      event("DTSTART;VALUE=DATE:19800301", "RRULE:FREQ=YEARLY"),
    ),
    "2027-03-01/2027-03-02 2027-07-25/2027-07-26 2028-03-01/2028-03-02 2028-07-23/2028-07-24",
  ],
];

const unreadableEvents: Case[] = (
  [
    ["no DTSTART", "UID:x"],
    ["a day that does not exist", "DTSTART;VALUE=DATE:20260231"],
    ["an hour that does not exist", "DTSTART:20261211T256000"],
    ["an end that is no date", "DTSTART;VALUE=DATE:20261220", "DTEND;VALUE=DATE:soon"],
    ["an invalid duration", "DTSTART;VALUE=DATE:20261220", "DURATION:P"],
    ["an invalid RECURRENCE-ID", "DTSTART;VALUE=DATE:20261220", "RECURRENCE-ID:x"],
    ["an invalid RDATE", "DTSTART;VALUE=DATE:20261220", "RDATE:x"],
    ["FREQ=SECONDLY", "DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=SECONDLY"],
    ["no FREQ", "DTSTART;VALUE=DATE:20261220", "RRULE:COUNT=3"],
    ["INTERVAL=0", "DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=DAILY;INTERVAL=0"],
    ["an enormous INTERVAL", "DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=DAILY;INTERVAL=999999999"],
    ["two BYHOUR", "DTSTART:20261220T100000", "RRULE:FREQ=DAILY;BYHOUR=1,2"],
    ["BYWEEKNO", "DTSTART;VALUE=DATE:20261220", "RRULE:FREQ=YEARLY;BYWEEKNO=52"],
    [
      "a day that the first months of the rule lack",
      "DTSTART;VALUE=DATE:20260601",
      "RRULE:FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31",
    ],
    ["a part that ical.js would run", "DTSTART:20261220", "RRULE:FREQ=DAILY;ITERATOR=x"],
  ] as const
).map(([shape, ...lines]) => [
  `an unreadable event loses only itself: ${shape}`,
  calendar(event(eleventh), event(...lines)),
  "2026-12-11/2026-12-12, 1 of 2 unreadable",
]);

const zones: Case[] = [
  [
    "the file's VTIMEZONE goes before the IANA name",
    calendar(
      zone("Europe/London", change("STANDARD", "19700101T000000", "+1300", "+1300")),
      event("DTSTART;TZID=Europe/London:20261211T100000", "DURATION:PT1H"),
    ),
    "2026-12-10/2026-12-11",
  ],
  [
    "a VTIMEZONE after the event, which begins before the first change",
    calendar(
      event("DTSTART;TZID=Own:20261211T020000", "DURATION:PT1H"),
      zone("Own", change("STANDARD", "20270101T000000", "+0200", "-0900")),
    ),
    "2026-12-10/2026-12-11",
  ],
  [
    "an unreadable VTIMEZONE gives way to the name",
    calendar(
      zone("Asia/Tokyo", change("STANDARD", "19700101T000000", "yes", "no")),
      event("DTSTART;TZID=Asia/Tokyo:20261211T100000", "DURATION:PT1H"),
    ),
    "2026-12-10/2026-12-11",
  ],
];

const sites: Case[] = [
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
    "2026-12-11/2026-12-13 2028-11-19/2028-11-21",
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
    "2026-12-04/2026-12-06 2026-12-19/2026-12-20 2026-12-25/2026-12-27",
  ],
  [
    "Outlook: VTIMEZONE of 1601 under a Windows name, a busy status, a folded UID",
    calendar(
      "METHOD:PUBLISH",
      "PRODID:Microsoft Exchange Server 2010",
      zone(
        "W. Europe Standard Time",
        change(
          "STANDARD",
          "16010101T030000",
          "+0200",
          "+0100",
          "FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
        ),
        change(
          "DAYLIGHT",
          "16010101T020000",
          "+0100",
          "+0200",
          "FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
        ),
      ),
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
    "2027-01-11/2027-01-12 2027-07-10/2027-07-11 2027-07-20/2027-07-21",
  ],
  [
    "Outlook: zones without VTIMEZONE, by Windows name and by unknown names",
    calendar(
      event("DTSTART;TZID=Tokyo Standard Time:20261211T090000", "DURATION:PT1H"),
      event("DTSTART;TZID=Customized Time Zone:20261220T090000", "DURATION:PT1H"),
      event('DTSTART;TZID="(UTC-03:00) Brasília":20261224T230000', "DURATION:PT1H"),
    ),
    "2026-12-10/2026-12-11 2026-12-20/2026-12-21 2026-12-24/2026-12-25",
  ],
  [
    "Outlook: EXDATE with a time in an all-day series",
    calendar(
      event(
        allDay("20261211", "20261212"),
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "EXDATE;TZID=E. South America Standard Time:20261218T000000",
      ),
    ),
    "2026-12-11/2026-12-12 2026-12-25/2026-12-26",
  ],
];

const feeds = [
  ...dates,
  ...components,
  ...bytes,
  ...files,
  ...series,
  ...unreadableEvents,
  ...zones,
  ...sites,
];

// A feed's nights must not depend on the server's zone.
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

  test.each(feeds)("%s", (_shape, feed, outcome) => {
    expect(outcomeOf(read(feed))).toBe(outcome);
  });
});

test("returns only dates and numbers", () => {
  const feed = calendar(
    event(
      "UID:guest-secret@example.com",
      eleventh,
      "SUMMARY:Ana Souza secret",
      "DESCRIPTION:secret",
      "LOCATION:secret",
      "ATTENDEE;CN=secret:mailto:secret@example.com",
      "URL:https://secret.example",
    ),
  );
  expect(read(feed)).toEqual({
    ok: true,
    nights: [{ from: "2026-12-11", to: "2026-12-12" }],
    counts: { events: 1, free: 0, unreadable: 0 },
  });
});

test("a refusal says what is wrong", () => {
  expect(read("<html>")).toEqual({
    ok: false,
    reason: "notCalendar",
    message: "Esse endereço abre, mas não traz um calendário iCal que dê para ler.",
    status: 400,
  });
});

test("the window of a leap day ends on March 1", () => {
  const feed = calendar(event(allDay("20280101", "20400101")));
  expect(outcomeOf(read(feed, "2028-02-29"))).toBe("2028-02-29/2030-03-01");
});
