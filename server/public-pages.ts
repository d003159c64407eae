import { today } from "../app/listings/civil-date.ts";
import { findPlace } from "../app/tourism/places.server.ts";

/** A page that is the same for every visitor without a session. */
export interface PublicPage {
  /** Its address in one form only, path and query: one page, one key. */
  address: string;
  /** The pattern of its route, "/posts/:id". */
  route: string;
  /** The tags of what it shows, see {@link tagsOfChange}. */
  dependsOn: readonly string[];
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

/** What a browser's router adds to ask for the data of a page alone. */
const dataSuffix = ".data";
const dataParams = ["_routes", "index"];

/** Longer addresses are nobody's way through the site. */
const longestAddress = 500;

/**
 * The public page a visitor asks for with this path and query; null for all others. Parameters no
 * page reads, such as those that other sites add to links, are not part of its address.
 */
export function findPublicPage(pathAndQuery: string): PublicPage | null {
  if (pathAndQuery.length > longestAddress) return null;
  const mark = pathAndQuery.indexOf("?");
  const path = mark < 0 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const isData = path.endsWith(dataSuffix);
  const page = isData ? path.slice(0, -dataSuffix.length) : path;
  const found = matchPage(page === "/_root" ? "/" : page);
  if (!found) return null;
  if (mark < 0) return { address: path, route: found.route, dependsOn: found.dependsOn };

  const given = new URLSearchParams(pathAndQuery.slice(mark + 1));
  const kept = new URLSearchParams();
  for (const name of isData ? [...found.params, ...dataParams] : found.params) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  const localizacao = found.isSearch ? given.get("localizacao")?.trim() : undefined;
  return {
    address: kept.size > 0 ? `${path}?${kept}` : path,
    route: found.route,
    dependsOn: localizacao ? [tagOfPlace(localizacao)] : found.dependsOn,
  };
}

interface Match {
  route: string;
  params: readonly string[];
  dependsOn: readonly string[];
  isSearch?: boolean;
}

const home: Match = { route: "/", params: ["depois"], dependsOn: ofAllListings };
const search: Match = {
  route: "/search",
  params: ["q", "localizacao", "depois"],
  dependsOn: ofAllListings,
  isSearch: true,
};

function matchPage(path: string): Match | null {
  if (path === "/") return home;
  if (path === "/search") return search;
  if (fixedPages.has(path)) return { route: path, params: [], dependsOn: ofNothing };
  if (article.test(path)) return { route: "/blog/:slug", params: [], dependsOn: ofNothing };
  const listingId = listing.exec(path)?.[1];
  if (listingId) {
    return { route: "/posts/:id", params: [], dependsOn: [tagOfListing(listingId)] };
  }
  const placeId = place.exec(path)?.[1];
  const shown = placeId && findPlace(placeId);
  if (shown) {
    return { route: "/detalhes/:id", params: [], dependsOn: [tagOfPlace(shown.localizacao)] };
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
