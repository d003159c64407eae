import { isUuid } from "../db/uuid.ts";
import { type CountedSearch, findAsked } from "../listings/asked/asked-mark.ts";
import { listingsPerPage } from "../listings/listings.server.ts";
import { type VisitKind, visitKinds } from "../site/visit-mark.ts";

/** Limit in bytes; a page of search results needs most of it. */
export const maxBeaconBytes = 1024;

export interface Beacon {
  kind: VisitKind;
  /** Listing ids without duplicates; only a search has several, or none. */
  ids: string[];
  /** What a search asked for; null for other visits and for later pages of a search. */
  asked: CountedSearch | null;
}

/** Reads a `data-count` as the browser sent it; null if invalid. */
export function readBeacon(text: string): Beacon | null {
  const [name, ...words] = text.split(" ");
  const kind = visitKinds.find((known) => known === name);
  const ids = [...new Set(words.filter(isUuid))];
  const most = kind === "busca" ? listingsPerPage : 1;
  const asked = kind === "busca" ? findAsked(words) : null;
  if (!kind || ids.length > most || (ids.length === 0 && !asked)) return null;
  return { kind, ids, asked };
}
