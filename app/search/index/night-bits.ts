import { daysFrom } from "../../calendar/civil-date.ts";

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
