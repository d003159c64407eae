import { Icon } from "../../../platform/ui/icon.tsx";
import { countOf } from "../../../platform/ui/words.ts";
import { type SmallListing, SmallListings } from "../../listing-page/similar/small-listings.tsx";
import styles from "./number-answer.module.css";

/** The published ads' answer about a number. */
export interface NumberAnswer {
  /** As on an ad: (XX) XXXXX-XXXX. */
  number: string;
  /** Newest first; at most a dozen. */
  listings: readonly SmallListing[];
  /** Number of ads. */
  total: number;
}

export function Answer({ answer }: { answer: NumberAnswer }) {
  const { number, listings, total } = answer;
  return (
    <section className={styles.answer} aria-labelledby="resposta">
      <div className={`${styles.verdict} ${total > 0 ? styles.yes : styles.no}`}>
        <Icon name={total > 0 ? "circle-check" : "circle-exclamation-point"} />
        <div>
          {/* biome-ignore lint/a11y/noAutofocus: the answer is what the visitor asked for */}
          <h2 id="resposta" tabIndex={-1} autoFocus>
            {total > 0
              ? `Sim: ${number} está em ${countOf(total, "anúncio")}`
              : `Não: ${number} não está em nenhum anúncio publicado`}
          </h2>
          {total > 0 ? (
            <p>
              Veja se a casa é a que ofereceram a você e ligue para o telefone do anúncio. Copiar um
              anúncio é fácil: o sim <a href="#sim">não dispensa os outros cuidados</a>.
            </p>
          ) : (
            <p>
              Não pague nada por enquanto. Peça o endereço do anúncio e veja{" "}
              <a href="#nao">o que mais fazer</a>.
            </p>
          )}
        </div>
      </div>
      {total > 0 && (
        <SmallListings
          id="anuncios-do-numero"
          title={titleOf(listings.length, total)}
          level={3}
          listings={listings}
        />
      )}
    </section>
  );
}

function titleOf(shown: number, total: number): string {
  if (shown < total) return `Os ${shown} mais novos`;
  return total === 1 ? "O anúncio" : "Os anúncios";
}
