import { daysFrom } from "../calendar/civil-date.ts";
import { formatStay, nightCount, nightsOf, type Stay } from "../calendar/stays.ts";
import { centsOf, formatCents } from "./money.ts";

/** Canonical BRL text: "1350" or "1350.50". */
export interface Rates {
  /** Price of a Friday night and the Saturday night after it together. */
  valorFds: string | null;
  valorDiaria: string | null;
}

/** What an ad asks of a stay outside its seasons. */
export interface Terms extends Rates {
  /** Shortest stay; null or 0 if any length will do. */
  minimoNoites: number | null;
  /** A Friday night is let only with the Saturday night after it, and the other way round. */
  fdsInteiro: boolean;
}

/** Rates for the nights from `de` up to, but not including, `ate`. */
export interface Season extends Rates {
  id: string;
  temporada: string;
  de: string;
  ate: string;
  /** One price for all the nights of a package, which then has no rates; null for other seasons. */
  pacote: string | null;
  minimoNoites: number | null;
  createdAt: Date;
}

/** In cents; null if missing or 0, which an earlier form accepted. */
export function readPrice(canonical: string | null): number | null {
  return (canonical && centsOf(canonical)) || null;
}

export function isPackage({ pacote }: Pick<Season, "pacote">): boolean {
  return readPrice(pacote) !== null;
}

/** The shortest season that contains the night; the newer of equally long ones. */
export function findSeason(night: string, seasons: readonly Season[]): Season | null {
  let best: Season | null = null;
  for (const one of seasons) {
    if (one.de <= night && night < one.ate && (!best || precedes(one, best))) best = one;
  }
  return best;
}

function precedes(one: Season, other: Season): boolean {
  const shorter = lengthOf(other) - lengthOf(one);
  const newer = one.createdAt.getTime() - other.createdAt.getTime();
  return (shorter || newer || (one.id > other.id ? 1 : -1)) > 0;
}

function lengthOf(season: Season): number {
  return daysFrom(season.de, season.ate);
}

/** The packages that a stay takes whole, the longest first of any that overlap. */
export function findWholePackages(
  { checkIn, checkOut }: Stay,
  seasons: readonly Season[],
): readonly Season[] {
  const within = seasons.filter(
    (season) => season.de >= checkIn && season.ate <= checkOut && isPackage(season),
  );
  if (within.length < 2) return within;
  within.sort((a, b) => lengthOf(b) - lengthOf(a) || (precedes(a, b) ? -1 : 1));
  const whole: Season[] = [];
  for (const one of within) {
    if (whole.every(({ de, ate }) => one.ate <= de || ate <= one.de)) whole.push(one);
  }
  return whole;
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

export interface Overlap {
  winner: Season;
  loser: Season;
  /** The nights that both have. */
  shared: Stay;
}

/** Lists which season the nights belong to that two of them have. */
export function listOverlaps(seasons: readonly Season[]): Overlap[] {
  return seasons.flatMap((one, index) =>
    seasons.slice(index + 1).flatMap((other) => {
      const checkIn = one.de > other.de ? one.de : other.de;
      const checkOut = one.ate < other.ate ? one.ate : other.ate;
      if (checkIn >= checkOut) return [];
      const [winner, loser] = precedes(one, other) ? [one, other] : [other, one];
      return [{ winner, loser, shared: { checkIn, checkOut } }];
    }),
  );
}

export function wholeStay({ de, ate }: Pick<Season, "de" | "ate">): Stay {
  return { checkIn: de, checkOut: ate };
}

/** Words such as "Réveillon 28/12 a 02/01: R$ 6.000 o pacote". */
export function describePackage(season: Season, day: string): string {
  const price = formatCents(readPrice(season.pacote) ?? 0);
  return `${season.temporada} ${formatStay(wholeStay(season), day)}: ${price} o pacote`;
}

/** A night's share of a package, in cents, rounded down. */
export function packageNightly(season: Season): number {
  return Math.floor((readPrice(season.pacote) ?? 0) / nightCount(wholeStay(season)));
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
