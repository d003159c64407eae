import { formatReais, rateLabels, weekendMeaning } from "./money.ts";
import styles from "./prices.module.css";

/** The sentence of spec §2. */
export const missingPrice = "Preço não disponível";

export interface PricesProps {
  /** Canonical BRL text: "1350" or "1350.50". */
  valorFds: string;
  valorDiaria: string | null;
  large?: boolean;
  /** Further terms of the advertiser, as phrases; shown where the prices are large. */
  terms?: readonly string[];
}

export function isLongAmount(text: string): boolean {
  return text.length >= 10;
}

export function Prices({ valorFds, valorDiaria, large = false, terms = [] }: PricesProps) {
  const isLong = [valorFds, valorDiaria].some(
    (amount) => amount && isLongAmount(formatReais(amount)),
  );
  return (
    <div className={large ? `${styles.prices} ${styles.large} water` : `${styles.prices} water`}>
      <Price
        amount={valorFds}
        per={rateLabels.valorFds}
        isLong={isLong}
        meaning={large ? weekendMeaning : undefined}
      />
      <Price amount={valorDiaria} per={rateLabels.valorDiaria} isLong={isLong} />
      {terms.length > 0 && (
        <ul className={styles.terms}>
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface PriceProps {
  amount: string | null;
  per: string;
  /** Both amounts are set in one size, that of the longer one. */
  isLong: boolean;
  meaning?: string | undefined;
}

function Price({ amount, per, isLong, meaning }: PriceProps) {
  return (
    <p className={amount ? (isLong ? styles.long : undefined) : styles.missing}>
      <b>{amount ? formatReais(amount) : missingPrice}</b>
      {` ${per}`}
      {meaning && <small>{meaning}</small>}
    </p>
  );
}
