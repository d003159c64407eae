import { dayNumberOf } from "../../calendar/civil-date.ts";
import { nightCount, nightsOf, type Stay } from "../../calendar/stays.ts";
import { staleAfterDays } from "../../listings/freshness.ts";
import type { Inquiry } from "../../listings/inquiry.ts";
import type { CursorPosition, ListOrder } from "../../listings/list-cursor.ts";
import type { Likeness } from "../../listings/listing.ts";
import { prepareFigure } from "../../prices/estimate.ts";
import { type PricedSeason, spanOf } from "../../prices/seasons.ts";
import { locationOptions } from "../../region/locations.ts";
import { type Filters, flagsOf, hasPriceLimit, noFilters } from "../filters.ts";
import type { IndexedListing } from "./indexed-listing.ts";
import { ListingColumns } from "./listing-columns.ts";
import { comparePrices, prepareHighestNightly } from "./price-order.ts";
import {
  bitOf,
  countRows,
  filterRows,
  isTrait,
  noRows,
  type RowBits,
  rowsFrom,
  rowsUpTo,
  rowsWithoutBits,
  sampleRows,
  spanBits,
  traitBits,
  visitBackwards,
  withoutRows,
} from "./row-bits.ts";
import { prepareDifference } from "./similarity.ts";

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
  total: number;
  /** Matches whose calendar wasn't confirmed lately; 0 for a search without dates. */
  unconfirmed: number;
  /** Listings left out because they don't state the price that the search limits. */
  unpriced: number;
}

/** The rows a search matches, and those left out because they state no price. */
interface Matches {
  found: RowBits;
  unpriced: RowBits;
}

