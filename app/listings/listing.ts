import type { Photo } from "../photos/photo.ts";
import type { Season } from "../prices/seasons.ts";
import type { CardColumnName, ColumnValues } from "./fields.ts";

/** In place of an empty field (spec §2). */
export const missingText = "Informação não disponível";

/** Days after which a calendar that nobody confirmed may be wrong. */
export const staleAfterDays = 30;

/** What a card says about the stay that was searched for. */
export interface StayOffer {
  /** "11 a 13/12". */
  dates: string;
  nights: number;
  /** Cents; null where a price is missing. */
  estimate: number | null;
  /** The minimum of a season that the stay falls short of, in words. */
  minimum: string | null;
  /** Days since the calendar was last confirmed, from {@link staleAfterDays} on; else null. */
  staleDays: number | null;
}

export interface ListingSummary extends Pick<ColumnValues, CardColumnName> {
  id: string;
  featured: boolean;
  /** Three on a card, all on the listing's page. */
  photos: Photo[];
  /** Only in a search by dates. */
  offer?: StayOffer | null;
}

export interface Listing extends ListingSummary, ColumnValues {
  /** Civil dates, `YYYY-MM-DD`, ascending: the owner's own and those of feeds. */
  unavailableDays: string[];
  /** By their first night. */
  seasons: Season[];
  /** When the advertiser last changed the days; null if never. */
  datesUpdatedAt: Date | null;
  createdBy: string;
  createdAt: Date;
}

/** A listing as its form needs it: the unavailable days are the owner's own. */
export interface OwnListing extends Omit<Listing, "seasons"> {
  /** An edit must name the version it is based on. */
  version: number;
}

export interface ListingInput extends ColumnValues {
  unavailableDays: string[];
}
