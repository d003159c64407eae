import { Form, Link, useNavigation } from "react-router";
import { describeReason } from "../../reports/report.ts";
import type { ReportedListing } from "../../reports/reports.server.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { FieldError, TextArea } from "../../ui/forms/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import panelStyles from "../panel.module.css";
import { maxReasonLength } from "../reason.ts";
import { State } from "../state.tsx";
import { formatAge, formatInstant } from "../when.ts";
import styles from "./reported-listing.module.css";

export interface ReportedListingCaseProps {
  reported: ReportedListing;
  outcome: FormOutcome | undefined;
  today: string;
}

export function ReportedListingCase({ reported, outcome, today }: ReportedListingCaseProps) {
  const { postId, uid, title, ownerName, state, isFlagged, reports } = reported;
  const oldest = reports[0];
  return (
    <article className={`${styles.case} ${isFlagged ? styles.flagged : ""}`}>
      <header className={panelStyles.head}>
        <h2>{title}</h2>
        {oldest && (
          <State icon="clock" level="bad">
            {formatAge(oldest.createdAt, today)}
          </State>
        )}
      </header>
      {isFlagged && (
        <p className="note note--earth">
          <Icon name="circle-exclamation-point" />
          <b>Três endereços diferentes denunciaram este anúncio no mesmo dia.</b>
        </p>
      )}
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
      <div className={panelStyles.facts}>
        <p className="soft">
          De {ownerName}. {stateWords[state]}
        </p>
        <p>
          {state !== "deleted" && (
            <>
              {state === "public" && (
                <Link className="link" to={`/posts/${postId}`}>
                  Abrir anúncio
                </Link>
              )}
              <Link className="link" to={`/operador/anuncios?q=${postId}`}>
                Ver no painel
              </Link>
            </>
          )}
          <Link className="link" to={`/operador/anunciantes?q=${uid}`}>
            Ver o anunciante
          </Link>
        </p>
      </div>
      <SettleForm reported={reported} outcome={outcome} />
    </article>
  );
}

const stateWords = {
  public: "O anúncio está no ar.",
  paused: "O anúncio já está em pausa.",
  deleted: "O anúncio não existe mais.",
};

/** Reasons of a newer version are shown by their stored name. */

/**
 * Takes one reason for any of the buttons, which is e-mailed to the owner but not to the reporter.
 */
function SettleForm({ reported, outcome }: Omit<ReportedListingCaseProps, "today">) {
  const { postId, state, reports } = reported;
  const isBusy = useNavigation().formData?.get("id") === postId;
  const refused = outcome?.typed.id === postId ? outcome : undefined;
  return (
    <Form method="post" className={panelStyles.form} preventScrollReset>
      <input type="hidden" name="id" value={postId} />
      <input type="hidden" name="vistas" value={reports.map(({ id }) => id).join(" ")} />
      <TextArea
        name="motivo"
        id={`motivo-${postId}`}
        label="Por quê"
        hint={
          state === "deleted"
            ? "Vai para o registro."
            : "Vai para o registro e, se você pausar ou remover, para o e-mail do dono. Não conte quem denunciou."
        }
        rows={2}
        required
        maxLength={maxReasonLength}
        defaultValue={refused?.typed.motivo}
        error={refused?.errors.motivo}
      />
      <FieldError id={`recusa-${postId}`} message={refused?.message} />
      <p className={panelStyles.actions}>
        {state === "public" && (
          <button type="submit" className="btn" name="intent" value="pausar" disabled={isBusy}>
            Pausar
          </button>
        )}
        <button
          type="submit"
          className="btn btn--line"
          name="intent"
          value="arquivar"
          disabled={isBusy}
        >
          Arquivar
        </button>
        {state !== "deleted" && (
          <button
            type="submit"
            className="btn btn--earth"
            name="intent"
            value="remover"
            disabled={isBusy}
          >
            Remover
          </button>
        )}
      </p>
    </Form>
  );
}
