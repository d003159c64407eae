import { describeReason } from "../domain/listings/reports/report.ts";
import type { ReportedListing } from "../domain/listings/reports/reports.server.ts";
import type { Photo } from "../domain/photos/photo.ts";
import { Picture } from "../domain/photos/picture.tsx";
import { describeVisit } from "../domain/testimonials/testimonial.ts";
import { Stars } from "../domain/testimonials/testimonial-card.tsx";
import { countOf } from "../platform/ui/words.ts";
import type { FormOutcome } from "../platform/web/forms/form-outcome.ts";
import styles from "./case.module.css";
import { AboutLinks, Case } from "./case.tsx";
import panelStyles from "./panel.module.css";
import { PanelForm } from "./panel-form.tsx";
import type { WaitingQuestion } from "./questions/waiting-questions.server.ts";
import type {
  JudgedTestimonial,
  TestimonialReport,
} from "./testimonials/judged-testimonials.server.ts";
import { formatAge, formatInstant } from "./when.ts";

interface AboutCase {
  outcome: FormOutcome | undefined;
}

const pause = { intent: "pausar", text: "Pausar", look: "" } as const;
const remove = { intent: "remover", text: "Remover" } as const;

const adWords = {
  public: "O anúncio está no ar.",
  paused: "O anúncio já está em pausa.",
  deleted: "O anúncio não existe mais.",
};

export interface ReportCaseProps extends AboutCase {
  reported: ReportedListing;
  today: string;
}

export function ReportCase({ reported, today, outcome }: ReportCaseProps) {
  const { postId, uid, title, ownerName, state, isFlagged, reports } = reported;
  const [oldest] = reports;
  const isDeleted = state === "deleted";
  return (
    <Case
      title={title}
      isUrgent={isFlagged}
      aside={oldest && <span className="small soft">{formatAge(oldest.createdAt, today)}</span>}
      facts={[
        `De ${ownerName}. ${adWords[state]}`,
        ...(isFlagged ? ["Três endereços diferentes denunciaram este anúncio no mesmo dia."] : []),
      ]}
      about={{ uid, ...(!isDeleted && { postId }) }}
    >
      <ul className={styles.reports}>
        {reports.map((report) => (
          <li key={report.id}>
            <b>{describeReason(report.motivo)}</b>
            {report.detalhes && (
              <blockquote className={panelStyles.quote}>{report.detalhes}</blockquote>
            )}
            <p className="small soft">
              De um visitante, {formatInstant(report.createdAt)}.
              {report.contato && ` Deixou contato: ${report.contato}`}
            </p>
          </li>
        ))}
      </ul>
      <PanelForm
        id={postId}
        seen={reports.map(({ id }) => id)}
        reason={{
          hint: isDeleted
            ? "Vai para o registro."
            : "Vai para o registro e, se você pausar ou remover, para o e-mail do dono. Não conte quem denunciou.",
        }}
        buttons={[
          ...(state === "public" ? [pause] : []),
          { intent: "arquivar", text: "Arquivar" },
          ...(isDeleted ? [] : [remove]),
        ]}
        outcome={outcome}
      />
    </Case>
  );
}

interface AlikeAd {
  id: string;
  title: string;
  uid: string;
  ownerName: string;
  photo?: Photo;
}

export interface AlikeCaseProps extends AboutCase {
  title: string;
  /** The ad that was first comes first. */
  ads: AlikeAd[];
  seen: string[];
  /** The button's intent that settles the case without touching an ad. */
  archive: string;
}

