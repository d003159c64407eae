import { formatCivilDate } from "../../calendar/civil-date.ts";
import { monthName, monthWord } from "../../calendar/month.ts";
import { formatCount } from "../../ui/words.ts";
import { formatMedian } from "../../visits/comparison/comparison.ts";
import type { ListingYear, OwnYear, YearNumbers } from "../../visits/year/year.server.ts";
import styles from "./year-sheet.module.css";

export interface YearSheetProps {
  name: string;
  today: string;
  year: OwnYear;
}

/** Ads that fit on the sheet. */
const maxListed = 6;

const columns = { views: "Visualizações", contacts: "Contatos", searches: "Buscas" } as const;
const columnNames = Object.keys(columns) as (keyof YearNumbers)[];

/** An A4 sheet with the last twelve months. */
export function YearSheet({ name, today, year: { months, listings } }: YearSheetProps) {
  const [first, last] = [months[0]?.month ?? "", months.at(-1)?.month ?? ""];
  const most = Math.max(1, ...months.map(({ views }) => views));
  const listed = listings.slice(0, maxListed);
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <p className={styles.brand}>Mar de Minas</p>
        <h2>
          De {monthName(first)} a {monthName(last)}
        </h2>
        <p>{name}</p>
      </header>
      <dl className={styles.sums}>
        {columnNames.map((column) => (
          <div key={column}>
            <dt>{columns[column]}</dt>
            <dd>{formatCount(months.reduce((sum, month) => sum + month[column], 0))}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.table}>
        <caption className="visually-hidden">Por mês</caption>
        <thead>
          <tr>
            <th scope="col">Mês</th>
            <td aria-hidden="true" />
            {columnNames.map((column) => (
              <th key={column} scope="col">
                {columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, ...numbers }) => (
            <tr key={month}>
              <th scope="row">
                {monthWord(month)} {month.slice(2, 4)}
              </th>
              <td className={styles.bar} aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * numbers.views) / most} height="10" />
                </svg>
              </td>
              {columnNames.map((column) => (
                <td key={column}>{formatCount(numbers[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <table className={`${styles.table} ${styles.listings}`}>
        <caption>Por anúncio, e o meio-termo de casas parecidas</caption>
        <thead>
          <tr>
            <th scope="col">Anúncio</th>
            {columnNames.map((column) => (
              <th key={column} scope="col">
                {columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        {listed.map((listing) => (
          <ListingRow key={listing.id} listing={listing} />
        ))}
      </table>
      {listings.length > maxListed && (
        <p className={styles.small}>E mais {listings.length - maxListed}, que estão nas somas.</p>
      )}
      <p className={styles.small}>
        Contatos são toques no WhatsApp ou no telefone; buscas, aquelas em que a casa apareceu.
        Casas parecidas são ao menos cinco de outros donos, no mesmo lugar e de tamanho próximo,
        desde que o anúncio existe ou há doze meses. Feito em {formatCivilDate(today)}, sem saber
        quem visitou.
      </p>
    </article>
  );
}

function ListingRow({ listing }: { listing: ListingYear }) {
  const { title, localizacao, compare } = listing;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" className={styles.title}>
          {title}
        </th>
        {columnNames.map((column) => (
          <td key={column}>{formatCount(listing[column])}</td>
        ))}
      </tr>
      <tr>
        <td colSpan={4} className={styles.small}>
          {localizacao}.{" "}
          {compare.ok
            ? `${compare.houses} casas parecidas: ${formatMedian(compare.views.others)} visualizações${describeTaps(compare.taps)}.`
            : notCompared[compare.reason]}
        </td>
      </tr>
    </tbody>
  );
}

const notCompared = {
  few: "Ainda há poucas casas parecidas para comparar.",
  new: "Ainda não tem 30 dias, para comparar.",
  unsized: "Sem o número de pessoas não há com o que comparar.",
};

function describeTaps(taps: { own: number; others: number } | null): string {
  if (!taps) return "";
  return `; toques por 100: ${formatMedian(taps.own)} aqui, ${formatMedian(taps.others)} nelas`;
}
