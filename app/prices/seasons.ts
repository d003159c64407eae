import { daysFrom } from "../calendar/civil-date.ts";
import { formatNights, formatStay, nightsOf, type Stay } from "../calendar/stays.ts";

/** Canonical BRL text: "1350" or "1350.50". */
export interface Rates {
  /** Price of a Friday night and the Saturday night after it together. */
  valorFds: string | null;
  valorDiaria: string | null;
}

/** Rates for the nights from `de` up to, but not including, `ate`. */
export interface Season extends Rates {
  id: string;
  temporada: string;
  de: string;
  ate: string;
  minimoNoites: number | null;
  createdAt: Date;
}

/** The shortest season that contains the night; the newer of equally long ones. */
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

export function seasonNights(
  seasons: readonly Pick<Season, "de" | "ate">[],
  range: Stay,
): string[] {
  const nights = seasons.flatMap(({ de, ate }) =>
    nightsOf({
      checkIn: de > range.checkIn ? de : range.checkIn,
      checkOut: ate < range.checkOut ? ate : range.checkOut,
    }),
  );
  return [...new Set(nights)];
}

interface SeasonMinimum {
  season: Season;
  nights: number;
}

/** Any night's season counts, so that arriving before one doesn't get around its minimum stay. */
export function findMinimum(stay: Stay, seasons: readonly Season[]): SeasonMinimum | null {
  let longest: SeasonMinimum | null = null;
  for (const night of nightsOf(stay)) {
    const season = findSeason(night, seasons);
    const nights = season?.minimoNoites ?? 1;
    if (season && nights > (longest?.nights ?? 1)) longest = { season, nights };
  }
  return longest;
}

export function formatMinimum({ season, nights }: SeasonMinimum, day: string): string {
  return `${season.temporada}, ${formatStay(wholeStay(season), day)}: mínimo de ${formatNights(nights)}`;
}

function wholeStay({ de, ate }: Season): Stay {
  return { checkIn: de, checkOut: ate };
}

/** Words such as "Carnaval: sem preço de temporada", for a holiday that no season covers. */
export function describeUnpriced(holiday: string): string {
  return `${holiday}: sem preço de temporada`;
}

interface NamedStay extends Stay {
  name: string;
}

/** The holidays without a season of the same name or dates. */
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
