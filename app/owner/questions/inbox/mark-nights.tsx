import { Icon } from "../../../platform/ui/icon.tsx";
import { countOf } from "../../../platform/ui/words.ts";
import type { CardQuestion } from "./question-card.tsx";

export interface MarkNightsProps {
  question: CardQuestion;
  /** True once they were marked here. */
  isMarked?: boolean;
}

/** Offers to mark the nights that are taken, but that the calendar says are free. */
export function MarkNights({
  question: { id, hasCalendar, freeNights },
  isMarked = false,
}: MarkNightsProps) {
  if (isMarked) {
    return (
      <p className="note note--leaf" role="status">
        <Icon name="circle-check" />
        <span>Noites marcadas como ocupadas. Ninguém mais pergunta por elas.</span>
      </p>
    );
  }
  if (!hasCalendar || freeNights.length === 0) return null;
  return (
    <form method="post">
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="btn btn--line" name="intent" value="marcar">
        Marcar {countOf(freeNights.length, "noite")} como ocupada{freeNights.length > 1 && "s"}
      </button>
    </form>
  );
}
