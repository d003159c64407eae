import { inArray } from "drizzle-orm";
import type { ListingSummary } from "../../../domain/listings/listing.ts";
import { positionColumns, shownPosition } from "../../../domain/listings/listings.server.ts";
import { locationReferences, type RegionPoint } from "../../../domain/region/gazetteer.ts";
import { drawingPointOf } from "../../../domain/region/georeference.ts";
import { isLocation } from "../../../domain/region/locations.ts";
import { isInRegion } from "../../../domain/region/position.ts";
import type { Filters } from "../../../domain/search/filters.ts";
import { searchListings } from "../../../domain/search/search.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";

/** Results that the drawing shows at most; the others are counted. */
const maxMapped = 200;

export interface MappedResults {
  listings: ListingSummary[];
  total: number;
  /** Points by listing id; missing where no owner's position is known. */
  points: ReadonlyMap<string, RegionPoint>;
}

/** Finds the results of a search, and where on the drawing the owners say that they are. */
export async function findMappedResults(
  db: Db,
  filters: Filters,
  day: string,
): Promise<MappedResults> {
  const { listings, total } = await searchListings(db, filters, { day, limit: maxMapped });
  const ids = listings.map(({ id }) => id);
  const rows = await db
    .select({ id: posts.id, isExact: posts.mapaExato, ...positionColumns })
    .from(posts)
    .where(inArray(posts.id, ids));
  const points = rows.flatMap(({ id, isExact, ...stored }) => {
    const position = shownPosition(stored, isExact);
    return position && isInRegion(position) ? [[id, drawingPointOf(position)] as const] : [];
  });
  return { listings, total, points: new Map(points) };
}

/** The point that stands for a location; null for one that the drawing lacks. */
export function pointOfLocation(localizacao: string): RegionPoint | null {
  return isLocation(localizacao) ? locationReferences[localizacao].point : null;
}
