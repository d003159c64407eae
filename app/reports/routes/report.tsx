import { data, isRouteErrorResponse, Link, redirect } from "react-router";
import { currentUser } from "../../accounts/session.server.ts";
import { answerHidden } from "../../listings/hidden-listings.server.ts";
import { atLocation } from "../../region/locations.ts";
import { answerForms, checked } from "../../site/forms/answer-forms.server.ts";
import { sendForm } from "../../site/forms/send-form.ts";
import { siteContext } from "../../site/site.server.ts";
import { Notice, NoticePage } from "../../ui/feedback/notice.tsx";
import { isTrapped } from "../../ui/forms/trap.ts";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { privatePageMeta, siteName } from "../../ui/shell/page-meta.ts";
import { receiveReport } from "../receive-report.server.ts";
import { parseReport } from "../report.ts";
import { ReportForm } from "../report-form.tsx";
import { findReportable } from "../reports.server.ts";
import type { Route } from "./+types/report.ts";

const notSent = "Não conseguimos guardar a denúncia. Tente de novo em instantes.";

const receivedTitle = "Denúncia recebida. Obrigado!";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const listing = await findReportable(db, params.id);
  if (!listing) throw await answerHidden(db, params.id);
  const { id, title, localizacao, uid } = listing;
  const isOwn = currentUser(context)?.uid === uid;
  const isReceived = url.searchParams.has("recebida");
  return data(
    { listing: { id, title, localizacao }, isOwn, isReceived },
    { status: isOwn ? 403 : 200 },
  );
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args;
  const receive = checked(parseReport, async (input, { formData }) => {
    const received = `/posts/${params.id}/denunciar?recebida=1`;
    if (isTrapped(formData)) return redirect(received);
    const result = await receiveReport(context, params.id, input);
    if (result.ok) return redirect(received);
    if (result.reason === "not-found")
      throw await answerHidden(context.get(siteContext).db, params.id);
    return result;
  });
  const failure = { message: notSent, log: "report not stored" };
  return answerForms(args, { "": receive }, { failure });
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, notSent);
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return privatePageMeta(loaderData?.isReceived ? receivedTitle : "Denunciar anúncio");
}

export default function ReportRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, isOwn, isReceived } = loaderData;
  const back = `/posts/${listing.id}`;
  if (isOwn) {
    return (
      <NoticePage>
        <Notice
          wide
          level={1}
          picture="vazio-pier"
          title="Este anúncio é seu"
          action={
            <Link className="btn" to="/dashboard">
              Ir para Meus Anúncios
            </Link>
          }
        >
          Para corrigir, pausar ou excluir o anúncio, não é preciso denunciar: você mesmo faz isso.
        </Notice>
      </NoticePage>
    );
  }
  if (isReceived) {
    return (
      <NoticePage>
        <Notice
          wide
          level={1}
          picture="lago-amanhecer"
          title={receivedTitle}
          action={
            <>
              <Link className="btn" to="/">
                Ver outros anúncios
              </Link>
              <Link className="link" to={back}>
                Voltar para o anúncio
              </Link>
            </>
          }
        >
          Lemos todas. Se o anúncio estiver errado, ele é corrigido ou sai do ar. Quem anuncia não
          fica sabendo quem avisou.
        </Notice>
      </NoticePage>
    );
  }
  return (
    <Page>
      <PageHead
        title="Denunciar anúncio"
        lead={
          <>
            O que há de errado com <b>{listing.title}</b>, {atLocation(listing.localizacao)}? Quem
            anuncia não fica sabendo quem avisou.
          </>
        }
        back={{ to: back, text: "Voltar para o anúncio" }}
      />
      <ReportForm outcome={actionData} />
      <p className="small soft">
        Já pagou e desconfia de golpe? Avise o seu banco agora mesmo e registre um boletim de
        ocorrência.
      </p>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410)) throw error;
  return (
    <NoticePage>
      <title>{`Este anúncio não está no ar · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <Notice
        wide
        level={1}
        picture="vazio-pier"
        title="Este anúncio não está no ar"
        action={
          <>
            <Link className="btn" to="/contato">
              Escrever para a gente
            </Link>
            <Link className="link" to="/">
              Voltar para o início
            </Link>
          </>
        }
      >
        Não dá mais para denunciá-lo por aqui. Se você teve um problema com ele, conte para a gente.
      </Notice>
    </NoticePage>
  );
}
