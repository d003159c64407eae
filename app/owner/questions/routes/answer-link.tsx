import { data } from "react-router";
import { AccountPage } from "../../../domain/accounts/account-form.tsx";
import { DeadLink } from "../../../domain/accounts/links/unsubscription.tsx";
import { civilDateOf, daysFrom, today } from "../../../domain/calendar/civil-date.ts";
import { daysAgo } from "../../../domain/calendar/month.ts";
import {
  answerLabels,
  type QuestionAnswer,
  readAnswer,
} from "../../../domain/questions/question.ts";
import { answerLinks } from "../../../domain/questions/question-links.server.ts";
import { findLinkedQuestion } from "../../../domain/questions/questions.server.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { FieldError } from "../../../platform/ui/forms/field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../../platform/web/forms/answer-forms.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { markAskedNights, receiveAnswer } from "../answering/answer.server.ts";
import { AnswerButtons } from "../inbox/answer-buttons.tsx";
import { MarkNights } from "../inbox/mark-nights.tsx";
import { QuestionCard } from "../inbox/question-card.tsx";
import type { Route } from "./+types/answer-link.ts";

const deadLink = refuse("dead-link", "Este link não vale mais.", { status: 410 });

type Args = Pick<Route.LoaderArgs, "context" | "params">;

async function readLink({ context, params }: Args) {
  const { db } = context.get(siteContext);
  const id = await readLinkToken(context, answerLinks, params.token);
  return id && (await findLinkedQuestion(db, id, today()));
}

export async function loader(args: Route.LoaderArgs) {
  const { days } = answerLinks;
  const linked = await readLink(args);
  if (!linked) return data({ question: null, age: "", suggested: null, days }, { status: 410 });
  // A link may be passed on: the telephone stays in the letter.
  const { telefone: _telefone, ...question } = linked.question;
  const age = daysAgo(daysFrom(civilDateOf(question.deliveredAt), today()));
  const suggested = readAnswer(args.url.searchParams.get("resposta"));
  return data({ question, age, suggested, days }, { status: 200 });
}

/** Requires a button press, because mail scanners open links. */
export function action(args: Route.ActionArgs) {
  const { context } = args;
  async function withLink(
    command: (uid: string, id: string) => Promise<{ ok: true } | Refusal>,
  ): Promise<{ ok: true } | Refusal> {
    const linked = await readLink(args);
    return linked ? command(linked.uid, linked.question.id) : deadLink;
  }
  const answer = (one: QuestionAnswer) => () =>
    withLink((uid, id) => receiveAnswer(context, uid, id, one));
  return answerForms(args, {
    livre: answer("livre"),
    ocupado: answer("ocupado"),
    respondido: answer("respondido"),
    marcar: () => withLink((uid, id) => markAskedNights(context.get(siteContext).db, uid, id)),
  });
}

export function headers(): Headers {
  return new Headers({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Pergunta de um hóspede");
}

export default function AnswerLinkRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { question, age, suggested, days } = loaderData;
  if (!question) {
    return (
      <DeadLink>
        Ele serve por {days} dias, enquanto a pergunta existe e você não troca de e-mail ou de
        senha. Suas perguntas estão em Perguntas, na sua conta.
      </DeadLink>
    );
  }
  const { answer } = question;
  return (
    <AccountPage
      title={answer ? "Resposta enviada" : "O que você responde?"}
      lead={
        answer
          ? `Você respondeu "${answerLabels[answer]}", e avisamos quem perguntou. Mudou? Toque em outra.`
          : "Toque na resposta. Avisamos quem perguntou por e-mail."
      }
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/perguntas">
          Ver todas as perguntas
        </Link>
      }
    >
      <QuestionCard question={question} age={age} level={2}>
        <form method="post">
          <AnswerButtons label="Sua resposta" answer={answer} suggested={suggested} isStacked />
        </form>
        <FieldError id="recusa" message={actionData?.message} />
        {answer === "ocupado" && (
          <MarkNights
            question={question}
            isMarked={actionData?.intent === "marcar" && actionData.ok}
          />
        )}
      </QuestionCard>
      {answer && actionData?.ok && actionData.intent !== "marcar" && (
        <p className="note note--leaf" role="status">
          <Icon name="circle-check" />
          <span>Pronto! O e-mail já está a caminho de quem perguntou.</span>
        </p>
      )}
    </AccountPage>
  );
}
