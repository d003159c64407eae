import ICAL from "ical.js";

// Feeds write dates without VALUE=DATE, and midnights with it.
ICAL.design.strict = false;

/**
 * Texts of the components directly below VCALENDAR, without the lines that don't determine nights. Busy
 * times are written as the events that they stand for, and left out where there are events.
 */
export interface FeedComponents {
  events: string[];
  zones: string[];
}

export class TooManyEvents extends Error {}

const eventLine =
  /^(UID|SEQUENCE|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|RECURRENCE-ID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE)[;:]/i;
const busyLine = /^FREEBUSY((?:"[^"]*"|[^":])*):(.*)$/i;
const zoneLine = /^(TZID|DTSTART|RRULE|RDATE|TZOFFSETFROM|TZOFFSETTO)[;:]/i;

/**
 * Splits a feed for {@link parseComponent}; null unless it begins with BEGIN:VCALENDAR and every BEGIN
 * has its END. ical.js would accept a file that is cut off or badly nested, and reject a whole file for
 * one malformed line. Most lines are dropped unread, and with them all personal data.
 */
export function splitComponents(bytes: Uint8Array, maxEvents: number): FeedComponents | null {
  const lines = unfoldedLines(bytes);
  const events: string[] = [];
  const zones: string[] = [];
  const busyTimes: string[] = [];
  let hasOthers = false;
  const kinds = new Map([
    ["VEVENT", { texts: events, relevantLine: eventLine, depth: 2 }],
    ["VTIMEZONE", { texts: zones, relevantLine: zoneLine, depth: 3 }],
  ]);
  const open: string[] = [];
  let relevant: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, mark, component = ""] =
      /^(BEGIN|END)(?:;[^:]*)?:\s*(.*)$/.exec(line.toUpperCase()) ?? [];
    if (mark === "BEGIN") open.push(component);
    if (index === 0 && open[0] !== "VCALENDAR") return null;
    const [parent, child = ""] = open;
    const kind = parent === "VCALENDAR" ? kinds.get(child) : undefined;
    hasOthers ||= !(kind || child === "VFREEBUSY" || child === "" || child.startsWith("X-"));
    if (parent === "VCALENDAR" && child === "VFREEBUSY") busyTimes.push(...busyEvents(line));
    if (kind && open.length <= kind.depth && (mark || kind.relevantLine.test(line))) {
      relevant.push(tidyLine(line));
    }
    if (mark === "END") {
      if (open.pop() !== component) return null;
      if (kind && open.length === 1) {
        kind.texts.push(relevant.join("\n"));
        relevant = [];
      }
    }
    if (events.length > maxEvents || busyTimes.length > maxEvents) throw new TooManyEvents();
  }
  if (lines.length === 0 || open.length > 0) return null;
  if (events.length > 0) return { events, zones };
  // Opening hours and to-dos would leave every night free.
  return busyTimes.length === 0 && hasOthers ? null : { events: busyTimes, zones };
}

/** Events for the periods of a FREEBUSY line, each of which ends at a moment or after a duration. */
function busyEvents(line: string): string[] {
  const [, written = "", periods] = busyLine.exec(line) ?? [];
  if (periods === undefined) return [];
  const isFree = /;FBTYPE="?FREE"?(;|$)/i.test(written);
  // An event's times are moments, not periods.
  const parameters = written.replace(/;VALUE=PERIOD(?=;|$)/i, "");
  return periods.split(",").map((period) => {
    const [start, end = ""] = period.toUpperCase().split("/");
    return [
      "BEGIN:VEVENT",
      `DTSTART${parameters}:${start?.trim()}`,
      ...(end
        ? [end.includes("P") ? `DURATION:${end.trim()}` : `DTEND${parameters}:${end.trim()}`]
        : []),
      ...(isFree ? ["TRANSP:TRANSPARENT"] : []),
      "END:VEVENT",
    ].join("\n");
  });
}

/** Returns null if a line is malformed. */
export function parseComponent(text: string): ICAL.Component | null {
  try {
    return ICAL.Component.fromString(text);
  } catch {
    return null;
  }
}

/** ical.js wants these values in capitals and without spaces. */
const enumeratedLine = /^(STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|DURATION|RRULE)[;:]/i;

function tidyLine(line: string): string {
  return enumeratedLine.test(line)
    ? line.toUpperCase().replace(/\s/g, "")
    : line.replace(/:\s+/, ":").replace(/,\s+/g, ",");
}

/** Returns the lines without BOM and blank ones. Invalid bytes become U+FFFD. */
function unfoldedLines(bytes: Uint8Array): string[] {
  // One character per byte: a fold may split a character, so lines are decoded after joining.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replace(/[\r\n]+/g, "\n")
    .replace(/\n[ \t]/g, "");
  return new TextDecoder()
    .decode(Buffer.from(text, "latin1"))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
