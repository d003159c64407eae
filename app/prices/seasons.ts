import { daysFrom } from "../calendar/civil-date.ts";
import { formatNights, formatStay, nightsOf, type Stay } from "../calendar/stays.ts";

/** What an advertiser asks, BRL as canonical text: "1350" or "1350.50". */
export interface Rates {
  /** For a Friday night and the Saturday night after it together. */
  valorFds: string | null;
  /** For any other night. */
  valorDiaria: string | null;
}

/** Rates of their own for the nights from `de` up to, not including, `ate`; civil dates. */
export interface Season extends Rates {
  id: string;
  temporada: string;
  de: string;
  ate: string;
  minimoNoites: number | null;
  createdAt: Date;
}

/** The season a night belongs to: the shortest that contains it, between equals the newer. */
export function findSeason(night: string, seasons: readonly Season[]): Season | null {
  return seasons
    .filter(({ de, ate }) => de <= night && night < ate)
    .reduce<Season | null>((best, one) => (best && !precedes(one, best) ? best : one), null);
}

function precedes(one: Season, other: Season): boolean {
  const shorter = daysFrom(other.de, other.ate) - daysFrom(one.de, one.ate);
  const newer = one.createdAt.getTime() - other.createdAt.getTime();
  return (shorter || newer || (one.id > other.id ? 1 : -1)) > 0;
}

/** A season whose minimum is more than one night. */
interface SeasonMinimum {
  season: Season;
  nights: number;
}

/**
 * The minimum length of a stay: the longest that the season of any of its nights asks for, so that
 * nobody takes one night out of a season by arriving before it. Null if there is none.
 */
export function findMinimum(stay: Stay, seasons: readonly Season[]): SeasonMinimum | null {
  let longest: SeasonMinimum | null = null;
  for (const night of nightsOf(stay)) {
    const season = findSeason(night, seasons);
    const nights = season?.minimoNoites ?? 1;
    if (season && nights > (longest?.nights ?? 1)) longest = { season, nights };
  }
  return longest;
}

/** "Réveillon, 28/12 a 02/01: mínimo de 4 noites". `day` is today in the region. */
export function formatMinimum({ season, nights }: SeasonMinimum, day: string): string {
  return `${season.temporada}, ${formatStay(wholeStay(season), day)}: mínimo de ${formatNights(nights)}`;
}

/** All nights of a season as one stay. */
function wholeStay({ de, ate }: Season): Stay {
  return { checkIn: de, checkOut: ate };
}

/** A named stay to make a season of, such as a holiday. */
interface NamedStay extends Stay {
  name: string;
}

/** Seasons to offer an advertiser: the holidays they have not made one for, by dates or by name. */
export function suggestSeasons<Holiday extends NamedStay>(
  holidays: readonly Holiday[],
  seasons: readonly Season[],
): Holiday[] {
  return holidays.filter(
    ({ name, checkIn, checkOut }) =>
      !seasons.some(({ temporada, de, ate }) => {
        const isSameTime = de === checkIn && ate === checkOut;
        const isSameName = temporada.trim().toLowerCase() === name.toLowerCase();
        return isSameTime || (isSameName && de < checkOut && checkIn < ate);
      }),
  );
}
