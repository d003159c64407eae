import { dateOfDay, daysFrom } from "../../calendar/civil-date.ts";
import type { Span } from "../../prices/seasons.ts";

const epoch = "2000-01-01";
const nightsPerWord = 32;

interface NightBit {
  word: number;
  bit: number;
}

// Cached: date arithmetic is slow, and every listing has the same nights.
const nightBits = new Map<string, NightBit>();

export function bitOf(night: string): NightBit {
  const known = nightBits.get(night);
  if (known) return known;
  const days = daysFrom(epoch, night);
  const made = { word: Math.floor(days / nightsPerWord), bit: 1 << (days % nightsPerWord) };
  nightBits.set(night, made);
  return made;
}

/**
 * The months of some nights, one bit each. Months that are 32 apart share a bit, so this only rules out that
 * two spans have a night in common.
 */
export function monthBits({ from, to }: Span): number {
  const first = monthNumber(from);
  const last = monthNumber(to - 1);
  if (last - first >= 31) return ~0;
  let bits = 0;
  for (let month = first; month <= last; month++) bits |= 1 << (month % 32);
  return bits;
}

function monthNumber(day: number): number {
  const [year = 0, month = 0] = dateOfDay(day).split("-").map(Number);
  return year * 12 + month;
}
