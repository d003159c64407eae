import { daysFrom } from "../../calendar/civil-date.ts";
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

const nightsPerBit = 16;

/**
 * Some nights, one bit for each 16 days since 1970. Those that are 512 days apart share a bit, so this only rules
 * out that two spans have a night in common.
 */
export function spanBits({ from, to }: Span): number {
  const first = Math.floor(from / nightsPerBit);
  const last = Math.floor((to - 1) / nightsPerBit);
  if (last - first >= 31) return ~0;
  let bits = 0;
  for (let place = first; place <= last; place++) bits |= 1 << (place % 32);
  return bits;
}
