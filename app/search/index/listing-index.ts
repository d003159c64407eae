import { nightCount, nightsOf, type Stay } from "../../calendar/stays.ts";
import { staleAfterDays } from "../../listings/freshness.ts";
import type { Inquiry } from "../../listings/inquiry.ts";
import type { Likeness } from "../../listings/likeness.ts";
import type { CursorPosition, ListOrder } from "../../listings/list-cursor.ts";
import { figureOf, prepareEstimate } from "../../prices/estimate.ts";
import { findBrokenWeekend } from "../../prices/stay-rules.ts";
import { locationOptions } from "../../region/locations.ts";
import { type Filters, flagsOf, noFilters } from "../filters.ts";
import type { IndexedListing } from "./indexed-listing.ts";
import { dayNumberOf, ListingColumns } from "./listing-columns.ts";
import { bitOf } from "./night-bits.ts";
import { prepareHighestNightly } from "./nightly-price.ts";
import { comparePrices } from "./price-order.ts";
import { prepareDifference } from "./similarity.ts";
import { isTrait, locationBits, traitBits } from "./traits.ts";

export type Wanted = Omit<Filters, "ordem">;

/** Where a listing stands among those of its group. */
type Position = Omit<CursorPosition, "isUnconfirmed">;

interface Order {
  order: ListOrder;
  after: CursorPosition | null;
  limit: number;
  /** Civil date by which calendars are old. */
  day: string;
}

export interface IndexPage {
  ids: string[];
  /** The last listing of this page; null on the last page. */
  next: CursorPosition | null;
}

/**
 * Searches scan all listings, at a few nanoseconds each, so rare filters and deep pages cost no more than
 * others.
 */
export class ListingIndex {
  #rows = new ListingColumns();

