import { countOf } from "../../platform/ui/words.ts";
import type { PausedBy } from "../accounts/visibility/pause.ts";
import { formatPeople } from "../calendar/stays.ts";
import type { FeedNight } from "../calendar/taken-nights.server.ts";
import type { Photo } from "../photos/photo.ts";
import type { Season } from "../prices/seasons.ts";
import type { Position } from "../region/position.ts";
import type { CardColumnName, ColumnValues, PublicColumnName } from "./fields.ts";

/** Stands in for an empty field (spec §2). */
export const missingText = "Informação não disponível";

export interface StayOffer {
  /** Dates such as "11 a 13/12". */
  dates: string;
  nights: number;
  /** Estimate in cents; null if a price is missing. */
  estimate: number | null;
  /** Name of a holiday in the stay that no season covers: the estimate can't be relied on. */
  unpricedHoliday: string | null;
  /** The advertiser's note on prices names charges, which the estimate leaves out. */
  hasCharges: boolean;
  /** Words for the taken nights, if there are any. */
  taken: string | null;
  /** Words for the advertiser's rule that the stay breaks, if there is one: it then has no price. */
  brokenRule: string | null;
  /** Words for the calendar's age, if it is so old that a guest must ask; else null. */
  staleAge: string | null;
}

export interface ListingSummary extends Pick<ColumnValues, CardColumnName> {
  id: string;
  featured: boolean;
  /** Three photos on a card, all on the listing's page. */
  photos: Photo[];
  offer?: StayOffer | null;
}

export interface ShownPosition extends Position {
  /** False for the middle of about a square kilometre around the house. */
  isExact: boolean;
}

export interface Listing extends ListingSummary, Pick<ColumnValues, PublicColumnName> {
  /** Null if the owner hasn't set it. */
  position: ShownPosition | null;
  /** Civil dates marked by the owner or taken in a feed, ascending. */
  unavailableDays: string[];
  /** Seasons ordered by first night. */
  seasons: Season[];
  /** When the advertiser last changed or confirmed the days, else published them. */
  datesCheckedAt: Date;
  /** The last good reading of the most outdated feed; null if there are no feeds. */
  feedsReadAt: Date | null;
  createdBy: string;
  createdAt: Date;
}

/** A listing as its form needs it: the unavailable days are those that the owner marked. */
export interface OwnListing
  extends Omit<Listing, "seasons" | "feedsReadAt" | "position">,
    ColumnValues {
  position: Position | null;
  /** An edit must name the version it is based on. */
  version: number;
}

export interface ListingInput extends ColumnValues {
  position: Position | null;
  unavailableDays: string[];
}

/** Count such as "1 casa" or "1.234 casas". */
export function formatHouses(count: number): string {
  return countOf(count, "casa");
}

/** Words such as "Capitólio, até 14 pessoas". */
export function describePlaceAndCapacity({
  localizacao,
  quantidadeMaximaPessoas: most,
}: Pick<ListingSummary, "localizacao" | "quantidadeMaximaPessoas">): string {
  return most ? `${localizacao}, até ${formatPeople(most)}` : localizacao;
}

/** Nights and pause of an ad, which only its owner sees. */
export interface OwnAd {
  uid: string;
  /** Nights that the owner marked, from today on. */
  marked: readonly string[];
  feedNights: readonly FeedNight[];
  /** Null while visitors can see it. */
  pausedBy: PausedBy | null;
}

/** Properties compared with other listings; null if unknown. */
export interface Likeness {
  id: string;
  localizacao: string;
  valorFds: string | null;
  quantidadeMaximaPessoas: number | null;
}
