import { isUuid } from "../db/uuid.ts";
import { listingsPerPage } from "../listings/listings.server.ts";
import { type VisitKind, visitKinds } from "../site/visit-mark.ts";

/** Limit in bytes; a page of search results needs half of it. */
export const maxBeaconBytes = 1024;

export interface Beacon {
  kind: VisitKind;
  /** Listing ids without duplicates; only a search has several. */
  ids: string[];
}

/** Reads a `data-count` as the browser sent it; null if invalid. */
export function readBeacon(text: string): Beacon | null {
  const [name, ...words] = text.split(" ");
  const kind = visitKinds.find((known) => known === name);
  const ids = [...new Set(words.filter(isUuid))];
  const most = kind === "busca" ? listingsPerPage : 1;
  return kind && ids.length > 0 && ids.length <= most ? { kind, ids } : null;
}
