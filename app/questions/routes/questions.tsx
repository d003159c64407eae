import { requireUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import { answerForms, type SentForm } from "../../site/forms/answer-forms.server.ts";
import { sendForm } from "../../site/forms/send-form.ts";
import type { Refusal } from "../../site/refusal.ts";
import { siteContext } from "../../site/site.server.ts";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { markAskedNights, receiveAnswer } from "../answering/answer.server.ts";
import { Inbox } from "../inbox/inbox.tsx";
import type { QuestionAnswer } from "../question.ts";
import { listOwnQuestions, reportQuestion } from "../questions.server.ts";
import type { Route } from "./+types/questions.ts";

const notSaved = "Não foi. Confira a internet e toque de novo.";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  const day = today();
  const questions = await listOwnQuestions(db, uid, day);
  return { questions, day };
}

export function action(args: Route.ActionArgs) {
  const { context } = args;
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  const kept = async ({ text }: SentForm, command: Promise<{ ok: true } | Refusal>) => {
    const result = await command;
    return result.ok ? { ...result, typed: { id: text("id") } } : result;
  };
  const answer = (one: QuestionAnswer) => (form: SentForm) =>
    kept(form, receiveAnswer(context, uid, form.text("id"), one));
  return answerForms(args, {
    livre: answer("livre"),
    ocupado: answer("ocupado"),
    respondido: answer("respondido"),
    marcar: (form) => kept(form, markAskedNights(db, uid, form.text("id"))),
    denunciar: (form) => kept(form, reportQuestion(db, uid, form.text("id"))),
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, notSaved);
}

/** Not while the site can't be reached, when an error page would take the list's place. */
export function shouldRevalidate({ actionStatus }: { actionStatus?: number }) {
  return actionStatus !== 503 && navigator.onLine;
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Perguntas");
}

export default function QuestionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { questions, day } = loaderData;
  const isListed = [...questions.open, ...questions.answered].some(
    ({ id }) => id === actionData?.typed.id,
  );
  return (
    <Page>
      <PageHead title="Perguntas" back={{ to: "/dashboard", text: "Meus Anúncios" }} />
      {actionData?.message && !isListed && (
        <p className="note note--earth" role="alert">
          {actionData.message}
        </p>
      )}
      <Inbox questions={questions} today={day} outcome={actionData} />
    </Page>
  );
}
