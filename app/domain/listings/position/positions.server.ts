import { posts } from "../../../platform/db/schema.ts";
import { blurPosition, type Position } from "../../region/position.ts";
import type { ShownPosition } from "../listing.ts";

/** The exact position, which only the owner sees unless the listing's `mapaExato` is set. */
export const positionColumns = { latitude: posts.latitude, longitude: posts.longitude };

export interface StoredPosition {
  latitude: number | null;
  longitude: number | null;
}

export function storedPosition({ latitude, longitude }: StoredPosition): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The position that visitors see. */
export function shownPosition(stored: StoredPosition, isExact: boolean): ShownPosition | null {
  const position = storedPosition(stored);
  return position && { ...(isExact ? position : blurPosition(position)), isExact };
}
