import { today } from "../../domain/calendar/civil-date.ts";
import { photoStoreContext } from "../../domain/photos/store.server.ts";
import { linkingSite } from "../../platform/mail/signed-links.server.ts";
import { formatPhone } from "../../platform/ui/forms/phone.ts";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms, type SentForm } from "../../platform/web/forms/answer-forms.server.ts";
import { refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { noted } from "../answer-panel.server.ts";
import styles from "../case.module.css";
import { AlikeCase, QuestionCase, ReportCase, TestimonialCase } from "../cases.tsx";
import { pauseListing, removeListing } from "../listings/listing-commands.server.ts";
import { PanelHead } from "../panel.tsx";
import { discardQuestion, passQuestion } from "../questions/question-commands.server.ts";
import { archivePhone, archiveReports } from "../reports/archive-reports.server.ts";
import { dismissCopies } from "../reports/copied-ads.server.ts";
import { listCases } from "../reports/list-cases.server.ts";
import { requireStaff } from "../staff/staff-context.server.ts";
import { testimonialAnswers } from "../testimonials/testimonial-answers.server.ts";
import type { Route } from "./+types/reports-tab.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return { ...(await listCases(context.get(siteContext).db)), today: today() };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const site = { ...linkingSite(context), photoStore: context.get(photoStoreContext) };
  const { db } = site;
  const seenIn = ({ text }: SentForm) => text("vistas").split(" ");
  const verdictOf = (form: SentForm) => ({ motivo: form.text("motivo"), seen: seenIn(form) });
  const noAd = refuse("invalid", "Escolha o anúncio.");
  return answerForms(args, {
    ...testimonialAnswers(context, user, url),
    pausar(form) {
      if (form.text("id") === "") return noAd;
      const paused = pauseListing(site, user, form.text("id"), verdictOf(form));
      return noted(paused, url, "Anúncio em pausa. O e-mail já está a caminho.");
    },
    remover(form) {
      if (form.text("id") === "") return noAd;
      const removed = removeListing(site, user, form.text("id"), verdictOf(form));
      return noted(removed, url, "Anúncio removido. O e-mail já está a caminho.");
    },
    arquivar(form) {
      const archived = archiveReports(db, user, form.text("id"), verdictOf(form));
      return noted(archived, url, "Denúncias arquivadas.");
    },
    dispensar: (form) =>
      noted(dismissCopies(db, user, seenIn(form)), url, "Certo: estas fotos não voltam à lista."),
    "arquivar-telefone": ({ text }) =>
      noted(
        archivePhone(db, user, text("vistas")),
        url,
        "Certo: o telefone só volta à lista com um anúncio novo.",
      ),
    entregar: ({ text }) =>
      noted(
        passQuestion(site, user, text("id")),
        url,
        "Pronto: a pergunta segue com o anunciante.",
      ),
    descartar: ({ text }) =>
      noted(discardQuestion(db, user, text("id")), url, "Pergunta escondida."),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Para resolver");
}

export default function ReportsRoute({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { denuncias, fotos, telefones, perguntas, depoimentos, today } = loaderData;
  const parts = {
    denuncias: denuncias.map((one) => (
      <ReportCase key={one.postId} reported={one} outcome={outcome} today={today} />
    )),
    fotos: fotos.map(({ ads, seen }) => (
      <AlikeCase
        key={seen[0]}
        title={`A mesma foto em ${ads.length} anúncios`}
        ads={ads}
        seen={seen}
        archive="dispensar"
        outcome={outcome}
      />
    )),
    telefones: telefones.map(({ telefone, listings }) => (
      <AlikeCase
        key={telefone}
        title={`O mesmo telefone em ${listings.length} anúncios: ${formatPhone(telefone)}`}
        ads={listings}
        seen={listings.slice(-1).map(({ id }) => id)}
        archive="arquivar-telefone"
        outcome={outcome}
      />
    )),
    perguntas: perguntas.map((one) => (
      <QuestionCase key={one.id} question={one} outcome={outcome} />
    )),
    depoimentos: depoimentos.map((one) => (
      <TestimonialCase key={one.id} testimonial={one} isWaiting outcome={outcome} />
    )),
  };
  const shown = Object.entries(parts).filter(([, cases]) => cases.length > 0);
  return (
    <>
      <PanelHead title="Para resolver" />
      {shown.length === 0 && <p className="soft">Nada à espera.</p>}
      {shown.map(([kind, cases]) => (
        <div key={kind} id={kind} className={styles.part}>
          {cases}
        </div>
      ))}
    </>
  );
}
