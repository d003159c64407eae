import { Link } from "react-router";
import type { Account } from "../../accounts/account.server.ts";
import {
  graceDays,
  hasValidPlan,
  type PlanState,
  planState,
} from "../../accounts/plans/plan-state.ts";
import { countAds, findPlan, plans } from "../../accounts/plans/plans.ts";
import { addDays, formatCivilDate } from "../../calendar/civil-date.ts";
import { inDays } from "../../calendar/day-words.ts";
import styles from "./plan-card.module.css";

const maxCells = 12;

const renewalDays = 30;

export interface PlanCardProps {
  account: Account;
  day: string;
}

/** The tank has one cell per listing that the plan allows (spec §6). */
export function PlanCard({ account, day }: PlanCardProps) {
  const { plano, postsCriados, postsPermitidos } = account;
  const state = planState(account, day);
  const hasPlan = hasValidPlan(account, day);
  return (
    <section className={`${styles.plan} water`} aria-labelledby="plano">
      <h2 id="plano">{hasPlan ? (findPlan(plano)?.title ?? plano) : plans.nenhum.title}</h2>
      <div className={styles.use}>
        <b>
          {hasPlan ? `${postsCriados} de ${countAds(postsPermitidos)}` : countAds(postsCriados)}
        </b>
        {hasPlan && postsPermitidos <= maxCells && (
          <span className={styles.cells} aria-hidden="true">
            {Array.from({ length: postsPermitidos }, (_, cell) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
              <i key={cell} className={cell < postsCriados ? styles.full : undefined} />
            ))}
          </span>
        )}
      </div>
      <div className={styles.words}>
        <EndLine state={state} ads={postsCriados} />
        {hasPlan && <p>{quotaAdvice(account)}</p>}
      </div>
      <p className={styles.actions}>
        <RenewLink state={state} />
        {hasPlan && postsCriados < postsPermitidos && (
          <Link className="btn btn--line" to="/posts/create">
            Criar anúncio
          </Link>
        )}
        <Link className="btn btn--line" to="/plans">
          Ver os planos
        </Link>
      </p>
    </section>
  );
}

function EndLine({ state, ads }: { state: PlanState; ads: number }) {
  const words = ads === 1 ? oneAd : manyAds;
  switch (state.kind) {
    case "open":
      return <p>Sem data para terminar.</p>;
    case "none":
      return <p>Para publicar, você precisa de um plano ativo. Fale com a gente: é rápido.</p>;
    case "running":
      return (
        <p>
          {state.daysLeft === 0 ? "Hoje, " : "Até "}
          <b>{formatCivilDate(state.until)}</b>
          {state.daysLeft === 0 ? ", é o último dia." : `, ${inDays(state.daysLeft)}.`}
          {ads > 0 &&
            ` Se passar da data, ${words.stay} até ${formatCivilDate(addDays(state.until, graceDays))} e depois só em pausa.`}
        </p>
      );
    case "grace":
      return (
        <p>
          {`Seu plano terminou em ${formatCivilDate(state.endedOn)}.`}
          {ads > 0 && (
            <>
              {` Mas ${words.stay} até `}
              <b>{formatCivilDate(state.until)}</b>
              {`, ${inDays(state.daysLeft)}. Depois, só em pausa até você renovar.`}
            </>
          )}
        </p>
      );
    case "over":
      return (
        <p>
          {`Seu plano terminou em ${formatCivilDate(state.endedOn)}.`}
          {ads > 0 &&
            ` ${words.paused} em pausa, com fotos, textos e calendário guardados, e ${words.comeBack} quando você renovar.`}
        </p>
      );
  }
}

const oneAd = {
  stay: "seu anúncio fica no ar",
  paused: "Agora seu anúncio está",
  comeBack: "volta como estava",
};
const manyAds = {
  stay: "seus anúncios ficam no ar",
  paused: "Agora seus anúncios estão",
  comeBack: "voltam como estavam",
};

function RenewLink({ state }: { state: PlanState }) {
  const label =
    state.kind === "none"
      ? "Falar sobre o plano"
      : "endedOn" in state || (state.kind === "running" && state.daysLeft <= renewalDays)
        ? "Renovar o plano"
        : null;
  return (
    label && (
      <Link className={`btn ${styles.renew}`} to="/contato">
        {label}
      </Link>
    )
  );
}

function quotaAdvice({ plano, postsCriados, postsPermitidos }: Account): string {
  const room = postsPermitidos - postsCriados;
  if (room > 0) {
    return room === 1
      ? "Ainda cabe 1 anúncio no plano."
      : `Ainda cabem ${countAds(room)} no plano.`;
  }
  return plano === plans.basico.id
    ? "O plano está completo. Para publicar outro, exclua um anúncio ou passe para o plano Profissional."
    : "O plano está completo. Para publicar outro, exclua um anúncio ou fale com a gente.";
}
