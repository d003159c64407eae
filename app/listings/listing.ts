import type { Photo } from "../photos/photo.ts";
import type { Season } from "../prices/seasons.ts";
import type { CardColumnName, ColumnValues } from "./fields.ts";

/** In place of an empty field (spec §2). */
export const missingText = "Informação não disponível";

export interface ListingSummary extends Pick<ColumnValues, CardColumnName> {
  id: string;
  featured: boolean;
  /** Three on a card, all on the listing's page. */
  photos: Photo[];
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

export interface ListingInput extends ColumnValues {
  unavailableDays: string[];
}
