import { dateOfDay, weekdayOfDay } from "../calendar/civil-date.ts";
import { formatNights, formatStay, nightCount, type Stay } from "../calendar/stays.ts";
import { formatCents } from "./money.ts";
import {
  type NamedSeason,
  nameSeasons,
  type PricedSeason,
  type PricedTerms,
  priceTerms,
  type Season,
  type Span,
  spanOf,
  type Terms,
} from "./seasons.ts";
import {
  type BrokenRule,
  findBroken,
  findBrokenWeekend,
  findLoneNight,
  ofSeason,
  type SoldNights,
  sellNights,
} from "./stay-rules.ts";

const missingEstimate = "Preço a combinar";

/** A whole package, a weekend, or consecutive nights at the same price. */
interface EstimateLine {
  kind: "package" | "weekend" | "nights";
  stay: Stay;
  /** Season whose price applies; null for the listing's ordinary rates. */
  season: Season | null;
  /** Price in cents per package, weekend or night; null if missing. */
  price: number | null;
}

export interface Estimate {
  lines: EstimateLine[];
  /** Total in cents; null if any price is missing. Never 0. */
  total: number | null;
  /** Why the advertiser doesn't take this stay, whose total is then not shown; null if they do. */
  rule: BrokenRule | null;
  /** A night that the stay has of a weekend without the other one; null if there is none. */
  loneNight: "friday" | "saturday" | null;
}

const friday = 5;
const saturday = 6;

/**
 * Estimates the price of a stay (docs/decisions/017):
 * - A package that the stay takes whole costs its price. The nights of any other have none.
 * - A Friday and the Saturday after it cost the weekend price of the Friday's season once.
 * - Every other night costs the nightly price of its own season.
 * - A Friday or Saturday by itself costs the weekend price if there is no nightly price.
 * - In a season without a weekend price, its weekends have none.
 * - The ordinary rates never fill in for a season's missing price, and 0 counts as missing.
 */
export function estimateStay(stay: Stay, terms: Terms, seasons: readonly Season[]): Estimate {
  return prepareEstimate(stay)(terms, seasons);
}

/** {@link estimateStay} for many listings. */
export function prepareEstimate(
  stay: Stay,
): (terms: Terms, seasons: readonly Season[]) => Estimate {
  const span = spanOf(stay);
  const broken = findBrokenWeekend(stay);
  return (terms, seasons) => {
    const sold = sellNights(span, nameSeasons(seasons));
    const priced = priceTerms(terms);
    const lines: EstimateLine[] = [];
    for (let night = span.from; night < span.to; ) {
      const sale = saleOf(night, span, priced, sold);
      night = sale.to;
      const before = lines.at(-1);
      const line = lineOf(sale);
      if (before && isSameRate(before, line)) {
        before.stay = { ...before.stay, checkOut: line.stay.checkOut };
      } else {
        lines.push(line);
      }
    }
    const loneNight = findLoneNight(broken, sold);
    const rule = ofSeason(findBroken(priced, sold, loneNight));
    return { lines, total: sum(lines.map(lineTotal)), rule, loneNight };
  };
}

/** Returns the {@link figureOf} the estimate without its lines, for very many listings; 0 if there is none. */
export function prepareFigure(
  stay: Stay,
): (terms: PricedTerms, ordered: readonly PricedSeason[]) => number {
  const span = spanOf(stay);
  const broken = findBrokenWeekend(stay);
  return (terms, ordered) => {
    const sold = sellNights(span, ordered);
    if (findBroken(terms, sold, findLoneNight(broken, sold))) return 0;
    let total = 0;
    for (let night = span.from; night < span.to; ) {
      const { price, to } = saleOf(night, span, terms, sold);
      if (price === 0) return 0;
      total += price;
      night = to;
    }
    return total;
  };
}

/** A package, weekend or night as it is sold. Days count from 1970; amounts are in cents, 0 if missing. */
interface Sale<Priced> extends Span {
  kind: EstimateLine["kind"];
  season: Priced | null;
  price: number;
}

function saleOf<Priced extends PricedSeason>(
  night: number,
  stay: Span,
  terms: PricedTerms,
  { seasons, whole }: SoldNights<Priced>,
): Sale<Priced> {
  const at = night - stay.from;
  const season = seasons[at] ?? null;
  if (season && season.pack > 0) {
    const isWhole = whole.includes(season);
    return isWhole
      ? { kind: "package", season, from: night, to: season.to, price: season.pack }
      : { kind: "nights", season, from: night, to: night + 1, price: 0 };
  }
  const { weekend, nightly } = season ?? terms;
  const weekday = weekdayOfDay(night);
  const next = seasons[at + 1];
  const isWeekend = weekday === friday && next !== undefined && !(next && next.pack > 0);
  if (isWeekend && (season !== null || weekend > 0)) {
    return { kind: "weekend", season, from: night, to: night + 2, price: weekend };
  }
  const isOfWeekend = weekday === friday || weekday === saturday;
  const price = nightly || (isOfWeekend ? weekend : 0);
  return { kind: "nights", season, from: night, to: night + 1, price };
}

function lineOf({ kind, season, from, to, price }: Sale<NamedSeason>): EstimateLine {
  const stay = { checkIn: dateOfDay(from), checkOut: dateOfDay(to) };
  return { kind, stay, season: season?.season ?? null, price: price || null };
}

function isSameRate(one: EstimateLine, other: EstimateLine): boolean {
  return (
    one.kind === "nights" &&
    other.kind === "nights" &&
    one.season === other.season &&
    one.price === other.price
  );
}

/** Total of a line in cents; null if the price is missing. */
export function lineTotal({ kind, stay, price }: EstimateLine): number | null {
  if (price === null) return null;
  return kind === "nights" ? price * nightCount(stay) : price;
}

function sum(totals: (number | null)[]): number | null {
  return totals.reduce((all, one) => (all === null || one === null ? null : all + one), 0) || null;
}

/** The total in cents that the advertiser would stand by; null if there is none. */
export function figureOf({ total, rule }: Pick<Estimate, "total" | "rule">): number | null {
  return rule ? null : total;
}

/** Writes "R$ 1.090" or "Preço a combinar". */
export function formatEstimate(cents: number | null): string {
  return cents === null ? missingEstimate : formatCents(cents);
}

/** "Fim de semana" or "4 noites × R$ 1.900", with "11 a 13/12" or "Réveillon, 28/12 a 01/01". */
export function describeLine(line: EstimateLine, day: string): { what: string; when: string } {
  const { stay, season } = line;
  return {
    what: describeWhat(line),
    when: `${season ? `${season.temporada}, ` : ""}${formatStay(stay, day)}`,
  };
}

function describeWhat({ kind, stay, price }: EstimateLine): string {
  const nights = nightCount(stay);
  if (kind === "weekend") return "Fim de semana";
  if (kind === "package") return `Pacote de ${formatNights(nights)}`;
  return `${formatNights(nights)}${nights > 1 && price !== null ? ` × ${formatCents(price)}` : ""}`;
}
