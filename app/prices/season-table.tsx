import { formatNights, formatStay } from "../calendar/stays.ts";
import { formatReais, rateLabels } from "./money.ts";
import styles from "./season-table.module.css";
import type { Season } from "./seasons.ts";

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
              <small>{formatStay({ checkIn: season.de, checkOut: season.ate }, today)}</small>
              {(season.minimoNoites ?? 1) > 1 && (
                <small>Mínimo de {formatNights(season.minimoNoites ?? 1)}</small>
              )}
            </th>
            <td>{formatPrice(season.valorFds)}</td>
            <td>{formatPrice(season.valorDiaria)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function comingSeasons(seasons: readonly Season[], today: string): Season[] {
  return seasons.filter(({ ate }) => ate > today);
}

function formatPrice(amount: string | null): string {
  return amount ? formatReais(amount) : "A combinar";
}
