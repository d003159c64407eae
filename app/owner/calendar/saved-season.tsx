import { formatReais } from "../../domain/prices/money.ts";
import type { Rates, Season } from "../../domain/prices/seasons.ts";
import styles from "./season-list.module.css";
import { describeCheapWeekend, missingRate } from "./season-words.ts";

export interface SavedSeasonProps {
  season: Season;
  /** Which nights have no figure for want of a price; null if none is missing. */
  missing: string | null;
  overlaps: readonly string[];
  own: Rates;
}

/** Says what a season just saved leaves open. */
export function SavedSeason({ season, missing, overlaps, own }: SavedSeasonProps) {
  const cheap = describeCheapWeekend(season);
  return (
    <div className={`note note--leaf ${styles.saved}`} role="status">
      <p>
        <b>{season.temporada}: temporada salva.</b>
      </p>
      {missing && <p>{missing}</p>}
      {cheap && <p>{cheap}</p>}
      <TakeOwnRate season={season} own={own} />
      {overlaps.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** One tap takes the ad's own price for the one that a season lacks; nothing if there is none to take. */
export function TakeOwnRate({ season, own }: Pick<SavedSeasonProps, "season" | "own">) {
  const missing = missingRate(season);
  const amount = missing && own[missing];
  if (!amount) return null;
  const cheap = describeCheapWeekend({ ...season, [missing]: amount });
  return (
    <form method="post" action="?">
      <input type="hidden" name="intent" value="preco-do-anuncio" />
      <button type="submit" name="id" value={season.id} className="btn btn--line">
        Usar o preço do anúncio: {formatReais(amount)}
      </button>
      {cheap && <p className="small">Com ele: {cheap}</p>}
    </form>
  );
}
