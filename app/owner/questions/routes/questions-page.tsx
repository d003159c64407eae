import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import type { QuestionAnswer } from "../../../domain/questions/question.ts";
import { listOwnQuestions, reportQuestion } from "../../../domain/questions/questions.server.ts";
import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms, type SentForm } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { markAskedNights, receiveAnswer } from "../answering/answer.server.ts";
import { Inbox } from "../inbox/inbox.tsx";
import type { Route } from "./+types/questions-page.ts";

const notSaved = "Não conseguimos guardar. Tente de novo em instantes.";

const openedParam = "pergunta";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  const day = today();
  const questions = await listOwnQuestions(db, uid, day);
  return { questions, openedId: url.searchParams.get(openedParam), day };
}

export function action(args: Route.ActionArgs) {
  const { context } = args;
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  const confirmWith = (text: string, id?: string) => {
    const question = id ? `?${openedParam}=${id}#pergunta-${id}` : "";
    return redirectWithFlash(`/perguntas${question}`, { kind: "success", text });
  };
  const answer =
    (one: QuestionAnswer) =>
    async ({ text }: SentForm) => {
      const id = text("id");
      const result = await receiveAnswer(context, uid, id, one);
      // Nights may be left to mark; after other answers the next question is due.
      const next = one === "ocupado" ? id : undefined;
      return result.ok ? confirmWith("Pronto! Avisamos quem perguntou.", next) : result;
    };
  return answerForms(
    args,
    {
      livre: answer("livre"),
      ocupado: answer("ocupado"),
      respondido: answer("respondido"),
      async marcar({ text }) {
        const id = text("id");
        const result = await markAskedNights(db, uid, id);
        return result.ok ? confirmWith("Noites marcadas como ocupadas.", id) : result;
      },
      async denunciar({ text }) {
        const id = text("id");
        const result = await reportQuestion(db, uid, id);
        return result.ok ? confirmWith("Denunciada. Nossa equipe vai olhar.", id) : result;
      },
    },
    { failure: { message: notSaved, log: "question not changed" } },
  );
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Perguntas");
}

export default function QuestionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { questions, openedId, day } = loaderData;
  const { typed: { id: refusedId } = {}, message } = actionData ?? {};
  const all = [...questions.open, ...questions.answered];
  const isShown = all.some(({ id }) => id === refusedId);
  return (
    <Page>
      <PageHead title="Perguntas" back={{ to: "/dashboard", text: "Meus Anúncios" }} />
      {!isShown && <ErrorNote>{message}</ErrorNote>}
      <Inbox
        questions={questions}
        openedId={isShown ? refusedId : openedId}
        refusal={isShown ? message : undefined}
        today={day}
      />
    </Page>
  );
}
