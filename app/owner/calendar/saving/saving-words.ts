import { formatClock } from "../../../calendar/civil-date.ts";
import { formatRange, rangesOf } from "../../../calendar/day-ranges.ts";
import { describeUnsent, type Said } from "../../../site/waiting/queue-words.ts";
import { countOf } from "../../../ui/words.ts";
import type { NightQueueState } from "./night-queue.ts";

/** Writes civil dates, in any order, as "12/12/2026 a 14/12/2026, 20/12/2026". */
function describeNights(nights: readonly string[]): string {
  return rangesOf([...nights].sort())
    .map(formatRange)
    .join(", ");
}

export function describeChange(nights: readonly string[], marks: boolean): string {
  const plural = nights.length === 1 ? "" : "s";
  return `${describeNights(nights)} ${marks ? `marcado${plural} como ocupado${plural}` : `liberado${plural}`}`;
}

function describeTold(told: number): string {
  if (told === 0) return "";
  return `. Vamos avisar ${countOf(told, "pessoa")} que ${told === 1 ? "esperava" : "esperavam"} por estas noites`;
}

export function describeSaving(
  { status, answer, pending }: NightQueueState,
  isOnline: boolean,
): Said {
  switch (status.kind) {
    case "idle":
      return { tone: "good", text: `Tudo salvo${describeTold(answer.told)}` };
    case "saving":
      return { tone: "busy", text: `Salvando ${describeNights([...pending.keys()])}...` };
    case "saved":
      return answer.skipped.length > 0
        ? {
            tone: "bad",
            text: `${describeNights(answer.skipped)} não mudou: o dia já passou ou veio de outro site`,
          }
        : {
            tone: "good",
            text: `Tudo salvo às ${formatClock(status.at)}${describeTold(answer.told)}`,
          };
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
