import { answerLabels, answers, type QuestionAnswer } from "../../../domain/questions/question.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import type { IconName } from "../../../platform/ui/icon-names.ts";
import styles from "./answer-buttons.module.css";

export interface AnswerButtonsProps {
  /** Name of the person who asked, for screen readers. */
  label: string;
  answer: QuestionAnswer | null;
  /** The one that the link was for, before it is pressed. */
  suggested?: QuestionAnswer | null;
  /** One below the other, also where the page is wide. */
  isStacked?: boolean;
}

const icons: Record<QuestionAnswer, IconName> = {
  livre: "calendar-check",
  ocupado: "calendar-x",
  respondido: "check",
};

/** The three buttons, within a form; the pressed one is the answer so far. */
export function AnswerButtons({ label, answer, suggested = null, isStacked }: AnswerButtonsProps) {
  return (
    <fieldset className={styles.answers} aria-label={label} data-stacked={isStacked}>
      {answers.map((one) => (
        <button
          key={one}
          type="submit"
          name="intent"
          value={one}
          aria-pressed={answer === one}
          data-suggested={(answer === null && suggested === one) || undefined}
        >
          <Icon name={icons[one]} />
          {answerLabels[one]}
        </button>
      ))}
    </fieldset>
  );
}
