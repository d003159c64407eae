import { today } from "../../calendar/civil-date.ts";
import { signedLinksContext } from "../../mail/signed-links.server.ts";
import { nudgeHours } from "../../questions/question.ts";
import { answerForms } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { noted } from "../answer.server.ts";
import { PanelHead } from "../panel.tsx";
import { discardQuestion, passQuestion } from "../questions/question-commands.server.ts";
import { listSilentOwners, listWaitingQuestions } from "../questions/waiting-questions.server.ts";
import { SilentOwners, WaitingQuestions } from "../questions/waiting-questions.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/questions.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const [questions, owners] = await Promise.all([listWaitingQuestions(db), listSilentOwners(db)]);
  return { questions, owners, today: today() };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db, mailedSiteUrl } = context.get(siteContext);
  const site = { db, mailedSiteUrl, signedLinks: context.get(signedLinksContext) };
  return answerForms(args, {
    entregar: ({ text }) =>
      noted(
        passQuestion(site, user, text("id")),
        url,
        "Pronto: a pergunta segue com o anunciante.",
      ),
    descartar: ({ text }) =>
      noted(discardQuestion(db, user, text("id")), url, "Pergunta descartada."),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Perguntas de hóspedes");
}

export default function QuestionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { questions, owners, today } = loaderData;
  return (
    <>
      <PanelHead title="Perguntas de hóspedes" />
      {questions.length > 0 ? (
        <WaitingQuestions questions={questions} outcome={actionData} />
      ) : (
        <p className="soft">
          Nenhuma pergunta à espera. Aqui aparecem as de texto igual para vários anunciantes, e as
          que um anunciante denunciou.
        </p>
      )}
      {owners.length > 0 && (
        <section>
          <h2 id="sem-responder">Anunciantes sem responder</h2>
          <p className="small soft">
            Três perguntas ou mais, há mais de {nudgeHours} horas. Só você vê: uma conversa costuma
            resolver.
          </p>
          <SilentOwners owners={owners} today={today} />
        </section>
      )}
    </>
  );
}
