import { data, isRouteErrorResponse, redirect } from "react-router";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { readStay } from "../../../domain/calendar/read-stay.ts";
import { isFree } from "../../../domain/calendar/stays.ts";
import { answerHidden } from "../../../domain/listings/hidden-listings.server.ts";
import { maxPeople, readPeople, writeInquiry } from "../../../domain/listings/inquiry.ts";
import { findAskable, findNights } from "../../../domain/questions/asking/ask.server.ts";
import { parseQuestion } from "../../../domain/questions/asking/question-form.server.ts";
import { askedInquiry, suggestMessage } from "../../../domain/questions/question.ts";
import { atLocation } from "../../../domain/region/locations.ts";
import { Notice, NoticePage } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta, siteName } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { AskForm } from "../asking/ask-form.tsx";
import { AskedNotice, askedTitle, ClosedNotice } from "../asking/ask-notices.tsx";
import { receiveQuestion } from "../asking/receive-question.server.ts";
import type { Route } from "./+types/ask-page.ts";

export const handle: PageHandle = { isSameForVisitors: true };

const notSent = "Não conseguimos enviar a pergunta. Tente de novo em instantes.";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const listing = await findAskable(db, params.id);
  if (!listing) throw await answerHidden(db, params.id);
  const { id, title, localizacao, uid, recebePerguntas } = listing;
  const closed =
    currentUser(context)?.uid === uid ? "own" : recebePerguntas ? null : ("off" as const);
  const day = today();
  const read = (name: string) => url.searchParams.get(name)?.trim() ?? "";
  const { stay } = readStay(url.searchParams, day);
  const { people } = readPeople(read("pessoas"), maxPeople);
  const nights = await findNights(db, id, day);
  const isTaken = stay !== null && !isFree(stay, new Set(nights.unavailableDays));
  return data(
    {
      listing: { title, localizacao },
      day,
      closed,
      nights,
      back: pageAddress(`/posts/${id}`, writeInquiry({ stay, people })),
      sent: url.searchParams.get("enviada"),
      begun: {
        entrada: stay?.checkIn ?? "",
        saida: stay?.checkOut ?? "",
        pessoas: people === null ? "" : String(people),
        mensagem: suggestMessage(stay, isTaken),
      },
    },
    { status: closed ? 403 : 200 },
  );
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args;
  const parse = (formData: FormData) => parseQuestion(formData, today());
  const receive = checked(parse, async (input) => {
    const thank = (enviada: "1" | "conferir") =>
      redirect(pageAddress(`/posts/${params.id}/perguntar`, { enviada, ...askedInquiry(input) }));
    const result = await receiveQuestion(context, params.id, input);
    if (result.ok) return thank(result.isHeld ? "conferir" : "1");
    if (result.reason === "not-found")
      throw await answerHidden(context.get(siteContext).db, params.id);
    return result;
  });
  const failure = { message: notSent, log: "question not stored" };
  return answerForms(args, { "": receive }, { failure });
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const { sent } = loaderData ?? {};
  return privatePageMeta(sent ? askedTitle(sent === "conferir") : "Perguntar por e-mail");
}

export default function AskRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, day, nights, back, closed, sent, begun } = loaderData;
  if (closed) return <ClosedNotice isOwn={closed === "own"} back={back} />;
  if (sent) return <AskedNotice isHeld={sent === "conferir"} back={back} />;
  return (
    <Page>
      <PageHead
        title="Perguntar por e-mail"
        lead={
          <>
            Sua pergunta vai para quem anuncia <b>{listing.title}</b>,{" "}
            {atLocation(listing.localizacao)}.
          </>
        }
        back={{ to: back, text: "Voltar para o anúncio" }}
      />
      <AskForm today={day} nights={nights} begun={begun} outcome={actionData} />
      <p className="small soft">
        Só quem anuncia vê o seu e-mail.{" "}
        <Link to="/termos-e-condicoes">Como cuidamos dos seus dados</Link>.
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
          <Link className="btn" to="/">
            Procurar outras casas
          </Link>
        }
      >
        Não dá mais para perguntar sobre ele por aqui.
      </Notice>
    </NoticePage>
  );
}
