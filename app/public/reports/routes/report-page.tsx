import { data, isRouteErrorResponse, redirect } from "react-router";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import { answerHidden } from "../../../domain/listings/hidden-listings.server.ts";
import { parseReport } from "../../../domain/listings/reports/report.ts";
import {
  findReportable,
  findReportableTestimonial,
} from "../../../domain/listings/reports/reports.server.ts";
import { atLocation } from "../../../domain/region/locations.ts";
import { Notice, NoticePage } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta, siteName } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { receiveReport } from "../receive-report.server.ts";
import styles from "../report-form.module.css";
import { ReportForm } from "../report-form.tsx";
import type { Route } from "./+types/report-page.ts";

export const handle: PageHandle = { isSameForVisitors: true };

const notSent = "Não conseguimos guardar a denúncia. Tente de novo em instantes.";

const testimonialParam = "depoimento";

const receivedTitle = "Denúncia recebida. Obrigado!";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const listing = await findReportable(db, params.id);
  if (!listing) throw await answerHidden(db, params.id);
  const { id, title, localizacao, uid } = listing;
  const testimonialId = url.searchParams.get(testimonialParam);
  const isReceived = url.searchParams.has("recebida");
  const testimonial = testimonialId && (await findReportableTestimonial(db, id, testimonialId));
  if (testimonialId && !testimonial && !isReceived) throw data(null, { status: 404 });
  const isOwner = currentUser(context)?.uid === uid;
  const isOwn = isOwner && !testimonialId;
  const back = isOwner && testimonialId ? `/posts/${id}/depoimentos` : `/posts/${id}`;
  return data(
    { listing: { title, localizacao }, testimonial: testimonial || null, back, isOwn, isReceived },
    { status: isOwn ? 403 : 200 },
  );
}

export function action(args: Route.ActionArgs) {
  const { context, params, url } = args;
  const testimonialId = url.searchParams.get(testimonialParam);
  const parse = (formData: FormData) =>
    parseReport(formData, testimonialId ? "testimonial" : "listing");
  const receive = checked(parse, async (input) => {
    const query = new URLSearchParams({ recebida: "1" });
    if (testimonialId) query.set(testimonialParam, testimonialId);
    const received = `/posts/${params.id}/denunciar?${query}`;
    const result = await receiveReport(context, params.id, input, testimonialId);
    if (result.ok) return redirect(received);
    if (result.reason === "not-found")
      throw await answerHidden(context.get(siteContext).db, params.id);
    return result;
  });
  const failure = { message: notSent, log: "report not stored" };
  return answerForms(args, { "": receive }, { failure });
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return privatePageMeta(loaderData?.isReceived ? receivedTitle : "Denunciar anúncio");
}

export default function ReportRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, testimonial, back, isOwn, isReceived } = loaderData;
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
                Voltar para {back.endsWith("depoimentos") ? "os depoimentos" : "o anúncio"}
              </Link>
            </>
          }
        >
          Lemos todas, e o que estiver errado é corrigido ou sai do ar. Quem anuncia não fica
          sabendo quem avisou.
        </Notice>
      </NoticePage>
    );
  }
  if (testimonial) {
    return (
      <Page>
        <PageHead
          title="Denunciar depoimento"
          lead={
            <>
              O que há de errado com o que <b>{testimonial.nome}</b> escreveu sobre{" "}
              <b>{listing.title}</b>?
            </>
          }
          back={{ to: back, text: "Voltar" }}
        >
          <blockquote className={styles.quote}>{testimonial.texto}</blockquote>
        </PageHead>
        <ReportForm subject="testimonial" outcome={actionData} />
        <p className="small soft">
          Nenhuma denúncia esconde um depoimento sozinha: nós lemos antes.
        </p>
      </Page>
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
      <ReportForm subject="listing" outcome={actionData} />
      <p className="small soft">
        Já pagou e desconfia de golpe? Avise o seu banco agora mesmo e registre um boletim de
        ocorrência. Recebeu mensagem de outro número?{" "}
        <Link className="link" to="/confira">
          Confira um número
        </Link>
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
