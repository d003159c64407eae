import { isUuid } from "../../../platform/db/uuid.ts";
import { type VisitKind, visitKinds } from "../../../platform/web/visit-beacon.ts";

/** Limit in bytes. */
export const maxBeaconBytes = 100;

export interface Beacon {
  kind: VisitKind;
  /** Listing id. */
  id: string;
}

/** Reads a `data-count` as the browser sent it; null if invalid. */
export function readBeacon(text: string): Beacon | null {
  const [name, id = "", ...others] = text.split(" ");
  const kind = visitKinds.find((known) => known === name);
  return kind && isUuid(id) && others.length === 0 ? { kind, id } : null;
}
