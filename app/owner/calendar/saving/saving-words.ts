import { addDays, formatClock } from "../../../domain/calendar/civil-date.ts";
import { formatRange, rangesOf } from "../../../domain/calendar/day-ranges.ts";
import { formatNight, formatStay } from "../../../domain/calendar/stays.ts";
import { countOf } from "../../../platform/ui/words.ts";
import { describeUnsent, type Said } from "../../../platform/web/waiting/queue-words.ts";
import type { NightQueueState } from "./night-queue.ts";

/** More dates and ranges than this are counted: their names would fill a phone's screen. */
const maxNamed = 3;

/** Writes civil dates, in any order, as "12/12/2026 a 14/12/2026, 20/12/2026"; null if there are too many. */
function nameNights(nights: readonly string[], write = formatRange): string | null {
  const ranges = rangesOf([...nights].sort());
  return ranges.length > maxNamed ? null : ranges.map(write).join(", ");
}

function countNights(nights: readonly string[]): string {
  return countOf(nights.length, "noite");
}

/** Words such as "05 a 06/12: ocupado" or "52 noites: livres". */
export function describeChange(nights: readonly string[], marks: boolean, today: string): string {
  const named = nameNights(nights, ({ first, last }) =>
    first === last
      ? formatNight(first, today)
      : formatStay({ checkIn: first, checkOut: last }, today),
  );
  if (named === null) return `${countNights(nights)}: ${marks ? "ocupadas" : "livres"}`;
  return `${named}: ${marks ? "ocupado" : "livre"}`;
}

/** Says also when the last night's guests leave, since others may arrive on that day. */
export function describePeriod(nights: readonly string[], today: string): string {
  const [first = "", last = ""] = [nights[0], nights.at(-1)];
  const dates = formatStay({ checkIn: first, checkOut: last }, today);
  return `${dates}: ${countNights(nights)}, saída em ${formatNight(addDays(last, 1), today)}`;
}

function describeSkipped(nights: readonly string[]): string {
  const named = nameNights(nights);
  return named === null
    ? `${countNights(nights)} não mudaram: os dias já passaram ou vieram de outro site`
    : `${named} não mudou: o dia já passou ou veio de outro site`;
}

export function describeSaving(
  { status, answer, pending }: NightQueueState,
  isOnline: boolean,
): Said {
  const waiting = [...pending.keys()];
  switch (status.kind) {
    case "idle":
      return { tone: "good", text: "Tudo salvo" };
    case "saving":
      return { tone: "busy", text: `Salvando ${nameNights(waiting) ?? countNights(waiting)}...` };
    case "saved":
      return answer.skipped.length > 0
        ? { tone: "bad", text: describeSkipped(answer.skipped) }
        : { tone: "good", text: `Tudo salvo às ${formatClock(status.at)}` };
    default: {
      const words = {
        failed: "Não salvo",
        later: "Salvamos",
        waiting: countOf(pending.size, "dia"),
      };
      return describeUnsent(status, words, isOnline);
    }
  }
}
