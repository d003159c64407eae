import { Form, useNavigation } from "react-router";
import { civilDateOf, daysFrom } from "../../calendar/civil-date.ts";
import { daysAgo } from "../../calendar/day-words.ts";
import { nameInquiry } from "../../listings/inquiry.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { FieldError } from "../../ui/forms/field.tsx";
import { whatsappLink } from "../../ui/forms/phone.ts";
import { Icon } from "../../ui/icon.tsx";
import { answerLabels, type QuestionAnswer, readAnswer, stayOf } from "../question.ts";
import type { OwnQuestions, ShownQuestion } from "../questions.server.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import styles from "./inbox.module.css";
import { MarkNights } from "./mark-nights.tsx";
import { QuestionCard } from "./question-card.tsx";

export interface InboxProps {
  questions: OwnQuestions;
  today: string;
  outcome: FormOutcome | undefined;
}

export function Inbox({ questions: { open, answered }, today, outcome }: InboxProps) {
  if (open.length + answered.length === 0) {
    return (
      <Notice picture="varanda" title="Nenhuma pergunta ainda">
        Quando um hóspede perguntar por e-mail sobre um anúncio seu, a pergunta aparece aqui e chega
        no seu e-mail.
      </Notice>
    );
  }
  const ownOf = (id: string) => (outcome?.typed.id === id ? outcome : undefined);
  const hasAnswered = outcome?.ok && readAnswer(outcome.intent) !== null;
  return (
    <>
      <p className={`${styles.done} note note--leaf`} role="status">
        {hasAnswered && "Pronto! Avisamos quem perguntou."}
      </p>
      {open.length > 0 ? (
        <section className={styles.section} aria-labelledby="sem-resposta">
          <h2 id="sem-resposta">Sem resposta</h2>
          {open.map((question) => (
            <OwnQuestion
              key={question.id}
              question={question}
              today={today}
              own={ownOf(question.id)}
            />
          ))}
        </section>
      ) : (
        <p className="soft">Você respondeu a todas.</p>
      )}
      {answered.length > 0 && (
        <section className={styles.section} aria-labelledby="respondidas">
          <h2 id="respondidas">Respondidas</h2>
          {answered.map((question) => (
            <Answered
              key={question.id}
              question={question}
              today={today}
              own={ownOf(question.id)}
            />
          ))}
        </section>
      )}
    </>
  );
}

interface OwnQuestionProps {
  question: ShownQuestion;
  today: string;
  /** What has become of a form of this question. */
  own: FormOutcome | undefined;
}

/** One line, open while something about the answer is left to do. */
function Answered(props: OwnQuestionProps) {
  const { question, today, own } = props;
  const { nome, answer, freeNights } = question;
  const isLeft = own !== undefined && (!own.ok || (answer === "ocupado" && freeNights.length > 0));
  const asked = nameInquiry({ stay: stayOf(question), people: question.pessoas }, today);
  return (
    <details className={styles.answered} open={isLeft || own?.intent === "marcar"}>
      <summary>
        <b>{nome}</b>
        <span>{[asked, answer && answerLabels[answer]].filter(Boolean).join(": ")}</span>
        <span className="link">mudar</span>
      </summary>
      <OwnQuestion {...props} />
    </details>
  );
}

function OwnQuestion({ question, today, own }: OwnQuestionProps) {
  const { id, nome, title, telefone, isReported } = question;
  const sent = useNavigation().formData;
  const given = sent?.get("id") === id ? String(sent.get("intent")) : (own?.intent ?? "");
  // One that couldn't be sent stays pressed, to be pressed again.
  const answer = readAnswer(given) ?? question.answer;
  const reply = `Olá, ${nome}! Sobre a sua pergunta no Mar de Minas, do anúncio "${title}":`;
  return (
    <QuestionCard
      question={question}
      age={daysAgo(daysFrom(civilDateOf(question.deliveredAt), today))}
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <AnswerButtons
          label={`Sua resposta a ${nome}`}
          answer={answer}
          suggested={answerOfCalendar(question)}
        />
      </Form>
      <FieldError id={`recusa-${id}`} message={own?.message} />
      {question.answer === "ocupado" && (
        <MarkNights question={question} isMarked={own?.intent === "marcar" && own.ok} />
      )}
      <div className={styles.more}>
        {telefone && (
          <a className="link" href={whatsappLink(telefone, reply)}>
            <Icon name="whatsapp" />
            Responder no WhatsApp
          </a>
        )}
        {isReported ? (
          <p className="small soft" role="status">
            Denunciada. Nossa equipe vai olhar.
          </p>
        ) : (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <button type="submit" className={styles.report} name="intent" value="denunciar">
              <Icon name="flag" />
              Denunciar pergunta
            </button>
          </Form>
        )}
      </div>
    </QuestionCard>
  );
}

/** The answer that agrees with the calendar; null if that says nothing of the stay. */
function answerOfCalendar({
  hasCalendar,
  takenNight,
  freeNights,
}: ShownQuestion): QuestionAnswer | null {
  if (!hasCalendar) return null;
  if (takenNight) return "ocupado";
  return freeNights.length > 0 ? "livre" : null;
}
