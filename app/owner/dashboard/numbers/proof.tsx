import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import { countOf, formatCount } from "../../../ui/words.ts";
import { type Comparison, formatMedian } from "../../../visits/comparison/comparison.ts";
import { comparedDays } from "../../../visits/visit-numbers.ts";
import type { Proof as Facts } from "./measured-listings.server.ts";
import styles from "./proof.module.css";

export interface ProofProps {
  proof: Facts;
  titleId: string;
  localizacao: string;
}

/** Where the house stands among others like it, and in which searches it appeared. */
export function Proof({ proof, titleId, localizacao }: ProofProps) {
  const { compare, appeared, missed, advice } = proof;
  return (
    <details className={`${styles.fold} ${styles.details}`}>
      <summary className="link small" aria-describedby={titleId}>
        <Icon name="chevron-down" />
        Comparação e buscas
      </summary>
      <div className={styles.proof}>
        <section aria-labelledby={`${titleId}-casas ${titleId}`}>
          <h3 id={`${titleId}-casas`}>Entre casas parecidas</h3>
          {compare.ok ? (
            <Compared comparison={compare} localizacao={localizacao} />
          ) : (
            <p className="small soft">{notComparedWords[compare.reason](localizacao)}</p>
          )}
        </section>
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

const notComparedWords = {
  few: (place: string) =>
    `Ainda há poucas casas deste tamanho em ${place} para comparar sem dizer de quem são os números.`,
  new: () => `A comparação começa quando o anúncio fizer ${comparedDays} dias.`,
  unsized: () => "Diga no anúncio quantas pessoas cabem, e comparamos com casas do mesmo tamanho.",
};

function Compared({
  comparison: { houses, views, taps },
  localizacao,
}: {
  comparison: Comparison;
  localizacao: string;
}) {
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">
          A sua casa e o meio-termo de {countOf(houses, "casa")} em {localizacao}
        </caption>
        <thead>
          <tr>
            <th scope="col">{`${comparedDays} dias`}</th>
            <th scope="col">A sua</th>
            <th scope="col">Parecidas</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Visualizações</th>
            <td>{formatCount(views.own)}</td>
            <td>{formatMedian(views.others)}</td>
          </tr>
          {taps && (
            <tr>
              <th scope="row">Toques por 100 visualizações</th>
              <td>{formatMedian(taps.own)}</td>
              <td>{formatMedian(taps.others)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="small soft">
        Meio-termo de {countOf(houses, "casa")} em {localizacao}.
      </p>
    </>
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
          faltou vem só de buscas que a casa perdeu por uma coisa só, como o anúncio está hoje.
          Parecidas são as casas de outros donos no mesmo lugar, para até metade a mais ou um terço
          a menos de pessoas; com menos de cinco, não comparamos. O meio-termo é a mediana: metade
          tem mais, metade tem menos. Tudo sem saber quem visitou.
        </p>
      </details>
    </div>
  );
}
