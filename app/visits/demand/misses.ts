import {
  type AskedAmenity,
  type AskedSearch,
  mostBedrooms,
  mostPeople,
  possibleNights,
  priceStep,
} from "../../listings/asked/asked-search.ts";
import { type FilterFlagName, filterFlags } from "../../listings/fields.ts";
import { centsOf } from "../../prices/money.ts";
import { findSeason, type Season } from "../../prices/seasons.ts";

/** Why a house was not among the results: it lacks this, has too few, costs too much or states no price. */
export type MissedBy = AskedAmenity | "people" | "bedrooms" | "price" | "noPrice";

export interface DemandedHouse extends Record<FilterFlagName, boolean> {
  localizacao: string;
  lazer: readonly string[];
  quantidadeMaximaPessoas: number | null;
  QuantidadeTotalQuartos: number | null;
  valorDiaria: string | null;
  seasons: readonly Season[];
  /** Nights that guests can't have. */
  taken: ReadonlySet<string>;
}

export interface Verdict {
  /** Everything that certainly kept the house out; the calendar aside. */
  missedBy: MissedBy[];
  /** Whether the house certainly matched, if it was free. */
  fits: boolean;
}

/** Judges searches of the house's own location or of the region; of another one, none concern it. */
export function prepareVerdict(house: DemandedHouse): (asked: AskedSearch) => Verdict | null {
  const has = new Set<string>([
    ...house.lazer,
    ...filterFlags.filter(({ name }) => house[name]).map(({ name }) => name),
  ]);
  const people = house.quantidadeMaximaPessoas ?? 0;
  const bedrooms = house.QuantidadeTotalQuartos ?? 0;
  const pricesOf = preparePrices(house);
  return (asked) => {
    if (asked.localizacao !== null && asked.localizacao !== house.localizacao) return null;
    const missedBy: MissedBy[] = asked.amenities.filter((name) => !has.has(name));
    if (people < (asked.pessoas ?? 0)) missedBy.push("people");
    if (bedrooms < (asked.quartos ?? 0)) missedBy.push("bedrooms");
    const byPrice = judgePrice(asked, pricesOf);
    if (byPrice === "noPrice" || byPrice === "price") missedBy.push(byPrice);
    const isExact = asked.pessoas !== mostPeople && asked.quartos !== mostBedrooms;
    return { missedBy, fits: missedBy.length === 0 && isExact && byPrice === "fits" };
  };
}

/**
 * Prices in cents of every night that a search may be about: 0 where there is none, null where a season without
 * any rate leaves it open.
 */
function preparePrices({ valorDiaria, seasons, taken }: DemandedHouse) {
  const ordinary = valorDiaria === null ? 0 : centsOf(valorDiaria);
  const known = new Map<string, { prices: (number | null)[]; isTaken: boolean }>();
  return (asked: AskedSearch) => {
    const key = `${asked.month} ${asked.holiday}`;
    const found = known.get(key);
    if (found) return found;
    const nights = possibleNights(asked);
    const prices = nights.map((night) => {
      const season = findSeason(night, seasons);
      if (!season) return ordinary;
      if (season.valorDiaria !== null) return centsOf(season.valorDiaria);
      return season.valorFds === null ? null : 0;
    });
    const made = {
      prices: prices.length === 0 ? [ordinary] : prices,
      isTaken: nights.some((night) => taken.has(night)),
    };
    known.set(key, made);
    return made;
  };
}

/**
 * A search leaves a house out for one night that is too dear, or without a price. Which of the nights it
 * was about is unknown, so only what holds for all of them is certain.
 */
function judgePrice(
  asked: AskedSearch,
  pricesOf: ReturnType<typeof preparePrices>,
): "noPrice" | "price" | "fits" | "unknown" {
  const { q, total, semPreco } = asked;
  if (q === null && total === null) return "fits";
  const { prices, isTaken } = pricesOf(asked);
  const isMissing = prices.every((cents) => cents === 0);
  if (isMissing && !semPreco && (q !== null || total === "nights")) {
    // With nights taken, a price might have changed nothing.
    return isTaken ? "unknown" : "noPrice";
  }
  if (q === null) return "unknown";
  if (prices.every((cents) => cents !== null && cents > q * 100)) return "price";
  const sureMost = (q - priceStep + 1) * 100;
  const isSure = prices.every((cents) =>
    cents === 0 ? semPreco : cents !== null && cents <= sureMost,
  );
  return isSure && total === null ? "fits" : "unknown";
}
