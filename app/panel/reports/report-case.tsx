import { describeReason } from "../../reports/report.ts";
import type { ReportedListing } from "../../reports/reports.server.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import styles from "../case.module.css";
import { AboutLinks, Case, VerdictForm } from "../case.tsx";
import panelStyles from "../panel.module.css";
import { formatAge, formatInstant } from "../when.ts";

export interface ReportCaseProps {
  reported: ReportedListing;
  outcome: FormOutcome | undefined;
  today: string;
}

export function ReportCase({ reported, outcome, today }: ReportCaseProps) {
  const { postId, uid, title, ownerName, state, isFlagged, reports } = reported;
  const oldest = reports[0];
  return (
    <Case
      title={title}
      isUrgent={isFlagged}
      aside={oldest && <span className="small soft">{formatAge(oldest.createdAt, today)}</span>}
    >
      {isFlagged && (
        <p className="note note--earth">
          Três endereços diferentes denunciaram este anúncio no mesmo dia.
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
        <AboutLinks postId={state === "deleted" ? undefined : postId} uid={uid} />
      </div>
      <VerdictForm
        caseId={postId}
        id={postId}
        seen={reports.map(({ id }) => id)}
        hint={
          state === "deleted"
            ? "Vai para o registro."
            : "Vai para o registro e, se você pausar ou remover, para o e-mail do dono. Não conte quem denunciou."
        }
        outcome={outcome}
        buttons={[
          ...(state === "public" ? [{ intent: "pausar", text: "Pausar", look: "" } as const] : []),
          { intent: "arquivar", text: "Arquivar" },
          ...(state === "deleted"
            ? []
            : [{ intent: "remover", text: "Remover", look: "btn--earth" } as const]),
        ]}
      />
    </Case>
  );
}

const stateWords = {
  public: "O anúncio está no ar.",
  paused: "O anúncio já está em pausa.",
  deleted: "O anúncio não existe mais.",
};
