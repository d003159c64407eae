import { nightCount, nightsOf, type Stay } from "../../calendar/stays.ts";
import { filterFlags } from "../../listings/fields.ts";
import type { Inquiry } from "../../listings/inquiry.ts";
import type { Likeness } from "../../listings/likeness.ts";
import type { CursorPosition, ListOrder } from "../../listings/list-cursor.ts";
import { prepareEstimate } from "../../prices/estimate.ts";
import { canonicalAmount, centsOf } from "../../prices/money.ts";
import type { Rates, Season } from "../../prices/seasons.ts";
import { locationOptions } from "../../region/locations.ts";
import { type Filters, flagsOf, noFilters } from "../filters.ts";
import type { IndexedListing } from "./indexed-listing.ts";
import { bitOf } from "./night-bits.ts";
import { prepareHighestNightly } from "./nightly-price.ts";
import { cheapestNight, comparePrices } from "./price-order.ts";
import { prepareDifference } from "./similarity.ts";
import { isTrait, locationBits, traitBits } from "./traits.ts";

export type Wanted = Omit<Filters, "ordem">;

export interface IndexPage {
  ids: string[];
  /** The last listing of this page; null on the last page. */
  next: CursorPosition | null;
}

/** A listing has the same position in every column. */
type Column = Float64Array | Int32Array | Uint32Array | Uint16Array;

/**
 * Listings in memory, oldest first. A search scans all of them, at a few nanoseconds each, so rare
 * filters and deep pages cost no more than others.
 */
export class ListingIndex {
  #size = 0;
  #capacity = 1024;
  #ids: string[] = [];
  #seasons: (readonly Season[])[] = [];
  #createdAtOf = new Map<string, number>();
  #createdAt = new Float64Array(this.#capacity);
  #traits = new Uint32Array(this.#capacity);
  #people = new Uint16Array(this.#capacity);
  /** Prices in cents; 0 if missing. */
  #weekend = new Int32Array(this.#capacity);
  #nightly = new Int32Array(this.#capacity);
  /** Lower bound of a night's price in any season, cents. */
  #cheapest = new Int32Array(this.#capacity);
  /** Bitmaps: one column for each 32 nights since the epoch. */
  #taken = new Map<number, Uint32Array>();