/**
 * A search passes over all listings once, at a few nanoseconds each, and keeps a bit for each that matches. Its
 * page and its counts come from these bits, so rare filters and deep pages cost no more than others.
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
    return countRows(this.#match(wanted).found);
  }

  countByLocation(): Map<string, number> {
    return new Map(
      locationOptions.flatMap((name) => {
        const count = this.#rows.byLocation[Math.clz32(traitBits([name]))];
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
    const { size, ids, traits, weekend, people: room } = this.#rows;
    const matching = this.#match({ ...noFilters, stay, pessoas: people }).found;
    const found: { id: string; difference: number }[] = [];
    visitBackwards(matching, size, (at) => {
      const difference = differenceOf(traits[at] ?? 0, weekend[at] ?? 0, room[at] ?? 0);
      const last = found.length === limit ? found.at(-1) : undefined;
      if (last && difference >= last.difference) return true;
      const id = ids[at] ?? "";
      if (id === to.id) return true;
      const rank = found.findIndex((one) => one.difference > difference);
      found.splice(rank < 0 ? found.length : rank, 0, { id, difference });
      if (found.length > limit) found.pop();
      return true;
    });
    return found.map(({ id }) => id);
  }

  /** Lowest price in cents; null if no matching listing has one. */
  lowestNightly(wanted: Wanted): number | null {
    const { nightly } = this.#rows;
    return this.#lowest(wanted, (at) => nightly[at] ?? 0);
  }

  /** Lowest price of the stay in cents; null if no matching listing has one. */
  lowestTotal(wanted: Wanted): number | null {
    return this.#lowest(wanted, this.#pricer(wanted.stay));
  }

  #lowest(wanted: Wanted, priceOf: (at: number) => number): number | null {
    let lowest = Infinity;
    visitBackwards(this.#match(wanted).found, this.#rows.size, (at) => {
      lowest = Math.min(lowest, priceOf(at) || Infinity);
      return true;
    });
    return lowest === Infinity ? null : lowest;
  }

  /** Counts for one stay after another, of the same number of nights, applying all other filters only once. */
  stayCounter(wanted: Wanted & { stay: Stay }): (stay: Stay) => number {
    const { q, total, semPreco } = wanted;
    const { cheapest } = this.#rows;
    const nights = nightCount(wanted.stay);
    const all = this.#match({ ...wanted, q: null, total: null, stay: null }).found;
    const mayBeWithin = (at: number) => {
      const least = cheapest[at] ?? 0;
      return least <= (q ?? Infinity) * 100 && least * nights <= (total ?? Infinity) * 100;
    };
    const candidates = semPreco ? all : filterRows(all, mayBeWithin);
    return (stay) => {
      const free = this.#freeAmong(candidates, stay);
      return countRows(this.#limitPrices(free, { ...wanted, stay }).found);
    };
  }

  /**
   * Missing prices come last in the order by price, and equal ones newest first. With dates, unconfirmed
   * calendars come after all others.
   */
  search(wanted: Wanted, { order, after, limit, day }: Order): IndexPage {
    const { stay } = wanted;
    const { found, unpriced } = this.#match(wanted);
    const confirmed = stay ? this.#confirmedBy(day, found) : found;
    const unconfirmed = withoutRows(found, confirmed);
    const list = (isUnconfirmed: boolean, wantedCount: number) => {
      const rows = isUnconfirmed ? unconfirmed : confirmed;
      const from = after?.isUnconfirmed === isUnconfirmed ? after : null;
      const listed =
        order === "novos"
          ? this.#newest(rows, from, wantedCount)
          : this.#cheapestOf(rows, stay, from, wantedCount);
      return listed.map((position) => ({ ...position, isUnconfirmed }));
    };
    const listed = after?.isUnconfirmed ? [] : list(false, limit + 1);
    if (listed.length <= limit) listed.push(...list(true, limit + 1 - listed.length));
    const shown = listed.slice(0, limit);
    return {
      ids: shown.map(({ id }) => id),
      next: listed.length > limit ? (shown.at(-1) ?? null) : null,
      total: countRows(found),
      unconfirmed: countRows(unconfirmed),
      unpriced: countRows(unpriced),
    };
  }

  #confirmedBy(day: string, rows: RowBits): RowBits {
    return rowsFrom(rows, this.#rows.confirmed, dayNumberOf(day) - staleAfterDays + 1);
  }

  #newest(rows: RowBits, after: CursorPosition | null, limit: number): Position[] {
    const found: Position[] = [];
    const end = after ? this.#rows.positionOf(after.createdAt, after.id) : this.#rows.size;
    visitBackwards(rows, end, (at) => {
      if (found.length < limit) found.push(this.#position(at, null));
      return found.length < limit;
    });
    return found;
  }

  #cheapestOf(
    rows: RowBits,
    stay: Stay | null,
    after: CursorPosition | null,
    limit: number,
  ): Position[] {
    const { cheapest } = this.#rows;
    const priceOf = this.#pricer(stay);
    const nights = stay ? nightCount(stay) : 1;
    const least = after ? (after.cents ?? Infinity) : 0;
    let most = Infinity;
    const found: Position[] = [];
    const consider = (at: number) => {
      if ((cheapest[at] ?? 0) * nights > most) return true;
      const cents = priceOf(at) || null;
      const price = cents ?? Infinity;
      if (price > most || price < least) return true;
      const position = this.#position(at, cents);
      if (after && comparePrices(position, after) <= 0) return true;
      let rank = found.length;
      while (rank > 0 && comparePrices(position, found[rank - 1] ?? position) < 0) rank--;
      if (rank === limit) return true;
      found.splice(rank, 0, position);
      if (found.length > limit) found.pop();
      if (found.length === limit) most = found.at(-1)?.cents ?? Infinity;
      return true;
    };
    // The prices of a sample rule out most other listings without pricing them.
    const sample = sampleRows(rows);
    visitBackwards(sample, this.#rows.size, consider);
    const others = rowsUpTo(withoutRows(rows, sample), cheapest, Math.floor(most / nights));
    visitBackwards(others, this.#rows.size, consider);
    return found;
  }

  /** Returns prices in cents, 0 if missing: what an ad shows for a stay, or the nightly price without one. */
  #pricer(stay: Stay | null): (at: number) => number {
    const { nightly, terms, allTerms } = this.#rows;
    if (!stay) return (at) => nightly[at] ?? 0;
    const figure = prepareFigure(stay);
    const outside = new Float64Array(allTerms.length).fill(-1);
    const seasonsOf = this.#seasonsDuring(stay);
    return (at) => {
      const place = terms[at] ?? 0;
      const own = allTerms[place];
      if (!own) return 0;
      const seasons = seasonsOf(at);
      if (seasons) return figure(own, seasons);
      let cents = outside[place] ?? 0;
      if (cents < 0) {
        cents = figure(own, []);
        outside[place] = cents;
      }
      return cents;
    };
  }

  /** Finds a listing's seasons if any may touch a stay. Most listings have none at the time. */
  #seasonsDuring(stay: Stay): (at: number) => readonly PricedSeason[] | null {
    const { seasonBits, seasons } = this.#rows;
    const bits = spanBits(spanOf(stay));
    return (at) => (((seasonBits[at] ?? 0) & bits) === 0 ? null : (seasons[at] ?? null));
  }

  #match(wanted: Wanted): Matches {
    const names = [...wanted.lazer, ...flagsOf(wanted).map(({ name }) => name)];
    if (wanted.localizacao !== null) names.push(wanted.localizacao);
    if (!names.every(isTrait)) {
      const nothing = noRows(this.#rows.size);
      return { found: nothing, unpriced: nothing };
    }
    const suited = this.#suited(traitBits(names), wanted.pessoas ?? 0, wanted.quartos ?? 0);
    const free = wanted.stay ? this.#freeAmong(suited, wanted.stay) : suited;
    return this.#limitPrices(free, wanted);
  }

  #suited(bits: number, pessoas: number, quartos: number): RowBits {
    const { size, traits, people, bedrooms } = this.#rows;
    const suited = noRows(size);
    for (let index = 0; index < suited.length; index++) {
      let word = 0;
      for (let place = 0; place < 32; place++) {
        const at = index * 32 + place;
        // Negative if anything is missing: this passes over all listings, and branches would take thrice as long.
        const lacks = bits & ~(traits[at] ?? 0);
        const short = ((people[at] ?? 0) - pessoas) | ((bedrooms[at] ?? 0) - quartos);
        word |= (~(lacks | -lacks | short) >>> 31) << place;
      }
      suited[index] = word;
    }
    if (size % 32 > 0) suited[suited.length - 1] = (suited.at(-1) ?? 0) & ((1 << (size % 32)) - 1);
    return suited;
  }

  #limitPrices(rows: RowBits, wanted: Wanted): Matches {
    const { q, total, semPreco, stay } = wanted;
    const unpriced = new Uint32Array(rows.length);
    if (!hasPriceLimit(wanted)) return { found: rows, unpriced };
    const mostNightly = (q ?? Infinity) * 100;
    const mostTotal = (total ?? Infinity) * 100;
    const nightlyOf = q === null ? () => 1 : this.#nightlyFor(stay);
    const totalOf = total === null ? () => 1 : this.#pricer(stay);
    const found = filterRows(rows, (at) => {
      const nightly = nightlyOf(at);
      if (nightly > mostNightly) return false;
      const cents = totalOf(at);
      if (cents > mostTotal) return false;
      if (nightly > 0 && cents > 0) return true;
      if (semPreco) return true;
      unpriced[at >>> 5] = (unpriced[at >>> 5] ?? 0) | (1 << (at & 31));
      return false;
    });
    return { found, unpriced };
  }

  #nightlyFor(stay: Stay | null): (at: number) => number {
    const { nightly } = this.#rows;
    if (!stay) return (at) => nightly[at] ?? 0;
    const highest = prepareHighestNightly(stay);
    const seasonsOf = this.#seasonsDuring(stay);
    return (at) => {
      const ordinary = nightly[at] ?? 0;
      const seasons = seasonsOf(at);
      return seasons ? highest(ordinary, seasons) : ordinary;
    };
  }

  #freeAmong(rows: RowBits, stay: Stay): RowBits {
    let free = rows;
    for (const { words, mask } of this.#nightMasks(nightsOf(stay))) {
      free = rowsWithoutBits(free, words, mask);
    }
    return free;
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
