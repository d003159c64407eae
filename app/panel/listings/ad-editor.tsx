import { Link } from "react-router";
import { isCheckValid } from "../../checks/check.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { formatPhone } from "../../ui/forms/phone.ts";
import { capitalize } from "../../ui/words.ts";
import { VerdictForm } from "../case.tsx";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { WidePart } from "../row-table.tsx";
import { formatInstant } from "../when.ts";
import { describeCheck } from "./check-status.ts";
import type { ListedAd } from "./listed-ads.server.ts";

export interface AdEditorProps {
  ad: ListedAd;
  today: string;
  outcome: FormOutcome | undefined;
}

export function AdEditor({ ad, today, outcome }: AdEditorProps) {
  const { id, checkedAt, checkEndedAt, pausedBy } = ad;
  const isChecked = isCheckValid(checkedAt, today);
  return (
    <>
      <WidePart>
        <Facts ad={ad} today={today} />
      </WidePart>
      <div className={styles.actions}>
        <PanelForm
          intent="conferir"
          id={id}
          button={checkedAt || checkEndedAt ? "Conferido de novo hoje" : "Conferido"}
          buttonClass="btn"
          outcome={outcome}
        >
          <input type="hidden" name="versao" value={ad.version} />
        </PanelForm>
        {(checkedAt || checkEndedAt) && (
          <PanelForm
            intent="desconferir"
            id={id}
            button={isChecked ? "Retirar a conferência" : "Tirar da lista a renovar"}
            outcome={outcome}
          />
        )}
      </div>
      {pausedBy === "operator" && (
        <PanelForm intent="voltar" id={id} button="Voltar a mostrar" outcome={outcome} />
      )}
      <VerdictForm
        caseId={id}
        id={id}
        hint="Vai para o registro e para o e-mail do dono. Remover apaga o anúncio e as fotos, sem volta."
        outcome={outcome}
        buttons={[
          ...(pausedBy === "operator" ? [] : [{ intent: "pausar", text: "Pausar" }]),
          { intent: "remover", text: "Remover", look: "btn--earth" },
        ]}
      />
    </>
  );
}

function Facts({ ad, today }: Pick<AdEditorProps, "ad" | "today">) {
  const { id, telefone, telefone2, nomeContato, nomePix, uid, createdAt, pausedAt, pauseReason } =
    ad;
  return (
    <div className={styles.facts}>
      <p>
        Publicado em {formatInstant(createdAt)}. Telefone {formatPhone(telefone)}
        {telefone2 && ` e ${formatPhone(telefone2)}`}
        {nomeContato && `, falar com ${nomeContato}`}.
        {pausedAt && ` Em pausa desde ${formatInstant(pausedAt)}.`}
      </p>
      <p>
        Nome no Pix: {nomePix ? <b>{nomePix}</b> : "não informado"}.{" "}
        {capitalize(describeCheck(ad, today))}.
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