  put(listing: IndexedListing): void {
    const known = this.#createdAtOf.get(listing.id);
    if (known !== undefined && known !== listing.createdAt) this.delete(listing.id);
    const at = this.#positionOf(listing.createdAt, listing.id);
    if (this.#ids[at] !== listing.id) this.#open(at, listing);
    this.#write(at, listing);
  }

  delete(id: string): void {
    const createdAt = this.#createdAtOf.get(id);
    if (createdAt === undefined) return;
    const at = this.#positionOf(createdAt, id);
    this.#createdAtOf.delete(id);
    this.#ids.splice(at, 1);
    this.#seasons.splice(at, 1);
    for (const column of this.#columns()) column.copyWithin(at, at + 1, this.#size);
    this.#size--;
  }

  count(wanted: Wanted): number {
    const matches = this.#matcher(wanted);
    let found = 0;
    for (let at = 0; at < this.#size; at++) if (matches(at)) found++;
    return found;
  }

  countByLocation(): Map<string, number> {
    // One count for each bit of a location; one more for listings without a known location.
    const counts = new Uint32Array(33);
    for (let at = 0; at < this.#size; at++) {
      const place = Math.clz32((this.#traits[at] ?? 0) & locationBits);
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
    for (let at = this.#size - 1; at >= 0; at--) {
      const difference = differenceOf(
        this.#traits[at] ?? 0,
        this.#weekend[at] ?? 0,
        this.#people[at] ?? 0,
      );
      const last = found.length === limit ? found.at(-1) : undefined;
      if (last && difference >= last.difference) continue;
      const id = this.#ids[at] ?? "";
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
    for (let at = 0; at < this.#size; at++) {
      const nightly = this.#nightly[at] || Infinity;
      if (nightly < lowest && matches(at)) lowest = nightly;
    }
    return lowest === Infinity ? null : lowest;
  }

  /** Counts for one stay after another, applying all other filters only once. */
  stayCounter(wanted: Wanted): (stay: Stay) => number {
    const matches = this.#matcher({ ...wanted, q: null, stay: null });
    const candidates: number[] = [];
    for (let at = 0; at < this.#size; at++) if (matches(at)) candidates.push(at);
    return (stay) => {
      const isFree = this.#freeFor(stay);
      const isAffordable = this.#affordableFor({ ...wanted, stay });
      const isFound = (at: number) => isFree(at) && isAffordable(at);
      return candidates.reduce((found, at) => (isFound(at) ? found + 1 : found), 0);
    };
  }

  /** Missing prices come last in the order by price, and equal ones newest first. */
  find(wanted: Wanted, order: ListOrder, after: CursorPosition | null, limit: number): IndexPage {
    const matches = this.#matcher(wanted);
    const found =
      order === "novos"
        ? this.#newest(matches, after, limit + 1)
        : this.#cheapestOf(matches, wanted.stay, after, limit + 1);
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
  ): CursorPosition[] {
    const found: CursorPosition[] = [];
    let at = after ? this.#positionOf(after.createdAt, after.id) : this.#size;
    while (at-- > 0 && found.length < limit) if (matches(at)) found.push(this.#position(at, null));
    return found;
  }

  #cheapestOf(
    matches: (at: number) => boolean,
    stay: Stay | null,
    after: CursorPosition | null,
    limit: number,
  ): CursorPosition[] {
    const price = this.#pricer(stay);
    const nights = stay ? nightCount(stay) : 1;
    const found: CursorPosition[] = [];
    for (let at = this.#size - 1; at >= 0; at--) {
      if (!matches(at)) continue;
      const last = found.length === limit ? found.at(-1) : undefined;
      const most = last?.cents ?? Infinity;
      if ((this.#cheapest[at] ?? 0) * nights > most) continue;
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

  /** Returns prices in cents: the estimate for a stay, or the nightly price without one. */
  #pricer(stay: Stay | null): (at: number) => number | null {
    if (!stay) return (at) => this.#nightly[at] || null;
    const estimate = prepareEstimate(stay);
    // Most listings have no season at the time, and many share their rates.
    const ordinary = new Map<string, number | null>();
    return (at) => {
      const seasons = this.#seasons[at] ?? [];
      if (seasons.some(({ de, ate }) => de < stay.checkOut && stay.checkIn < ate)) {
        return estimate(this.#rates(at), seasons).total;
      }
      const key = `${this.#weekend[at]} ${this.#nightly[at]}`;
      const known = ordinary.get(key);
      if (known !== undefined) return known;
      const { total } = estimate(this.#rates(at), []);
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
    const isFree = wanted.stay ? this.#freeFor(wanted.stay) : () => true;
    const isAffordable = this.#affordableFor(wanted);
    return (at) => {
      if (((this.#traits[at] ?? 0) & bits) !== bits) return false;
      if ((this.#people[at] ?? 0) < people) return false;
      return isAffordable(at) && isFree(at);
    };
  }

  #affordableFor({ q, semPreco, stay }: Wanted): (at: number) => boolean {
    if (q === null) return () => true;
    const most = q * 100;
    const nightlyOf = this.#nightlyFor(stay);
    return (at) => {
      const nightly = nightlyOf(at);
      return nightly === 0 ? semPreco : nightly <= most;
    };
  }

  #nightlyFor(stay: Stay | null): (at: number) => number {
    const highest = stay && prepareHighestNightly(stay);
    return (at) => {
      const ordinary = this.#nightly[at] ?? 0;
      return highest?.(ordinary, this.#seasons[at] ?? []) ?? ordinary;
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
      const words = this.#taken.get(word);
      return words ? [{ words, mask }] : [];
    });
  }

  #write(at: number, listing: IndexedListing): void {
    const { rates, seasons, lazer, localizacao } = listing;
    const flags = filterFlags.filter(({ name }) => listing[name]);
    this.#seasons[at] = seasons;
    this.#traits[at] = traitBits([...lazer, localizacao, ...flags.map(({ name }) => name)]);
    this.#people[at] = listing.quantidadeMaximaPessoas ?? 0;
    this.#weekend[at] = rates.valorFds ? centsOf(rates.valorFds) : 0;
    this.#nightly[at] = rates.valorDiaria ? centsOf(rates.valorDiaria) : 0;
    this.#cheapest[at] = Math.min(...[rates, ...seasons].map(cheapestNight));
    for (const words of this.#taken.values()) words[at] = 0;
    for (const night of listing.taken) {
      const { word, bit } = bitOf(night);
      const words = this.#taken.get(word) ?? new Uint32Array(this.#capacity);
      words[at] = (words[at] ?? 0) | bit;
      this.#taken.set(word, words);
    }
  }

  #open(at: number, { id, createdAt }: IndexedListing): void {
    if (this.#size === this.#capacity) this.#grow();
    for (const column of this.#columns()) column.copyWithin(at + 1, at, this.#size);
    this.#ids.splice(at, 0, id);
    this.#seasons.splice(at, 0, []);
    this.#createdAt[at] = createdAt;
    this.#createdAtOf.set(id, createdAt);
    this.#size++;
  }

  #grow(): void {
    this.#capacity *= 2;
    const grown = <T extends Column>(column: T, larger: T): T => {
      larger.set(column);
      return larger;
    };
    this.#createdAt = grown(this.#createdAt, new Float64Array(this.#capacity));
    this.#traits = grown(this.#traits, new Uint32Array(this.#capacity));
    this.#people = grown(this.#people, new Uint16Array(this.#capacity));
    this.#weekend = grown(this.#weekend, new Int32Array(this.#capacity));
    this.#nightly = grown(this.#nightly, new Int32Array(this.#capacity));
    this.#cheapest = grown(this.#cheapest, new Int32Array(this.#capacity));
    for (const [word, words] of this.#taken) {
      this.#taken.set(word, grown(words, new Uint32Array(this.#capacity)));
    }
  }

  #columns(): Column[] {
    return [
      this.#createdAt,
      this.#traits,
      this.#people,
      this.#weekend,
      this.#nightly,
      this.#cheapest,
      ...this.#taken.values(),
    ];
  }

  /** First position of a listing that is at least as new. */
  #positionOf(createdAt: number, id: string): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const age = (this.#createdAt[middle] ?? 0) - createdAt;
      if (age < 0 || (age === 0 && (this.#ids[middle] ?? "") < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #position(at: number, cents: number | null): CursorPosition {
    return { createdAt: this.#createdAt[at] ?? 0, id: this.#ids[at] ?? "", cents };
  }

  #rates(at: number): Rates {
    return {
      valorFds: canonicalAmount(this.#weekend[at] ?? 0),
      valorDiaria: canonicalAmount(this.#nightly[at] ?? 0),
    };
  }
}
