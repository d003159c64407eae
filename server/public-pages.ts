import { today } from "../app/calendar/civil-date.ts";
import { isLocation } from "../app/listings/fields.ts";
import { validCursor } from "../app/listings/list-cursor.ts";
import { noFilters, readFilters, writeFilters } from "../app/search/filters.ts";
import { findPlace } from "../app/tourism/places.server.ts";
import { pageAddress } from "../app/ui/shell/page-meta.ts";

/** A page that is the same for every visitor without a session. */
export interface PublicPage {
  /** Its address in one form only, path and query: one page, one key. */
  address: string;
  /** The pattern of its route, "/posts/:id". */
  route: string;
  /** The tags of what it shows, see {@link tagsOfChange}. */
  dependsOn: readonly string[];
  /** One of endlessly many: a list up to some price, or from some place on. */
  isUnbounded: boolean;
}

const ofAllListings = ["anuncios"];
const ofNothing: readonly string[] = [];

/** Pages that show nothing of any listing. */
const fixedPages = new Set([
  "/plans",
  "/comofunciona",
  "/about",
  "/roteiros",
  "/passeios-lancha",
  "/passeio-4x4",
  "/restaurantes",
  "/servicos-mecanica",
  "/onde-visitar",
  "/blog",
  "/termos-e-condicoes",
]);

const listing = /^\/posts\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;
const place = /^\/detalhes\/(\d{1,9})$/;
const article = /^\/blog\/[a-z0-9-]{1,80}$/;

/** What a browser's router adds to a page's path to ask for its data alone. */
const dataSuffix = ".data";

/** Longer addresses are nobody's way through the site. */
const longestAddress = 500;

/**
 * The public page a visitor asks for with this path and query; null for all others. Its address
 * holds only what the page reads, in the one form in which it reads it: parameters that other sites
 * add to links, an invalid cursor or a price of letters lead to the same page as without them.
 */
export function findPublicPage(pathAndQuery: string): PublicPage | null {
  if (pathAndQuery.length > longestAddress) return null;
  const mark = pathAndQuery.indexOf("?");
  const path = mark < 0 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const isData = path.endsWith(dataSuffix);
  const page = isData ? path.slice(0, -dataSuffix.length) : path;
  // The router asks for the data of the home page at "/_.data".
  const found = matchPage(isData && page === "/_" ? "/" : page);
  if (!found || (isData && page === "/")) return null;
  const { route, dependsOn, list } = found;
  if (!list) return { address: path, route, dependsOn, isUnbounded: false };

  const given = new URLSearchParams(mark < 0 ? "" : pathAndQuery.slice(mark + 1));
  const depois = validCursor(given.get("depois"));
  const filters = list === "search" ? readFilters(given) : noFilters;
  const { q, localizacao } = filters;
  // The page repeats the place asked for, and unknown ones are endlessly many.
  if (localizacao !== null && !isLocation(localizacao)) return null;
  return {
    address: pageAddress(path, { ...writeFilters(filters), depois }),
    route,
    dependsOn: localizacao === null ? dependsOn : [tagOfPlace(localizacao)],
    isUnbounded: q !== null || depois !== null,
  };
}

interface Match {
  route: string;
  dependsOn: readonly string[];
  /** The list it shows, where its address says which part of it. */
  list?: "home" | "search";
}

const home: Match = { route: "/", dependsOn: ofAllListings, list: "home" };
const search: Match = { route: "/search", dependsOn: ofAllListings, list: "search" };

function matchPage(path: string): Match | null {
  if (path === "/") return home;
  if (path === "/search") return search;
  if (fixedPages.has(path)) return { route: path, dependsOn: ofNothing };
  if (article.test(path)) return { route: "/blog/:slug", dependsOn: ofNothing };
  const listingId = listing.exec(path)?.[1];
  if (listingId) {
    return { route: "/posts/:id", dependsOn: [tagOfListing(listingId)] };
  }
  const placeId = place.exec(path)?.[1];
  const shown = placeId && findPlace(placeId);
  if (shown) {
    return { route: "/detalhes/:id", dependsOn: [tagOfPlace(shown.localizacao)] };
  }
  return null;
}

const tagOfListing = (id: string) => `anuncio ${id}`;
const tagOfPlace = (localizacao: string) => `lugar ${localizacao}`;

/** The tags of all that shows something of a listing in this place. */
export function tagsOfChange(listingId: string, localizacao: string): string[] {
  return [...ofAllListings, tagOfListing(listingId), tagOfPlace(localizacao)];
}

let day = { text: "", until: 0 };

/** The region's civil date, on which calendars depend; cheap enough to ask on every request. */
export function pageDay(now: number): string {
  // Midnight falls on a whole minute.
  if (now >= day.until) {
    day = { text: today(new Date(now)), until: (Math.floor(now / 60_000) + 1) * 60_000 };
  }
  return day.text;
}
