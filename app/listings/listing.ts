import type { Photo } from "../photos/photo.ts";
import type { CardColumnName, ColumnValues } from "./fields.ts";

/** In place of an empty field (spec §2). */
export const missingText = "Informação não disponível";

/** The data on a card. */
export interface ListingSummary extends Pick<ColumnValues, CardColumnName> {
  id: string;
  /** Has the 'Destaque' badge. */
  featured: boolean;
  /** Three on a card, all on the listing's page. */
  photos: Photo[];
}

/** The data on a listing's page. */
export interface Listing extends ListingSummary, ColumnValues {
  /** Civil dates, `YYYY-MM-DD`, ascending. */
  unavailableDays: string[];
  /** When the advertiser last changed the days; null if never. */
  datesUpdatedAt: Date | null;
  /** The advertiser's name. */
  createdBy: string;
  createdAt: Date;
}

/** A checked listing form, in canonical form. */
export interface ListingInput extends ColumnValues {
  /** Civil dates, `YYYY-MM-DD`, ascending. */
  unavailableDays: string[];
}
