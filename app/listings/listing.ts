import { formatPeople } from "../calendar/stays.ts";
import type { Photo } from "../photos/photo.ts";
import type { Season } from "../prices/seasons.ts";
import type { Position } from "../region/position.ts";
import { countOf } from "../ui/words.ts";
import type { CardColumnName, ColumnValues } from "./fields.ts";

/** Replaces an empty field (spec §2). */
export const missingText = "Informação não disponível";

export interface StayOffer {
  /** "11 a 13/12". */
  dates: string;
  nights: number;
  /** Cents; null if a price is missing. */
  estimate: number | null;
  /** In words, if a night is taken. */
  taken: string | null;
  /** In words, if the stay is shorter than a season's minimum. */
  minimum: string | null;
  /** In words, if the calendar is so old that a guest must ask; else null. */
  staleAge: string | null;
}

export interface ListingSummary extends Pick<ColumnValues, CardColumnName> {
  id: string;
  featured: boolean;
  /** Three on a card, all on the listing's page. */
  photos: Photo[];
  offer?: StayOffer | null;
}

export interface ShownPosition extends Position {
  /** Otherwise the middle of about a square kilometre around the house. */
  isExact: boolean;
}

export interface Listing extends ListingSummary, ColumnValues {
  /** Null if the owner hasn't set it. */
  position: ShownPosition | null;
  /** Ascending; marked by the owner or taken in a feed. */
  unavailableDays: string[];
  /** Ordered by first night. */
  seasons: Season[];
  /** When the advertiser last changed or confirmed the days; null if never. */
  datesCheckedAt: Date | null;
  /** The last good reading of the most outdated feed; null without feeds. */
  feedsReadAt: Date | null;
  /** The picture of shared links in the object store; null until it is drawn. */
  shareCard: string | null;
  createdBy: string;
  createdAt: Date;
}

/** For its form: the unavailable days are the owner's own. */
export interface OwnListing
  extends Omit<Listing, "seasons" | "feedsReadAt" | "shareCard" | "position"> {
  position: Position | null;
  /** An edit must name the version it is based on. */
  version: number;
}

export interface ListingInput extends ColumnValues {
  position: Position | null;
  unavailableDays: string[];
}

/** "1 casa", "1.234 casas". */
export function formatHouses(count: number): string {
  return countOf(count, "casa");
}

/** "Capitólio, até 14 pessoas". */
export function describePlaceAndCapacity({
  localizacao,
  quantidadeMaximaPessoas: most,
}: Pick<ListingSummary, "localizacao" | "quantidadeMaximaPessoas">): string {
  return most ? `${localizacao}, até ${formatPeople(most)}` : localizacao;
}
