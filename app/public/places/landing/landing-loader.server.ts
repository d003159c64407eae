import { data, redirect } from "react-router";
import { locationPath } from "../../../domain/region/locations.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { slugOf } from "../../../platform/ui/slug.ts";
import { findLandingPage, type LandingPage } from "./landing-pages.server.ts";
import { findLocationText } from "./location-texts.server.ts";
import { findSelection } from "./selections.ts";

/** What a 404 knows: the location, if that exists. */
export interface MissingLanding {
  lugar: string | null;
}

/**
 * Throws a permanent redirect to the canonical address, for other cases and accents, and a 404 with
 * {@link MissingLanding} if there is no such page.
 */
export async function requireLandingPage(
  db: Db,
  lugar: string,
  recorte: string | null = null,
): Promise<LandingPage> {
  const text = findLocationText(slugOf(lugar));
  if (!text) throw missing(null);
  const slug = recorte === null ? null : slugOf(recorte);
  if (slug !== null && !findSelection(slug)) throw missing(text.lugar);
  if (lugar !== text.slug || recorte !== slug) {
    throw redirect(locationPath(text.lugar, slug ?? undefined), 301);
  }
  const page = await findLandingPage(db, text, slug);
  if (!page) throw missing(text.lugar);
  return page;
}

function missing(lugar: string | null) {
  return data({ lugar } satisfies MissingLanding, { status: 404 });
}