/** Ads of several advertisers that have something in common; a verdict is about one of them, or about all. */
export function AlikeCase({ title, ads, seen, archive, outcome }: AlikeCaseProps) {
  return (
    <Case
      title={title}
      facts={["O primeiro veio antes. Pode haver um bom motivo, como um casal com duas contas."]}
    >
      <PanelForm
        seen={seen}
        reason={{
          hint: "Vai para o registro e, se você pausar ou remover, para o e-mail do dono.",
        }}
        buttons={[pause, { intent: archive, text: "Arquivar", isFree: true }, remove]}
        outcome={outcome}
      >
        <fieldset className={styles.ads}>
          <legend className="visually-hidden">Anúncio para pausar ou remover</legend>
          {ads.map(({ id, title, uid, ownerName, photo }) => (
            <div key={id}>
              <label>
                {photo && (
                  <Picture
                    photo={photo}
                    sizes="(min-width: 52rem) 12rem, 40vw"
                    range={[180, 600]}
                    alt=""
                  />
                )}
                <span>
                  <input type="radio" name="id" value={id} required /> {title}, de {ownerName}
                </span>
              </label>
              <AboutLinks postId={id} uid={uid} />
            </div>
          ))}
        </fieldset>
      </PanelForm>
    </Case>
  );
}

export interface QuestionCaseProps extends AboutCase {
  question: WaitingQuestion;
}

export function QuestionCase({ question, outcome }: QuestionCaseProps) {
  const { id, uid, postId, title, ownerName, nome, mensagem, createdAt, isHeld, alike } = question;
  return (
    <Case
      title={`Pergunta de ${nome}`}
      quote={mensagem}
      facts={[
        `Para ${ownerName}, sobre ${title}, em ${formatInstant(createdAt)}.`,
        isHeld
          ? `Ainda não entregue: ${countOf(alike, "pergunta")} com o mesmo texto em um dia.`
          : "Entregue, e denunciada por quem a recebeu.",
      ]}
      about={{ postId, uid }}
    >
      <PanelForm
        id={id}
        buttons={[
          { intent: "entregar", text: isHeld ? "Entregar" : "Arquivar" },
          { intent: "descartar", text: "Esconder", look: "btn--earth" },
        ]}
        outcome={outcome}
      />
    </Case>
  );
}

export interface TestimonialCaseProps extends AboutCase {
  testimonial: JudgedTestimonial;
  /** It waits for a decision. */
  isWaiting?: boolean;
}

export function TestimonialCase({ testimonial, isWaiting, outcome }: TestimonialCaseProps) {
  const { id, uid, postId, title, ownerName, nome, nota, texto, resposta } = testimonial;
  const { publishedAt, flags, hiddenReason, reports } = testimonial;
  return (
    <Case
      title={`Depoimento de ${nome}`}
      aside={<Stars nota={nota} />}
      quote={texto}
      facts={[
        ...(resposta ? [`Resposta: ${resposta}`] : []),
        `Convite de ${ownerName}, sobre ${title}. Publicado em ${formatInstant(publishedAt)}. ${describeVisit(testimonial)}.`,
        ...flags.map((flag) => flagWords[flag]),
        ...reports.map(describeReport),
        ...(hiddenReason ? [`Escondido. O motivo: ${hiddenReason}`] : []),
      ]}
      about={{ postId, uid }}
    >
      {hiddenReason ? (
        <PanelForm
          id={id}
          buttons={[{ intent: "mostrar", text: "Mostrar de novo" }]}
          outcome={outcome}
        />
      ) : (
        <PanelForm
          id={id}
          reason={{
            hint: "Vai por e-mail para quem anuncia e para o hóspede, se você esconder.",
          }}
          buttons={[
            ...(isWaiting ? [{ intent: "manter", text: "Arquivar", isFree: true }] : []),
            { intent: "esconder", text: "Esconder", look: "btn--earth" },
          ]}
          outcome={outcome}
        />
      )}
    </Case>
  );
}

const flagWords: Record<JudgedTestimonial["flags"][number], string> = {
  network: "Sinal: convite e depoimento saíram da mesma internet.",
  device: "Sinal: o depoimento foi escrito no aparelho que gerou os convites.",
  email: "Sinal: e-mail parecido com o do anunciante ou de outro depoimento dele.",
};

function describeReport({ motivo, detalhes, contato, isOwners }: TestimonialReport): string {
  const from = isOwners ? "Denunciado por quem anuncia" : "Denunciado";
  return [`${from}: ${describeReason(motivo)}`, detalhes, contato && `Contato: ${contato}`]
    .filter(Boolean)
    .join(". ");
}
