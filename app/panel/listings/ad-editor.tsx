import { Link } from "react-router";
import { formatDay } from "../../calendar/civil-date.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { formatPhone } from "../../ui/forms/phone.ts";
import styles from "../panel.module.css";
import { PanelForm, ReasonForm } from "../panel-form.tsx";
import { WidePart } from "../row-table.tsx";
import { formatInstant } from "../when.ts";
import type { ListedAd } from "./listed-ads.server.ts";

export interface AdEditorProps {
  ad: ListedAd;
  outcome: FormOutcome | undefined;
}

export function AdEditor({ ad, outcome }: AdEditorProps) {
  const { id, checkedAt, pausedBy } = ad;
  return (
    <>
      <WidePart>
        <Facts ad={ad} />
      </WidePart>
      {pausedBy === "operator" ? (
        <PanelForm intent="voltar" id={id} button="Voltar a mostrar" outcome={outcome} />
      ) : (
        <ReasonForm
          intent="pausar"
          id={id}
          button="Pausar"
          label="Por que pausar"
          hint="Vai para o registro e para o e-mail do dono."
          outcome={outcome}
        />
      )}
      <ReasonForm
        intent="remover"
        id={id}
        button="Remover"
        buttonClass="btn btn--earth"
        label="Por que remover"
        hint="Vai para o registro e para o e-mail do dono. O anúncio e as fotos são apagados, sem volta."
        outcome={outcome}
      />
      <div className={styles.actions}>
        <PanelForm
          intent="conferir"
          id={id}
          button={checkedAt ? "Conferido de novo hoje" : "Conferido"}
          outcome={outcome}
        />
        {checkedAt && (
          <PanelForm
            intent="desconferir"
            id={id}
            button="Retirar a conferência"
            outcome={outcome}
          />
        )}
      </div>
    </>
  );
}

function Facts({ ad }: { ad: ListedAd }) {
  const { id, telefone, uid, createdAt, checkedAt, pausedAt, pauseReason } = ad;
  return (
    <div className={styles.facts}>
      <p>
        Publicado em {formatInstant(createdAt)}. Telefone {formatPhone(telefone)}.
        {checkedAt && ` Conferido em ${formatDay(checkedAt)}.`}
        {pausedAt && ` Em pausa desde ${formatInstant(pausedAt)}.`}
      </p>
      {pauseReason && <p>Motivo da pausa: {pauseReason}</p>}
      <p>
        {!pausedAt && (
          <Link className="link" to={`/posts/${id}`}>
            Abrir anúncio
          </Link>
        )}
        <Link className="link" to={`/operador/anunciantes?q=${uid}`}>
          Ver o anunciante
        </Link>
        <Link className="link" to={`/operador/registro?sobre=${id}`}>
          Ver no registro
        </Link>
      </p>
    </div>
  );
}
