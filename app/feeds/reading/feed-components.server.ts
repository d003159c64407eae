import ICAL from "ical.js";

// Feeds write dates without VALUE=DATE, and midnights with it.
ICAL.design.strict = false;

/** Texts of the components directly below VCALENDAR, without the lines that don't determine nights. */
export interface FeedComponents {
  events: string[];
  zones: string[];
}

export class TooManyEvents extends Error {}

const eventLine =
  /^(UID|SEQUENCE|STATUS|TRANSP|RECURRENCE-ID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE)[;:]/i;
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
  const kinds = new Map([
    ["VEVENT", { texts: events, keptLine: eventLine, depth: 2 }],
    ["VTIMEZONE", { texts: zones, keptLine: zoneLine, depth: 3 }],
  ]);
  const open: string[] = [];
  let kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, mark, component = ""] =
      /^(BEGIN|END)(?:;[^:]*)?:\s*(.*)$/.exec(line.toUpperCase()) ?? [];
    if (mark === "BEGIN") open.push(component);
    if (index === 0 && open[0] !== "VCALENDAR") return null;
    const kind = open[0] === "VCALENDAR" ? kinds.get(open[1] ?? "") : undefined;
    if (kind && open.length <= kind.depth && (mark || kind.keptLine.test(line))) {
      kept.push(tidyLine(line));
    }
    if (mark === "END") {
      if (open.pop() !== component) return null;
      if (kind && open.length === 1) {
        kind.texts.push(kept.join("\n"));
        kept = [];
      }
      if (events.length > maxEvents) throw new TooManyEvents();
    }
  }
  return lines.length > 0 && open.length === 0 ? { events, zones } : null;
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
const enumeratedLine = /^(STATUS|TRANSP|DURATION|RRULE)[;:]/i;

function tidyLine(line: string): string {
  return enumeratedLine.test(line)
    ? line.toUpperCase().replace(/\s/g, "")
    : line.replace(/:\s+/, ":");
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
