import { formatClock } from "../../../calendar/civil-date.ts";
import { formatRange, rangesOf } from "../../../calendar/day-ranges.ts";
import { describeUnsent, type Said } from "../../../site/waiting/queue-words.ts";
import { countOf } from "../../../ui/words.ts";
import type { NightQueueState } from "./night-queue.ts";

/** More dates and ranges than this are counted: their names would fill a phone's screen. */
const maxNamed = 3;

/** Writes civil dates, in any order, as "12/12/2026 a 14/12/2026, 20/12/2026"; null if there are too many. */
function nameNights(nights: readonly string[]): string | null {
  const ranges = rangesOf([...nights].sort());
  return ranges.length > maxNamed ? null : ranges.map(formatRange).join(", ");
}

function countNights(nights: readonly string[]): string {
  return countOf(nights.length, "noite");
}

/** Words such as "12/12/2026 marcado como ocupado" or "52 noites marcadas". */
export function describeChange(nights: readonly string[], marks: boolean): string {
  const named = nameNights(nights);
  if (named === null) return `${countNights(nights)} ${marks ? "marcadas" : "liberadas"}`;
  const plural = nights.length === 1 ? "" : "s";
  return `${named} ${marks ? `marcado${plural} como ocupado${plural}` : `liberado${plural}`}`;
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
