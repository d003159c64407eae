import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import { countOf } from "../../../ui/words.ts";
import { comparedDays } from "../../../visits/visit-numbers.ts";
import type { Proof as Facts } from "./measured-listings.server.ts";
import styles from "./proof.module.css";

export interface ProofProps {
  proof: Facts;
  titleId: string;
}

/** In which searches the house appeared, and what kept it out of others. */
export function Proof({ proof, titleId }: ProofProps) {
  const { appeared, missed, advice } = proof;
  return (
    <details className={`${styles.fold} ${styles.details}`}>
      <summary className="link small" aria-describedby={titleId}>
        <Icon name="chevron-down" />
        Buscas
      </summary>
      <div className={styles.proof}>
        <section aria-labelledby={`${titleId}-buscas ${titleId}`}>
          <h3 id={`${titleId}-buscas`}>Nas buscas</h3>
          <p>
            {appeared === 0 ? (
              "Ainda não apareceu em buscas"
            ) : (
              <>
                Apareceu em <b>{countOf(appeared, "busca")}</b>
              </>
            )}{" "}
            {`nos últimos ${comparedDays} dias.`}
          </p>
          {missed && <p>{missed}</p>}
          {advice && (
            <p className={`note ${styles.advice}`}>
              <Icon name="info" />
              <span>
                {advice.reason !== missed && `${advice.reason} `}
                <Link className="link" to={advice.address} aria-describedby={titleId}>
                  {advice.step}
                </Link>
              </span>
            </p>
          )}
        </section>
      </div>
    </details>
  );
}

/** What the numbers are, once for all ads. */
export function ProofNote() {
  return (
    <div className={styles.note}>
      <details className={styles.details}>
        <summary className="link">
          <Icon name="chevron-down" />O que contamos
        </summary>
        <p className="small soft">
          Buscas com ao menos um filtro, feitas por pessoas, as suas também; robôs não contam. O que
          faltou vem só de buscas que a casa perdeu por uma coisa só, como o anúncio está hoje. Tudo
          sem saber quem visitou.
        </p>
      </details>
    </div>
  );
}
