import type { Photo } from "../photos/photo.ts";
import type { CardColumnName, ColumnValues } from "./fields.ts";

/** Shown in place of a field left empty (spec §2). */
export const missingText = "Informação não disponível";

/** The part of a listing that its card shows. */
export interface ListingSummary extends Pick<ColumnValues, CardColumnName> {
  id: string;
  /** The owner's plan includes the 'Destaque' badge. */
  featured: boolean;
  /** The first three on a card, all of them on the listing's page. */
  photos: Photo[];
}

/** A listing as its page shows it. */
export interface Listing extends ListingSummary, ColumnValues {
  /** Civil dates, `YYYY-MM-DD`, ascending. */
  unavailableDays: string[];
  /** When the advertiser last changed the days; null before the first time. */
  datesUpdatedAt: Date | null;
  /** The advertiser's name. */
  createdBy: string;
  createdAt: Date;
}

/** An advertiser's description of a listing, checked and in canonical form. */
export interface ListingInput extends ColumnValues {
  /** Civil dates, `YYYY-MM-DD`, ascending. */
  unavailableDays: string[];
}
