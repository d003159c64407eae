import { daysFrom } from "../../calendar/civil-date.ts";
import { graceDays, noticeDays, warningDays } from "./plan-state.ts";

/** The letters about a plan's end, in the order in which their days come. */
const letters = [
  "month-before",
  "week-before",
  "last-day",
  "ended",
  "pause-soon",
  "paused",
] as const;

export type EndLetter = (typeof letters)[number];

/** The latest letter about a plan's end, and the end that it was about. */
export interface EndLetterColumns {
  endLetter: string | null;
  endLetterFor: string | null;
  /** Ends announced a week before and on the last day, also by the version without `endLetter`. */
  warnedOfEnd: string | null;
  toldOfEnd: string | null;
}

/** What happens now, as opposed to an end that was dealt with long ago. */
export interface EndEvents {
  isEnding: boolean;
  /** Number of ads that are being paused. */
  pausing: number;
  /** Number of ads that visitors still see. */
  publicAds: number;
}

/** The letter due on a day; null if it or a later one was sent. After missed days, only the latest. */
export function endLetterDue(
  end: string,
  sent: EndLetterColumns,
  day: string,
  events: EndEvents,
): EndLetter | null {
  const due = letterOf(end, day, events);
  return due && rank(due) > latestSent(end, sent) ? due : null;
}

function letterOf(
  end: string,
  day: string,
  { isEnding, pausing, publicAds }: EndEvents,
): EndLetter | null {
  const daysLeft = daysFrom(day, end);
  if (daysLeft > noticeDays) return null;
  if (daysLeft > warningDays) return "month-before";
  if (daysLeft > 0) return "week-before";
  if (daysLeft === 0) return "last-day";
  if (pausing > 0) return "paused";
  const publicDays = daysLeft + graceDays;
  if (publicDays >= 0 && publicDays <= warningDays && publicAds > 0) return "pause-soon";
  return isEnding ? "ended" : null;
}

const rank = (letter: EndLetter | null) => (letter ? letters.indexOf(letter) : -1);

function latestSent(end: string, sent: EndLetterColumns): number {
  const known = letters.find((letter) => letter === sent.endLetter) ?? null;
  return Math.max(
    sent.endLetterFor === end ? rank(known) : -1,
    sent.warnedOfEnd === end ? rank("week-before") : -1,
    sent.toldOfEnd === end ? rank("last-day") : -1,
  );
}

export function markSent(end: string, letter: EndLetter | null): Partial<EndLetterColumns> {
  return {
    endLetter: letter,
    endLetterFor: letter && end,
    ...(rank(letter) >= rank("week-before") && { warnedOfEnd: end }),
    ...(rank(letter) >= rank("last-day") && { toldOfEnd: end }),
  };
}

/** Latest letter that a grant makes superfluous, since its own letter names the end. */
export function coveredByGrant(end: string, day: string): EndLetter | null {
  const daysLeft = daysFrom(day, end);
  if (daysLeft > noticeDays + warningDays) return null;
  if (daysLeft > warningDays) return "month-before";
  return daysLeft > 0 ? "week-before" : "last-day";
}
