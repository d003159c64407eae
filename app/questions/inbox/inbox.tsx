import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { civilDateOf, daysFrom } from "../../calendar/civil-date.ts";
import { daysAgo } from "../../calendar/day-words.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { FieldError } from "../../ui/forms/field.tsx";
import { whatsappLink } from "../../ui/forms/phone.ts";
import { Icon } from "../../ui/icon.tsx";
import { readAnswer } from "../question.ts";
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

export function Inbox({ questions, today, outcome }: InboxProps) {
  const { open, answered } = useSteadyPlaces(questions);
  const of = (question: ShownQuestion) => (
    <li key={question.id}>
      <OwnQuestion question={question} today={today} outcome={outcome} />
    </li>
  );
  if (open.length + answered.length === 0) {
    return (
      <Notice picture="varanda" title="Nenhuma pergunta ainda">
        Quando um hóspede perguntar por e-mail sobre um anúncio seu, a pergunta aparece aqui e chega
        no seu e-mail.
      </Notice>
    );
  }
  return (
    <>
      <section className={styles.section} aria-labelledby="sem-resposta">
        <h2 id="sem-resposta">Sem resposta</h2>
        {open.length > 0 ? (
          <ul className={styles.list}>{open.map(of)}</ul>
        ) : (
          <p className="soft">Você respondeu a todas. Obrigado!</p>
        )}
      </section>
      {answered.length > 0 && (
        <section className={styles.section} aria-labelledby="respondidas">
          <h2 id="respondidas">Respondidas</h2>
          <ul className={styles.list}>{answered.map(of)}</ul>
        </section>
      )}
    </>
  );
}

/** Keeps a question where it was when it is answered, until the page is opened again. */
function useSteadyPlaces({ open, answered }: OwnQuestions): OwnQuestions {
  const [before] = useState(() => open.map(({ id }) => id));
  const all = new Map([...open, ...answered].map((question) => [question.id, question]));
  const kept = before.flatMap((id) => all.get(id) ?? []);
  const added = open.filter(({ id }) => !before.includes(id));
  return {
    open: [...kept, ...added],
    answered: answered.filter(({ id }) => !before.includes(id)),
  };
}

interface OwnQuestionProps extends Pick<InboxProps, "today" | "outcome"> {
  question: ShownQuestion;
}

function OwnQuestion({ question, today, outcome }: OwnQuestionProps) {
  const { id, nome, title, telefone, isReported } = question;
  const sent = useNavigation().formData;
  const own = outcome?.typed.id === id ? outcome : undefined;
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
        <AnswerButtons label={`Sua resposta a ${nome}`} answer={answer} />
      </Form>
      <FieldError id={`recusa-${id}`} message={own?.message} />
      {own?.ok && readAnswer(own.intent) && (
        <p className="note note--leaf" role="status">
          Pronto! Avisamos quem perguntou.
        </p>
      )}
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
