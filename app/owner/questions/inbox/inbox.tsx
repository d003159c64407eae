import { civilDateOf, daysFrom } from "../../../domain/calendar/civil-date.ts";
import { daysAgo } from "../../../domain/calendar/month.ts";
import { nameInquiry } from "../../../domain/listings/inquiry.ts";
import { answerLabels, type QuestionAnswer, stayOf } from "../../../domain/questions/question.ts";
import type {
  OwnQuestion,
  OwnQuestions,
  ShownQuestion,
} from "../../../domain/questions/questions.server.ts";
import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import { Notice } from "../../../platform/ui/feedback/notice.tsx";
import { whatsappLink } from "../../../platform/ui/forms/phone.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { AnswerButtons } from "./answer-buttons.tsx";
import styles from "./inbox.module.css";
import { MarkNights } from "./mark-nights.tsx";
import { QuestionCard } from "./question-card.tsx";

export interface InboxProps {
  questions: OwnQuestions;
  /** The question that the page is about; if it is answered, it is shown in full. */
  openedId: string | null | undefined;
  /** Reason for refusing the answer to that question, if it was refused. */
  refusal: string | undefined;
  today: string;
}

export function Inbox({ questions: { open, answered }, openedId, refusal, today }: InboxProps) {
  const propsOf = (question: OwnQuestion) => ({
    question,
    today,
    refusal: question.id === openedId ? refusal : undefined,
  });
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
      {open.length > 0 ? (
        <section className={styles.section} aria-labelledby="sem-resposta">
          <h2 id="sem-resposta">Sem resposta</h2>
          {open.map((question) => (
            <Question key={question.id} {...propsOf(question)} />
          ))}
        </section>
      ) : (
        <p className="soft">Você respondeu a todas.</p>
      )}
      {answered.length > 0 && (
        <section className={styles.section} aria-labelledby="respondidas">
          <h2 id="respondidas">Respondidas</h2>
          {answered.map((question) => (
            <Answered key={question.id} {...propsOf(question)} isOpen={question.id === openedId} />
          ))}
        </section>
      )}
    </>
  );
}

interface QuestionProps {
  question: OwnQuestion;
  today: string;
  refusal: string | undefined;
}

/** One line until it is opened. */
function Answered({ isOpen, ...props }: QuestionProps & { isOpen: boolean }) {
  const { question, today } = props;
  const { nome, answer } = question;
  const asked = nameInquiry({ stay: stayOf(question), people: question.pessoas }, today);
  return (
    <details className={styles.answered} open={isOpen}>
      <summary>
        <b>{nome}</b>
        <span>{[asked, answer && answerLabels[answer]].filter(Boolean).join(": ")}</span>
        <span className="link">mudar</span>
      </summary>
      <Question {...props} />
    </details>
  );
}

function Question({ question, today, refusal }: QuestionProps) {
  const { id, nome, title, email, telefone, answer, isReported } = question;
  const reply = `Olá, ${nome}! Sobre a sua pergunta no Mar de Minas, do anúncio "${title}":`;
  return (
    <QuestionCard
      question={question}
      age={daysAgo(daysFrom(civilDateOf(question.deliveredAt), today))}
    >
      <form method="post">
        <input type="hidden" name="id" value={id} />
        <AnswerButtons
          label={`Sua resposta a ${nome}`}
          answer={answer}
          suggested={answerOfCalendar(question)}
        />
      </form>
      <ErrorNote>{refusal}</ErrorNote>
      {answer === "ocupado" && <MarkNights question={question} />}
      <div className={styles.more}>
        {email ? (
          <a
            className="link"
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Sua pergunta sobre ${title}`)}`}
          >
            <Icon name="mail" />
            {email}
          </a>
        ) : (
          <Link className="link" to="/minha-conta#seu-email">
            Confirme seu e-mail para ver o endereço e responder
          </Link>
        )}
        {telefone && (
          <a className="link" href={whatsappLink(telefone, reply)}>
            <Icon name="whatsapp" />
            Responder no WhatsApp
          </a>
        )}
        {isReported ? (
          <p className="small soft">Denunciada. Nossa equipe vai olhar.</p>
        ) : (
          <form method="post">
            <input type="hidden" name="id" value={id} />
            <button type="submit" className={styles.report} name="intent" value="denunciar">
              <Icon name="flag" />
              Denunciar pergunta
            </button>
          </form>
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
