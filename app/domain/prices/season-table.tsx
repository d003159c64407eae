import { formatNights, formatStay, nightCount } from "../calendar/stays.ts";
import { formatReais, rateLabels } from "./money.ts";
import styles from "./season-table.module.css";
import { comingSeasons, isPackage, type Season, wholeStay } from "./seasons.ts";

export interface SeasonTableProps {
  seasons: readonly Season[];
  today: string;
}

export function SeasonTable({ seasons, today }: SeasonTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Temporada</th>
          <th scope="col">{rateLabels.valorFds}</th>
          <th scope="col">{rateLabels.valorDiaria}</th>
        </tr>
      </thead>
      <tbody>
        {comingSeasons(seasons, today).map((season) => (
          <tr key={season.id}>
            <th scope="row">
              {season.temporada}
              <small>{formatStay(wholeStay(season), today)}</small>
              {(season.minimoNoites ?? 1) > 1 && (
                <small>Mínimo de {formatNights(season.minimoNoites ?? 1)}</small>
              )}
            </th>
            {isPackage(season) ? (
              <td colSpan={2}>
                {formatPrice(season.pacote)} o pacote
                <small>só inteiro, {formatNights(nightCount(wholeStay(season)))}</small>
              </td>
            ) : (
              <>
                <td>{formatPrice(season.valorFds)}</td>
                <td>{formatPrice(season.valorDiaria)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Words for the price on its own: "A combinar" where the season lacks it. */
export function formatPrice(amount: string | null): string {
  return amount ? formatReais(amount) : "A combinar";
}
