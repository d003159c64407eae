import { locationTag } from "../../../domain/listings/listing-tags.ts";
import { type Location, locationOptions } from "../../../domain/region/locations.ts";
import { slugOf } from "../../../platform/ui/slug.ts";
import type { PublicPage } from "../../../platform/web/pages/public-page.ts";
import { findSelection } from "./selections.ts";

const locations = new Map<string, Location>(locationOptions.map((name) => [slugOf(name), name]));

/** Null for an address that has no page, or that redirects. */
function tagsOf(lugar: string, recorte: string | null): string[] | null {
  const location = locations.get(lugar);
  if (!location || (recorte !== null && !findSelection(recorte))) return null;
  return [locationTag(location)];
}

export const locationPage: PublicPage = {
  dependsOn: ({ lugar = "" }) => tagsOf(lugar, null),
};

export const selectionPage: PublicPage = {
  dependsOn: ({ lugar = "", recorte = "" }) => tagsOf(lugar, recorte),
};
