import { addDays, weekdayOf } from "../calendar/civil-date.ts";
import { listHolidaysOf } from "../calendar/holidays.ts";
import { formatNights, formatStay, nightCount, nightsOf, type Stay } from "../calendar/stays.ts";
import {
  contains,
  describePackage,
  findSeason,
  findWholePackages,
  type NamedSeason,
  nameSeasons,
  type PricedSeason,
  type PricedTerms,
  type Season,
  type Span,
  spanOf,
  type Terms,
  wholeStay,
} from "./seasons.ts";

/** The way in which each night of a stay is sold. */
export interface SoldNights<Priced extends PricedSeason = PricedSeason> {
  /** The season of each night, in order; null where the ad's ordinary terms hold. */
  seasons: readonly (Priced | null)[];
  /** The packages that the stay takes whole. */
  whole: readonly Priced[];
  /** The stay's dates are those of a season. */
  isSeason: boolean;
}

type Night = "friday" | "saturday";

/** A rule of the advertiser's that a stay breaks: the ad gives no figure for it. */
export type BrokenRule<OfSeason = Season> =
  /** The stay has some nights of a package, but not all. */
  | { kind: "package"; season: OfSeason }
  /** The minimum is the ad's own if there is no season. */
  | { kind: "minimum"; season: OfSeason | null; nights: number }
  | { kind: "weekend"; only: Night };

const friday = 5;
const saturday = 6;

/** Sells whole packages first; any other night belongs to the first of `ordered` that contains it. */
export function sellNights<Priced extends PricedSeason>(
  stay: Span,
  ordered: readonly Priced[],
): SoldNights<Priced> {
  const whole = findWholePackages(stay, ordered);
  let isSeason = false;
  for (const { from, to } of ordered) isSeason ||= from === stay.from && to === stay.to;
  const seasons: (Priced | null)[] = [];
  for (let night = stay.from; night < stay.to; night++) {
    seasons.push(firstOf(whole, night) ?? firstOf(ordered, night));
  }
  return { whole, isSeason, seasons };
}

function firstOf<Priced extends PricedSeason>(
  ordered: readonly Priced[],
  night: number,
): Priced | null {
  for (const one of ordered) if (contains(one, night)) return one;
  return null;
}

function isSameStay(one: Stay, other: Stay): boolean {
  return one.checkIn === other.checkIn && one.checkOut === other.checkOut;
}

/**
 * A weekend of which the stay has only the Friday or the Saturday night; null if there is none, and for the
 * stays that the site itself proposes for holidays: Réveillon ends on 02/01 whatever the weekday.
 */
export function findBrokenWeekend(stay: Stay): Night | null {
  const endsOnFriday = weekdayOf(addDays(stay.checkOut, -1)) === friday;
  const broken = weekdayOf(stay.checkIn) === saturday ? "saturday" : endsOnFriday ? "friday" : null;
  const isHoliday = () => listHolidaysOf(stay).some((holiday) => isSameStay(holiday, stay));
  return broken && !isHoliday() ? broken : null;
}

/**
 * Passes over `broken`, the night found by {@link findBrokenWeekend}, where a whole package ends there, and
 * in a stay with the dates of a season.
 */
export function findLoneNight(
  broken: Night | null,
  { seasons, whole, isSeason }: SoldNights,
): Night | null {
  if (isSeason) return null;
  const season = broken === "saturday" ? seasons[0] : seasons.at(-1);
  return season && whole.includes(season) ? null : broken;
}

/** Any night's season counts, so that arriving before one doesn't get around its minimum stay. */
export function findBroken<Priced extends PricedSeason>(
  terms: Pick<PricedTerms, "minimum" | "wholeWeekend">,
  { seasons, whole }: SoldNights<Priced>,
  lone: Night | null,
): BrokenRule<Priced> | null {
  let least = seasons.length;
  let broken: BrokenRule<Priced> | null = null;
  for (const season of seasons) {
    if (season && season.pack > 0) {
      if (whole.includes(season)) continue;
      return { kind: "package", season };
    }
    const nights = (season ?? terms).minimum;
    if (nights > least) {
      least = nights;
      broken = { kind: "minimum", season, nights };
    }
  }
  return broken ?? (lone && terms.wholeWeekend ? { kind: "weekend", only: lone } : null);
}

/** Names the season itself instead of its numbers. */
export function ofSeason(rule: BrokenRule<NamedSeason> | null): BrokenRule | null {
  if (rule?.kind === "package") return { ...rule, season: rule.season.season };
  if (rule?.kind === "minimum") return { ...rule, season: rule.season?.season ?? null };
  return rule;
}

export function findBrokenRule(
  stay: Stay,
  terms: Pick<Terms, "minimoNoites" | "fdsInteiro">,
  seasons: readonly Season[],
): BrokenRule | null {
  const sold = sellNights(spanOf(stay), nameSeasons(seasons));
  const rules = { minimum: terms.minimoNoites ?? 0, wholeWeekend: terms.fdsInteiro };
  return ofSeason(findBroken(rules, sold, findLoneNight(findBrokenWeekend(stay), sold)));
}

/** Words such as "Réveillon, 28/12 a 02/01: mínimo de 4 noites" or "Mínimo de 2 noites". */
export function describeRule(rule: BrokenRule, day: string): string {
  switch (rule.kind) {
    case "package":
      return `Só o pacote inteiro. ${describePackage(rule.season, day)}`;
    case "minimum": {
      const { season } = rule;
      return season
        ? `${season.temporada}, ${formatStay(wholeStay(season), day)}: mínimo de ${formatNights(rule.nights)}`
        : summarizeRule(rule);
    }
    case "weekend":
      return "Fim de semana só inteiro, sexta e sábado juntos";
  }
}

/** The rule in the few words that fit beside a price. */
export function summarizeRule(rule: BrokenRule): string {
  switch (rule.kind) {
    case "package":
      return "Só o pacote inteiro";
    case "minimum":
      return `Mínimo de ${formatNights(rule.nights)}`;
    case "weekend":
      return "Fim de semana só inteiro";
  }
}

/** The nearest stay that keeps the rule, though it may break another. */
export function mendStay(stay: Stay, rule: BrokenRule): Stay {
  switch (rule.kind) {
    case "package":
      return wholeStay(rule.season);
    case "minimum":
      return { ...stay, checkOut: addDays(stay.checkIn, Math.max(nightCount(stay), rule.nights)) };
    case "weekend":
      return rule.only === "saturday"
        ? { ...stay, checkIn: addDays(stay.checkIn, -1) }
        : { ...stay, checkOut: addDays(stay.checkOut, 1) };
  }
}

/**
 * Finds the first holiday of a stay that no season covers: owners ask more then, whatever the ordinary
 * rates say. Returns its name; null if there is none.
 */
export function findUnpricedHoliday(stay: Stay, seasons: readonly Season[]): string | null {
  return prepareUnpricedHoliday(stay)(seasons);
}

/** {@link findUnpricedHoliday} for many listings. */
export function prepareUnpricedHoliday(stay: Stay): (seasons: readonly Season[]) => string | null {
  const holidays = listHolidaysOf(stay).map((holiday) => {
    const nights = new Set(nightsOf(holiday));
    return { name: holiday.name, nights: nightsOf(stay).filter((night) => nights.has(night)) };
  });
  return (seasons) =>
    holidays.find(({ nights }) => nights.some((night) => !findSeason(night, seasons)))?.name ??
    null;
}
