/** Name and parameter names are in upper case. */
export interface ContentLine {
  name: string;
  params: Map<string, string>;
  value: string;
}

/** Only the lines that determine nights; all others may hold personal data. */
export interface CalendarText {
  events: ContentLine[][];
  zones: { tzid: string; text: string }[];
}

export class TooManyEvents extends Error {}

const eventLines = new Set([
  ...["UID", "SEQUENCE", "STATUS", "TRANSP", "RECURRENCE-ID"],
  ...["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE"],
]);
const zoneLines = new Set(["TZID", "DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO"]);

/** Null unless it begins with BEGIN:VCALENDAR and every BEGIN has its END. */
export function readCalendarText(bytes: Uint8Array, maxEvents: number): CalendarText | null {
  const events: string[][] = [];
  const zones: CalendarText["zones"] = [];
  const open: string[] = [];
  let zone: string[] = [];
  let isEmpty = true;
  for (const text of unfoldedLines(bytes)) {
    const name = /^[\w-]+/.exec(text)?.[0].toUpperCase() ?? "";
    const isMark = name === "BEGIN" || name === "END";
    const component = isMark ? componentOf(text) : "";
    if (isEmpty && !(name === "BEGIN" && component === "VCALENDAR")) return null;
    isEmpty = false;

    if (name === "BEGIN") {
      open.push(component);
      if (open.length === 2 && component === "VEVENT") events.push([]);
      if (events.length > maxEvents) throw new TooManyEvents();
    }
    if (open[0] === "VCALENDAR" && open[1] === "VEVENT" && open.length === 2) {
      if (eventLines.has(name)) events.at(-1)?.push(text);
    } else if (open[0] === "VCALENDAR" && open[1] === "VTIMEZONE") {
      if (isMark || zoneLines.has(name)) zone.push(text);
    }
    if (name === "END") {
      if (open.pop() !== component) return null;
      if (open.length === 1 && component === "VTIMEZONE") {
        const tzid = zone.flatMap(parseLine).find((line) => line.name === "TZID")?.value;
        if (tzid) zones.push({ tzid, text: zone.join("\r\n") });
        zone = [];
      }
    }
  }
  if (isEmpty || open.length > 0) return null;
  return { events: events.map((lines) => lines.flatMap(parseLine)), zones };
}

function componentOf(text: string): string {
  return text
    .slice(text.indexOf(":") + 1)
    .trim()
    .toUpperCase();
}

/** One character per byte: a fold may split a character, so lines are decoded after joining. */
function unfoldedLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text
    .replace(/^\xEF\xBB\xBF/, "")
    .replace(/[\r\n]+/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n")
    .filter((line) => line !== "");
}

function parseLine(text: string): ContentLine[] {
  const parts: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== ";" && character !== ":")) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
    if (character === ";") continue;
    const [name = "", ...params] = parts;
    return [
      { name: name.toUpperCase(), params: parseParams(params), value: decode(text.slice(from)) },
    ];
  }
  return [];
}

function parseParams(params: string[]): Map<string, string> {
  return new Map(
    params.map((param) => {
      const [name = "", ...value] = param.split("=");
      return [name.toUpperCase(), decode(value.join("=").replaceAll('"', ""))];
    }),
  );
}

/** Invalid bytes become U+FFFD. */
function decode(text: string): string {
  return Buffer.from(text, "latin1").toString("utf8").trim();
}
