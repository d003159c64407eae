import { dayNumberOf, daysFrom } from "../calendar/civil-date.ts";
import { formatNights, formatStay, nightsOf, type Stay } from "../calendar/stays.ts";
import { centsOf, formatCents } from "./money.ts";

/** Canonical BRL text: "1350" or "1350.50". */
export interface Rates {
  /** Price of a Friday night and the Saturday night after it together. */
  valorFds: string | null;
  valorDiaria: string | null;
}

/** Rates, minimum stay and weekend rule of an ad, outside its seasons. */
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

/** A season in numbers, for pricing many stays: days since 1970, and cents; 0 if missing. */
export interface PricedSeason {
  from: number;
  to: number;
  weekend: number;
  nightly: number;
  /** Price of the whole package; 0 for other seasons. */
  pack: number;
  minimum: number;
}

/** {@link Terms} in numbers: cents, and 0 if missing. */
export interface PricedTerms extends Pick<PricedSeason, "weekend" | "nightly" | "minimum"> {
  wholeWeekend: boolean;
}

export interface NamedSeason extends PricedSeason {
  season: Season;
}

/** Nights from a day up to, but not including, another; days since 1970. */
export type Span = Pick<PricedSeason, "from" | "to">;

export function spanOf({ checkIn, checkOut }: Stay): Span {
  return { from: dayNumberOf(checkIn), to: dayNumberOf(checkOut) };
}

export function contains({ from, to }: Span, night: number): boolean {
  return from <= night && night < to;
}

export function priceTerms(terms: Terms): PricedTerms {
  const { valorFds, valorDiaria, minimoNoites, fdsInteiro } = terms;
  return {
    weekend: readPrice(valorFds) ?? 0,
    nightly: readPrice(valorDiaria) ?? 0,
    minimum: minimoNoites ?? 0,
    wholeWeekend: fdsInteiro,
  };
}

/** Prices seasons so that a night belongs to the first that contains it, as {@link findSeason} finds it. */
export function priceSeasons(seasons: readonly Season[]): PricedSeason[] {
  return inOrder(seasons).map(priceSeason);
}

/** {@link priceSeasons}, each with the season itself. */
export function nameSeasons(seasons: readonly Season[]): NamedSeason[] {
  return inOrder(seasons).map((season) => ({ ...priceSeason(season), season }));
}

function inOrder(seasons: readonly Season[]): readonly Season[] {
  if (seasons.length < 2) return seasons;
  return [...seasons].sort((one, other) => (precedes(one, other) ? -1 : 1));
}

function priceSeason(season: Season): PricedSeason {
  return {
    from: dayNumberOf(season.de),
    to: dayNumberOf(season.ate),
    weekend: readPrice(season.valorFds) ?? 0,
    nightly: readPrice(season.valorDiaria) ?? 0,
    pack: readPrice(season.pacote) ?? 0,
    minimum: season.minimoNoites ?? 0,
  };
}

const none: readonly never[] = [];

/** The packages that a stay takes whole, the longest first of any that overlap; `seasons` are in order. */
export function findWholePackages<Priced extends PricedSeason>(
  { from, to }: Span,
  seasons: readonly Priced[],
): readonly Priced[] {
  let within: Priced[] | null = null;
  for (const one of seasons) {
    if (one.pack > 0 && one.from >= from && one.to <= to) within = [...(within ?? []), one];
  }
  // Searches ask this of many thousands of ads, of which few sell packages.
  if (!within) return none;
  within.sort((a, b) => nightsIn(b) - nightsIn(a));
  const whole: Priced[] = [];
  for (const one of within) {
    if (whole.every((other) => one.to <= other.from || other.to <= one.from)) whole.push(one);
  }
  return whole;
}

function nightsIn({ from, to }: Span): number {
  return to - from;
}

/** A night's share of a package, in cents, rounded down. */
export function packageNightly(season: PricedSeason): number {
  return Math.floor(season.pack / nightsIn(season));
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

/** Packages named beside the prices; the table of seasons has all. */
const maxNamed = 3;

/** The season is still to come, or under way. */
export function comingSeasons(seasons: readonly Season[], today: string): Season[] {
  return seasons.filter(({ ate }) => ate > today);
}

/** Lists the conditions shown beside the prices: "Mínimo de 2 noites", and the packages to come. */
export function describeTerms(
  { minimoNoites, fdsInteiro, seasons }: Terms & { seasons: readonly Season[] },
  today: string,
): string[] {
  const least = minimoNoites ?? 1;
  return [
    ...(least > 1 ? [`Mínimo de ${formatNights(least)}`] : []),
    ...(fdsInteiro ? ["Fim de semana só inteiro"] : []),
    ...comingSeasons(seasons, today)
      .filter(isPackage)
      .slice(0, maxNamed)
      .map((season) => describePackage(season, today)),
  ];
}
