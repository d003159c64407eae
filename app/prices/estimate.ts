import { addDays, weekdayOf } from "../calendar/civil-date.ts";
import { formatNights, formatStay, nightCount, nightsOf, type Stay } from "../calendar/stays.ts";
import { formatCents } from "./money.ts";
import { isPackage, readPrice, type Season, type Terms, wholeStay } from "./seasons.ts";
import {
  type BrokenRule,
  findBroken,
  findBrokenWeekend,
  findLoneNight,
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
 * Estimates the price of a stay (docs/decisions/017 and 060):
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

/** {@link estimateStay} for many listings: computing with dates takes most of its time. */
export function prepareEstimate(
  stay: Stay,
): (terms: Terms, seasons: readonly Season[]) => Estimate {
  const dates = nightsOf(stay);
  const nights = dates.map((date) => ({
    date,
    weekday: weekdayOf(date),
    checkOut: addDays(date, 1),
    weekendEnd: addDays(date, 2),
  }));
  const broken = findBrokenWeekend(stay);
  return (terms, seasons) => {
    const sold = sellNights(stay, dates, seasons);
    const lines: EstimateLine[] = [];
    for (const [at, night] of nights.entries()) {
      const before = lines.at(-1);
      if (before && night.date < before.stay.checkOut) continue;
      const line = lineFrom(night, at, terms, sold);
      if (before && isSameRate(before, line)) {
        before.stay = { ...before.stay, checkOut: line.stay.checkOut };
      } else {
        lines.push(line);
      }
    }
    const loneNight = findLoneNight(broken, sold);
    const rule = findBroken(terms, sold, loneNight);
    return { lines, total: sum(lines.map(lineTotal)), rule, loneNight };
  };
}

interface Night {
  date: string;
  weekday: number;
  checkOut: string;
  /** Check-out day of a weekend that begins with this night. */
  weekendEnd: string;
}

/** Makes a line of the night at this place in the stay, with those after it that are sold along with it. */
function lineFrom(
  { date, weekday, checkOut, weekendEnd }: Night,
  at: number,
  terms: Terms,
  { seasons, whole }: SoldNights,
): EstimateLine {
  const season = seasons[at] ?? null;
  if (season && whole.includes(season)) {
    return { kind: "package", stay: wholeStay(season), season, price: readPrice(season.pacote) };
  }
  const night = { checkIn: date, checkOut };
  if (season && isPackage(season)) return { kind: "nights", stay: night, season, price: null };
  const weekend = readPrice((season ?? terms).valorFds);
  const nightly = readPrice((season ?? terms).valorDiaria);
  const next = seasons[at + 1];
  const isWeekend = weekday === friday && next !== undefined && !(next && isPackage(next));
  if (isWeekend && (season !== null || weekend !== null)) {
    return {
      kind: "weekend",
      stay: { checkIn: date, checkOut: weekendEnd },
      season,
      price: weekend,
    };
  }
  const isOfWeekend = weekday === friday || weekday === saturday;
  const price = nightly ?? (isOfWeekend ? weekend : null);
  return { kind: "nights", stay: night, season, price };
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
