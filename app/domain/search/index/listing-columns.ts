import { dayNumberOf } from "../../calendar/civil-date.ts";
import { filterFlags } from "../../listings/fields.ts";
import {
  type PricedSeason,
  type PricedTerms,
  priceSeasons,
  priceTerms,
} from "../../prices/seasons.ts";
import type { IndexedListing } from "./indexed-listing.ts";
import { cheapestNight } from "./price-order.ts";
import { bitOf, locationBits, spanBits, traitBits } from "./row-bits.ts";

/** A listing has the same position in every column. */
type Column = Float64Array | Int32Array | Uint32Array | Uint16Array;

/** As much as a column holds. */
const maxCents = 2 ** 31 - 1;

const noSeasons: readonly PricedSeason[] = [];

/** Listings in memory, oldest first, in columns that a search scans one by one. */
export class ListingColumns {
  size = 0;
  #capacity = 1024;
  ids: string[] = [];
  /** Each listing's seasons, in the order of precedence for a night. */
  seasons: (readonly PricedSeason[])[] = [];
  #createdAtOf = new Map<string, number>();
  createdAt = new Float64Array(this.#capacity);
  traits = new Uint32Array(this.#capacity);
  people = new Uint16Array(this.#capacity);
  bedrooms = new Uint16Array(this.#capacity);
  /** Days since 1970 of the calendar's last confirmation; 0 if there was none. */
  confirmed = new Uint16Array(this.#capacity);
  /** Prices in cents; 0 if missing. */
  weekend = new Int32Array(this.#capacity);
  nightly = new Int32Array(this.#capacity);
  /** Which of {@link allTerms} hold outside the seasons. */
  terms = new Uint32Array(this.#capacity);
  /** Many listings have the same, so a search prices each only once. */
  allTerms: PricedTerms[] = [];
  #termsAt = new Map<string, number>();
  /** When a listing has seasons, as in {@link spanBits}. */
  seasonBits = new Uint32Array(this.#capacity);
  /** Lower bound of a night's price in any season, cents. */
  cheapest = new Int32Array(this.#capacity);
  /** Bitmaps: one column for each 32 nights since the epoch. */
  taken = new Map<number, Uint32Array>();
  /** Number of listings by the leading zeros of their location's bit; 32 of them without a known one. */
  byLocation = new Uint32Array(33);

  put(listing: IndexedListing): void {
    const known = this.#createdAtOf.get(listing.id);
    if (known !== undefined && known !== listing.createdAt) this.delete(listing.id);
    const at = this.positionOf(listing.createdAt, listing.id);
    if (this.ids[at] === listing.id) this.#countAt(at, -1);
    else this.#open(at, listing);
    this.#write(at, listing);
  }

  delete(id: string): void {
    const createdAt = this.#createdAtOf.get(id);
    if (createdAt === undefined) return;
    const at = this.positionOf(createdAt, id);
    this.#createdAtOf.delete(id);
    this.#countAt(at, -1);
    this.ids.splice(at, 1);
    this.seasons.splice(at, 1);
    for (const column of this.#columns()) column.copyWithin(at, at + 1, this.size);
    this.size--;
  }

  /** Notes that a listing's calendar was confirmed on a civil date, or later. */
  confirm(id: string, date: string): void {
    const createdAt = this.#createdAtOf.get(id);
    if (createdAt === undefined) return;
    const at = this.positionOf(createdAt, id);
    this.confirmed[at] = Math.max(this.confirmed[at] ?? 0, dayNumberOf(date));
  }

  #write(at: number, listing: IndexedListing): void {
    const { lazer, localizacao } = listing;
    const flags = filterFlags.filter(({ name }) => listing[name]);
    const terms = priceTerms(listing.terms);
    const seasons = listing.seasons.length === 0 ? noSeasons : priceSeasons(listing.seasons);
    this.seasons[at] = seasons;
    this.seasonBits[at] = seasons.reduce((bits, season) => bits | spanBits(season), 0);
    this.traits[at] = traitBits([...lazer, localizacao, ...flags.map(({ name }) => name)]);
    this.people[at] = listing.quantidadeMaximaPessoas ?? 0;
    this.bedrooms[at] = listing.QuantidadeTotalQuartos ?? 0;
    this.confirmed[at] = dayNumberOf(listing.confirmedOn);
    this.weekend[at] = terms.weekend;
    this.nightly[at] = terms.nightly;
    this.terms[at] = this.#placeOf(terms);
    this.cheapest[at] = Math.min(cheapestNight(terms, seasons), maxCents);
    this.#countAt(at, 1);
    for (const words of this.taken.values()) words[at] = 0;
    for (const night of listing.taken) {
      const { word, bit } = bitOf(night);
      const words = this.taken.get(word) ?? new Uint32Array(this.#capacity);
      words[at] = (words[at] ?? 0) | bit;
      this.taken.set(word, words);
    }
  }

  #countAt(at: number, change: number): void {
    const place = Math.clz32((this.traits[at] ?? 0) & locationBits);
    this.byLocation[place] = (this.byLocation[place] ?? 0) + change;
  }

  #placeOf(terms: PricedTerms): number {
    const key = Object.values(terms).join(" ");
    const known = this.#termsAt.get(key);
    if (known !== undefined) return known;
    this.#termsAt.set(key, this.allTerms.length);
    return this.allTerms.push(terms) - 1;
  }

  #open(at: number, { id, createdAt }: IndexedListing): void {
    if (this.size === this.#capacity) this.#grow();
    for (const column of this.#columns()) column.copyWithin(at + 1, at, this.size);
    this.ids.splice(at, 0, id);
    this.seasons.splice(at, 0, noSeasons);
    this.createdAt[at] = createdAt;
    this.#createdAtOf.set(id, createdAt);
    this.size++;
  }

  #grow(): void {
    this.#capacity *= 2;
    const grown = <T extends Column>(column: T, larger: T): T => {
      larger.set(column);
      return larger;
    };
    this.createdAt = grown(this.createdAt, new Float64Array(this.#capacity));
    this.traits = grown(this.traits, new Uint32Array(this.#capacity));
    this.people = grown(this.people, new Uint16Array(this.#capacity));
    this.bedrooms = grown(this.bedrooms, new Uint16Array(this.#capacity));
    this.confirmed = grown(this.confirmed, new Uint16Array(this.#capacity));
    this.weekend = grown(this.weekend, new Int32Array(this.#capacity));
    this.nightly = grown(this.nightly, new Int32Array(this.#capacity));
    this.terms = grown(this.terms, new Uint32Array(this.#capacity));
    this.seasonBits = grown(this.seasonBits, new Uint32Array(this.#capacity));
    this.cheapest = grown(this.cheapest, new Int32Array(this.#capacity));
    for (const [word, words] of this.taken) {
      this.taken.set(word, grown(words, new Uint32Array(this.#capacity)));
    }
  }

  #columns(): Column[] {
    return [
      this.createdAt,
      this.traits,
      this.people,
      this.bedrooms,
      this.confirmed,
      this.weekend,
      this.nightly,
      this.terms,
      this.seasonBits,
      this.cheapest,
      ...this.taken.values(),
    ];
  }

  /** First position of a listing that is at least as new. */
  positionOf(createdAt: number, id: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const age = (this.createdAt[middle] ?? 0) - createdAt;
      if (age < 0 || (age === 0 && (this.ids[middle] ?? "") < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
