import { locationTag } from "../../listings/listing-tags.ts";
import { type Location, locationOptions } from "../../region/locations.ts";
import type { PublicPage } from "../../site/public-page.ts";
import { slugOf } from "../../ui/words.ts";
import { findSelection } from "./selections.ts";

const locations = new Map<string, Location>(locationOptions.map((name) => [slugOf(name), name]));

/** Null for an address without a page, or one that redirects. */
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
