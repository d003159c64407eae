import type { ReactNode } from "react";
import { formatCivilDate } from "../../../domain/calendar/civil-date.ts";
import { describeInquiry, stayOf, suggestedMessages } from "../../../domain/questions/question.ts";
import type { ShownQuestion } from "../../../domain/questions/questions.server.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./question-card.module.css";

export type CardQuestion = Omit<ShownQuestion, "telefone">;

export interface QuestionCardProps {
  question: CardQuestion;
  /** When it came, in words. */
  age: string;
  /** Level of its heading. */
  level?: 2 | 3;
  children: ReactNode;
}

export function QuestionCard({ question, age, level = 3, children }: QuestionCardProps) {
  const { id, postId, title, nome, mensagem, isListed } = question;
  const Name = `h${level}` as const;
  const asked = describeInquiry(question);
  const calendar = describeCalendar(question);
  return (
    <article className={styles.card} id={`pergunta-${id}`} aria-labelledby={`de-${id}`}>
      <header>
        <Name id={`de-${id}`}>{nome}</Name>
        <p className="small soft">
          {age}, sobre {isListed ? <a href={`/posts/${postId}`}>{title}</a> : <b>{title}</b>}
        </p>
      </header>
      {asked && (
        <p className={styles.asked}>
          <Icon name="calendar-days" />
          <b>{asked}</b>
        </p>
      )}
      {calendar && <p className="small soft">{calendar}</p>}
      {!suggestedMessages.includes(mensagem) && (
        <blockquote className={styles.words}>{mensagem}</blockquote>
      )}
      {children}
    </article>
  );
}

function describeCalendar(question: CardQuestion): string | null {
  const { hasCalendar, freeNights, takenNight } = question;
  if (!hasCalendar) return "Este anúncio não existe mais.";
  if (!stayOf(question)) return null;
  if (takenNight) return `No seu calendário: ocupado em ${formatCivilDate(takenNight)}.`;
  return freeNights.length > 0
    ? "No seu calendário: livre em todas as noites."
    : "Essas datas já passaram.";
}
