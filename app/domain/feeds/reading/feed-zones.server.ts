import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { regionTimeZone, wallClock } from "../../calendar/civil-date.ts";
import type { NightWindow } from "../../calendar/night-window.ts";
import { parseComponent } from "./feed-components.server.ts";

/**
 * Converts wall-clock time, counted as if the clock showed UTC, to an instant; both in ms since
 * 1970.
 */
export type Zone = (wall: number) => number;

export const utcZone: Zone = (wall) => wall;

export const regionZone: Zone = ianaZone(regionTimeZone) ?? utcZone;

const dayMs = 86_400_000;

export type ZoneFinder = (tzid: string) => Zone;

/**
 * Looks zones up by TZID: the feed's VTIMEZONE, the IANA name, the Windows name, else the region's
 * zone, never this process's. Times far outside the window are not converted, so that no zone is
 * expanded over thousands of years.
 */
export function createZoneFinder(definitions: readonly string[], window: NightWindow): ZoneFinder {
  const from = Date.parse(window.from) - 3 * dayMs;
  const to = Date.parse(window.to) + 3 * dayMs;
  const components = definitions.flatMap((text) => parseComponent(text) ?? []);
  const defined = new Map(components.map((zone) => [zone.getFirstProperty("tzid")?.jCal[3], zone]));
  const found = new Map<string, Zone>();

  function find(tzid: string): Zone {
    const zone =
      definedZone(defined.get(tzid), to) ?? ianaZone(tzid) ?? ianaZone(findIana(tzid)[0] ?? "");
    if (!zone) return regionZone;
    return (wall) => (wall < from || wall > to ? wall : zone(wall));
  }

  return (tzid) => {
    const zone = found.get(tzid) ?? find(tzid);
    found.set(tzid, zone);
    return zone;
  };
}

function definedZone(component: ICAL.Component | undefined, until: number): Zone | null {
  if (!component) return null;
  const parts = component.getAllSubcomponents();
  const rules = parts.flatMap((part) => part.getAllProperties("rrule"));
  // Real definitions recur yearly; others could take hours to expand.
  if (rules.some(({ jCal }) => jCal[3].freq !== "YEARLY")) return null;
  try {
    const zone = new ICAL.Timezone(component);
    const [first] = parts
      .map((part) => ({
        begin: wallOf(part.getFirstPropertyValue("dtstart") as ICAL.Time),
        offset: part.getFirstPropertyValue("tzoffsetfrom") as ICAL.UtcOffset,
      }))
      .sort((one, other) => one.begin - other.begin);
    if (!first) return null;
    const offsetMs = (wall: number) =>
      // ical.js returns 0 before the first change.
      1000 * (wall < first.begin ? first.offset.toSeconds() : zone.utcOffset(icalTime(wall)));
    return Number.isFinite(offsetMs(until)) ? (wall) => wall - offsetMs(wall) : null;
  } catch {
    return null;
  }
}

function ianaZone(name: string): Zone | null {
  const clock = findClock(name);
  if (!clock) return null;
  const offsetMs = (instant: number) => clock(instant) - instant;
  return (wall) => wall - offsetMs(wall - offsetMs(wall));
}

function findClock(timeZone: string): ((instant: number) => number) | null {
  try {
    return wallClock(timeZone);
  } catch {
    return null;
  }
}

export function icalTime(wall: number, isDate = false): ICAL.Time {
  const date = new Date(wall);
  const fields = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate,
  };
  return new ICAL.Time(fields, ICAL.Timezone.localTimezone);
}

export function wallOf(time: ICAL.Time): number {
  return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
}
