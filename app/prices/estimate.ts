import { addDays, weekdayOf } from "../calendar/civil-date.ts";
import { formatNights, formatStay, nightCount, nightsOf, type Stay } from "../calendar/stays.ts";
import { centsOf, formatCents } from "./money.ts";
import { findSeason, type Rates, type Season } from "./seasons.ts";

const missingEstimate = "Preço a combinar";

/** A weekend, or consecutive nights at the same price. */
interface EstimateLine {
  kind: "weekend" | "nights";
  stay: Stay;
  /** Season whose price applies; null for the listing's ordinary rates. */
  season: Season | null;
  /** Price in cents per weekend or per night; null if missing. */
  price: number | null;
}

interface Estimate {
  lines: EstimateLine[];
  /** Total in cents; null if any price is missing. Never 0. */
  total: number | null;
}

const friday = 5;
const saturday = 6;

/**
 * Estimates the price of a stay (docs/decisions/017):
 * - A Friday and the Saturday after it cost the weekend price of the Friday's season once.
 * - Every other night costs the nightly price of its own season.
 * - A Friday or Saturday by itself costs the weekend price if there is no nightly price.
 * - In a season without a weekend price, its weekends have none.
 * - The ordinary rates never fill in for a season's missing price, and 0 counts as missing.
 */
export function estimateStay(stay: Stay, rates: Rates, seasons: readonly Season[]): Estimate {
  return prepareEstimate(stay)(rates, seasons);
}

/** {@link estimateStay} for many listings: computing with dates takes most of its time. */
export function prepareEstimate(
  stay: Stay,
): (rates: Rates, seasons: readonly Season[]) => Estimate {
  const nights = nightsOf(stay).map((date) => ({
    date,
    weekday: weekdayOf(date),
    checkOut: addDays(date, 1),
    weekendEnd: addDays(date, 2),
  }));
  return (rates, seasons) => {
    const lines: EstimateLine[] = [];
    for (const night of nights) {
      const before = lines.at(-1);
      if (before && night.date < before.stay.checkOut) continue;
      const line = lineFrom(night, stay.checkOut, rates, seasons);
      if (before && isSameRate(before, line)) {
        before.stay = { ...before.stay, checkOut: line.stay.checkOut };
      } else {
        lines.push(line);
      }
    }
    return { lines, total: sum(lines.map(lineTotal)) };
  };
}

interface Night {
  date: string;
  weekday: number;
  checkOut: string;
  /** Check-out day of a weekend that begins with this night. */
  weekendEnd: string;
}

/** Makes a line of this night, with the next one if they make a weekend. */
function lineFrom(
  { date, weekday, checkOut, weekendEnd }: Night,
  lastCheckOut: string,
  rates: Rates,
  seasons: readonly Season[],
): EstimateLine {
  const season = findSeason(date, seasons);
  const weekend = readPrice((season ?? rates).valorFds);
  const nightly = readPrice((season ?? rates).valorDiaria);
  const isWeekend = weekday === friday && weekendEnd <= lastCheckOut;
  if (isWeekend && (season !== null || weekend !== null)) {
    const stay = { checkIn: date, checkOut: weekendEnd };
    return { kind: "weekend", stay, season, price: weekend };
  }
  const isOfWeekend = weekday === friday || weekday === saturday;
  return {
    kind: "nights",
    stay: { checkIn: date, checkOut },
    season,
    price: nightly ?? (isOfWeekend ? weekend : null),
  };
}

function readPrice(canonical: string | null): number | null {
  return (canonical && centsOf(canonical)) || null;
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
  return kind === "weekend" ? price : price * nightCount(stay);
}

function sum(totals: (number | null)[]): number | null {
  return totals.reduce((all, one) => (all === null || one === null ? null : all + one), 0) || null;
}

/** A weekend of which the stay has only the Friday or the Saturday night; null if there is none. */
export function findBrokenWeekend(stay: Stay): "friday" | "saturday" | null {
  if (weekdayOf(stay.checkIn) === saturday) return "saturday";
  return weekdayOf(addDays(stay.checkOut, -1)) === friday ? "friday" : null;
}

/** Writes "R$ 1.090" or "Preço a combinar". */
export function formatEstimate(cents: number | null): string {
  return cents === null ? missingEstimate : formatCents(cents);
}

/** "Fim de semana" or "4 noites × R$ 1.900", with "11 a 13/12" or "Réveillon, 28/12 a 01/01". */
export function describeLine(line: EstimateLine, day: string): { what: string; when: string } {
  const { kind, stay, season, price } = line;
  const nights = nightCount(stay);
  const each = nights > 1 && price !== null ? ` × ${formatCents(price)}` : "";
  return {
    what: kind === "weekend" ? "Fim de semana" : `${formatNights(nights)}${each}`,
    when: `${season ? `${season.temporada}, ` : ""}${formatStay(stay, day)}`,
  };
}