  put(listing: IndexedListing): void {
    this.#rows.put(listing);
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  /** Notes that a listing's calendar was confirmed on a civil date, or later. */
  confirm(id: string, date: string): void {
    this.#rows.confirm(id, date);
  }

  count(wanted: Wanted): number {
    const matches = this.#matcher(wanted);
    let found = 0;
    for (let at = 0; at < this.#rows.size; at++) if (matches(at)) found++;
    return found;
  }

  /** Counts matching listings, and those among them whose calendar nobody confirmed lately. */
  countUnconfirmed(wanted: Wanted, day: string): { total: number; unconfirmed: number } {
    const matches = this.#matcher(wanted);
    const isConfirmed = this.#confirmedBy(day);
    const counts = { total: 0, unconfirmed: 0 };
    for (let at = 0; at < this.#rows.size; at++) {
      if (!matches(at)) continue;
      counts.total++;
      if (!isConfirmed(at)) counts.unconfirmed++;
    }
    return counts;
  }

  #confirmedBy(day: string): (at: number) => boolean {
    const first = dayNumberOf(day) - staleAfterDays;
    return (at) => (this.#rows.confirmed[at] ?? 0) > first;
  }

  countByLocation(): Map<string, number> {
    // One count for each bit of a location; one more for listings without a known location.
    const counts = new Uint32Array(33);
    for (let at = 0; at < this.#rows.size; at++) {
      const place = Math.clz32((this.#rows.traits[at] ?? 0) & locationBits);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return new Map(
      locationOptions.flatMap((name) => {
        const count = counts[Math.clz32(traitBits([name]))];
        return count ? [[name, count]] : [];
      }),
    );
  }

  /**
   * Finds the listings most like another one, which is left out, with room for the visitors and
   * free on their dates. Equally similar ones come newest first.
   */
  findSimilar(to: Likeness, { stay, people }: Inquiry, limit: number): string[] {
    const differenceOf = prepareDifference(to);
    const matches = this.#matcher({ ...noFilters, stay, pessoas: people });
    const found: { id: string; difference: number }[] = [];
    for (let at = this.#rows.size - 1; at >= 0; at--) {
      const difference = differenceOf(
        this.#rows.traits[at] ?? 0,
        this.#rows.weekend[at] ?? 0,
        this.#rows.people[at] ?? 0,
      );
      const last = found.length === limit ? found.at(-1) : undefined;
      if (last && difference >= last.difference) continue;
      const id = this.#rows.ids[at] ?? "";
      if (id === to.id || !matches(at)) continue;
      const rank = found.findIndex((one) => one.difference > difference);
      found.splice(rank < 0 ? found.length : rank, 0, { id, difference });
      if (found.length > limit) found.pop();
    }
    return found.map(({ id }) => id);
  }

  /** Lowest price in cents; null if no matching listing has one. */
  lowestNightly(wanted: Wanted): number | null {
    const matches = this.#matcher(wanted);
    let lowest = Infinity;
    for (let at = 0; at < this.#rows.size; at++) {
      const nightly = this.#rows.nightly[at] || Infinity;
      if (nightly < lowest && matches(at)) lowest = nightly;
    }
    return lowest === Infinity ? null : lowest;
  }

  /** Lowest price of the stay in cents; null if no matching listing has one. */
  lowestTotal(wanted: Wanted): number | null {
    const matches = this.#matcher(wanted);
    const totalOf = this.#pricer(wanted.stay);
    let lowest = Infinity;
    for (let at = 0; at < this.#rows.size; at++) {
      if (matches(at)) lowest = Math.min(lowest, totalOf(at) ?? Infinity);
    }
    return lowest === Infinity ? null : lowest;
  }

  /** Counts for one stay after another, applying all other filters only once. */
  stayCounter(wanted: Wanted): (stay: Stay) => number {
    const matches = this.#matcher({ ...wanted, q: null, total: null, stay: null });
    const candidates: number[] = [];
    for (let at = 0; at < this.#rows.size; at++) if (matches(at)) candidates.push(at);
    return (stay) => {
      const isFree = this.#freeFor(stay);
      const isAffordable = this.#affordableFor({ ...wanted, stay });
      const isFound = (at: number) => isFree(at) && isAffordable(at);
      return candidates.reduce((found, at) => (isFound(at) ? found + 1 : found), 0);
    };
  }

  /**
   * Missing prices come last in the order by price, and equal ones newest first. With dates, unconfirmed
   * calendars come after all others.
   */
  find(wanted: Wanted, { order, after, limit, day }: Order): IndexPage {
    const matches = this.#matcher(wanted);
    const isConfirmed = wanted.stay ? this.#confirmedBy(day) : () => true;
    const list = (isUnconfirmed: boolean, wantedCount: number) => {
      const from = after?.isUnconfirmed === isUnconfirmed ? after : null;
      const isListed = (at: number) => isConfirmed(at) !== isUnconfirmed && matches(at);
      const found =
        order === "novos"
          ? this.#newest(isListed, from, wantedCount)
          : this.#cheapestOf(isListed, wanted.stay, from, wantedCount);
      return found.map((position) => ({ ...position, isUnconfirmed }));
    };
    const found = after?.isUnconfirmed ? [] : list(false, limit + 1);
    if (wanted.stay && found.length <= limit) found.push(...list(true, limit + 1 - found.length));
    const shown = found.slice(0, limit);
    return {
      ids: shown.map(({ id }) => id),
      next: found.length > limit ? (shown.at(-1) ?? null) : null,
    };
  }

  #newest(
    matches: (at: number) => boolean,
    after: CursorPosition | null,
    limit: number,
  ): Position[] {
    const found: Position[] = [];
    let at = after ? this.#rows.positionOf(after.createdAt, after.id) : this.#rows.size;
    while (at-- > 0 && found.length < limit) if (matches(at)) found.push(this.#position(at, null));
    return found;
  }

  #cheapestOf(
    matches: (at: number) => boolean,
    stay: Stay | null,
    after: CursorPosition | null,
    limit: number,
  ): Position[] {
    const price = this.#pricer(stay);
    const nights = stay ? nightCount(stay) : 1;
    const found: Position[] = [];
    for (let at = this.#rows.size - 1; at >= 0; at--) {
      if (!matches(at)) continue;
      const last = found.length === limit ? found.at(-1) : undefined;
      const most = last?.cents ?? Infinity;
      if ((this.#rows.cheapest[at] ?? 0) * nights > most) continue;
      const cents = price(at);
      if ((cents ?? Infinity) > most) continue;
      const position = this.#position(at, cents);
      if (after && comparePrices(position, after) <= 0) continue;
      if (last && comparePrices(position, last) >= 0) continue;
      let rank = found.length;
      while (rank > 0 && comparePrices(position, found[rank - 1] ?? position) < 0) rank--;
      found.splice(rank, 0, position);
      if (found.length > limit) found.pop();
    }
    return found;
  }

  /** Returns prices in cents: what an ad shows for a stay, or the nightly price without one. */
  #pricer(stay: Stay | null): (at: number) => number | null {
    if (!stay) return (at) => this.#rows.nightly[at] || null;
    const estimate = prepareEstimate(stay);
    const nights = nightCount(stay);
    const isBroken = findBrokenWeekend(stay) !== null;
    // Most listings have no season at the time, and many share their rates.
    const ordinary = new Map<string, number | null>();
    return (at) => {
      const seasons = this.#rows.seasons[at] ?? [];
      if (seasons.some(({ de, ate }) => de < stay.checkOut && stay.checkIn < ate)) {
        return figureOf(estimate(this.#rows.terms(at), seasons));
      }
      if ((this.#rows.minimum[at] ?? 0) > nights) return null;
      if (isBroken && this.#rows.wholeWeekend[at] === 1) return null;
      const key = `${this.#rows.weekend[at]} ${this.#rows.nightly[at]}`;
      const known = ordinary.get(key);
      if (known !== undefined) return known;
      const { total } = estimate(this.#rows.terms(at), []);
      ordinary.set(key, total);
      return total;
    };
  }

  #matcher(wanted: Wanted): (at: number) => boolean {
    const names = [...wanted.lazer, ...flagsOf(wanted).map(({ name }) => name)];
    if (wanted.localizacao !== null) names.push(wanted.localizacao);
    if (!names.every(isTrait)) return () => false;
    const bits = traitBits(names);
    const people = wanted.pessoas ?? 0;
    const bedrooms = wanted.quartos ?? 0;
    const isFree = wanted.stay ? this.#freeFor(wanted.stay) : () => true;
    const isAffordable = this.#affordableFor(wanted);
    return (at) => {
      if (((this.#rows.traits[at] ?? 0) & bits) !== bits) return false;
      if ((this.#rows.people[at] ?? 0) < people) return false;
      if ((this.#rows.bedrooms[at] ?? 0) < bedrooms) return false;
      return isAffordable(at) && isFree(at);
    };
  }

  #affordableFor({ q, total, semPreco, stay }: Wanted): (at: number) => boolean {
    const nightlyOf = q === null ? null : this.#nightlyFor(stay);
    const totalOf = total === null ? null : this.#pricer(stay);
    const isWithin = (cents: number, most: number | null) =>
      cents === 0 ? semPreco : cents <= (most ?? 0) * 100;
    return (at) =>
      (!nightlyOf || isWithin(nightlyOf(at), q)) && (!totalOf || isWithin(totalOf(at) ?? 0, total));
  }

  #nightlyFor(stay: Stay | null): (at: number) => number {
    const highest = stay && prepareHighestNightly(stay);
    return (at) => {
      const ordinary = this.#rows.nightly[at] ?? 0;
      return highest?.(ordinary, this.#rows.seasons[at] ?? []) ?? ordinary;
    };
  }

  #freeFor(stay: Stay): (at: number) => boolean {
    const nights = this.#nightMasks(nightsOf(stay));
    return (at) => {
      for (const { words, mask } of nights) if (((words[at] ?? 0) & mask) !== 0) return false;
      return true;
    };
  }

  /** Masks by bitmap column; columns that no listing uses are left out. */
  #nightMasks(nights: readonly string[]): { words: Uint32Array; mask: number }[] {
    const masks = new Map<number, number>();
    for (const night of nights) {
      const { word, bit } = bitOf(night);
      masks.set(word, (masks.get(word) ?? 0) | bit);
    }
    return [...masks].flatMap(([word, mask]) => {
      const words = this.#rows.taken.get(word);
      return words ? [{ words, mask }] : [];
    });
  }

  #position(at: number, cents: number | null): Position {
    return { createdAt: this.#rows.createdAt[at] ?? 0, id: this.#rows.ids[at] ?? "", cents };
  }
}
