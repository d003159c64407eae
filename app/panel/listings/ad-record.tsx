import { formatPhone } from "../../platform/ui/forms/phone.ts";
import { Link } from "../../platform/ui/link.tsx";
import { capitalize } from "../../platform/ui/words.ts";
import { type FormOutcome, refusalOf } from "../../platform/web/forms/form-outcome.ts";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import { describeCheck } from "./check-status.ts";
import type { ListedAd } from "./listed-ads.server.ts";

export interface AdRecordProps {
  ad: ListedAd;
  today: string;
  outcome: FormOutcome | undefined;
}

export function AdRecord({ ad, today, outcome }: AdRecordProps) {
  const { id, checkedAt, checkEndedAt, pausedBy } = ad;
  return (
    <article className={styles.record}>
      <h2>{ad.title}</h2>
      <Facts ad={ad} today={today} />
      <div className={styles.actions}>
        <PanelForm
          id={id}
          buttons={[
            {
              intent: "conferir",
              text: checkedAt || checkEndedAt ? "Conferido de novo hoje" : "Conferido",
            },
          ]}
          outcome={outcome}
        >
          <input type="hidden" name="versao" value={ad.version} />
        </PanelForm>
        {checkedAt && (
          <PanelForm
            id={id}
            buttons={[{ intent: "desconferir", text: "Retirar a conferência" }]}
            outcome={outcome}
          />
        )}
      </div>
      {pausedBy === "operator" ? (
        <PanelForm
          id={id}
          buttons={[{ intent: "voltar", text: "Voltar a mostrar" }]}
          outcome={outcome}
        />
      ) : (
        <PanelForm
          id={id}
          reason={{ hint: "Vai para o registro e para o e-mail do dono." }}
          buttons={[{ intent: "pausar", text: "Pausar" }]}
          outcome={outcome}
        />
      )}
      <details className={styles.more} open={refusalOf(outcome, "remover", id) !== undefined}>
        <summary>Remover</summary>
        <PanelForm
          id={id}
          reason={{
            hint: "Vai para o registro e para o e-mail do dono. Remover apaga o anúncio e as fotos, sem volta.",
          }}
          buttons={[{ intent: "remover", text: "Remover", look: "btn--earth" }]}
          outcome={outcome}
        />
      </details>
    </article>
  );
}

function Facts({ ad, today }: Pick<AdRecordProps, "ad" | "today">) {
  const { id, telefone, telefone2, nomeContato, nomePix, uid, createdAt, pausedAt, pauseReason } =
    ad;
  return (
    <div className={styles.facts}>
      <p>
        Publicado em {formatInstant(createdAt)}. Telefone {formatPhone(telefone)}
        {telefone2 && ` e ${formatPhone(telefone2)}`}
        {nomeContato && `, falar com ${nomeContato}`}.
        {pausedAt && ` Em pausa desde ${formatInstant(pausedAt)}: só o dono abre a página.`}
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
