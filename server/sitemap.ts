import { href } from "react-router";
import { findIdFurther, type IdRange, listStamps } from "../app/domain/listings/listings.server.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import { helpTopicNames } from "../app/platform/ui/help/help-topics.ts";
import type { RouteTable } from "../app/platform/web/pages/route-table.server.ts";
import { listArticles } from "../app/public/places/blog/articles.server.ts";
import { listLandingPages } from "../app/public/places/landing/landing-pages.server.ts";
import { listPlaces } from "../app/public/places/spots/places.server.ts";
import {
  cachedMs,
  cacheFiles,
  encodeLines,
  escapeXml,
  type FindFile,
  xmlOpening,
} from "./cached-files.ts";
import type { Site } from "./create-site.ts";

/** Limit of the sitemap protocol. */
const addressesPerFile = 50_000;

const listingsAtOnce = 1_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
type ListedSite = Pick<Site, "db" | "routeTable">;

interface Entry {
  path: string;
  changed?: string;
}

/** Answers /sitemap.xml (`part` null) and its parts, the last of which may not exist. */
export function createSitemap(site: ListedSite): FindFile<number | null> {
  return cacheFiles((siteUrl, part) =>
    part === null ? writeSitemap(site, siteUrl) : writeSitemapPart(site, siteUrl, part),
  );
}

/** One file with all addresses, or an index of parts if they don't fit. */
async function writeSitemap(
  site: ListedSite,
  siteUrl: string,
): Promise<ReadableStream<Uint8Array>> {
  const { fixed, ranges } = await findParts(site);
  const [only] = ranges;
  return ranges.length === 1 && only
    ? encodeLines(urlLines(site, siteUrl, fixed, only))
    : encodeLines(indexLines(siteUrl, ranges.length));
}

async function writeSitemapPart(
  site: ListedSite,
  siteUrl: string,
  part: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const { fixed, ranges } = await findParts(site);
  const range = ranges[part - 1];
  return range ? encodeLines(urlLines(site, siteUrl, fixed, range)) : null;
}

interface Parts {
  /** Pages other than ads, in the first part. */
  fixed: Entry[];
  /** Ranges of the ads' ids. */
  ranges: IdRange[];
}

interface KnownParts {
  parts: Promise<Parts>;
  foundAt: number;
}

const knownParts = new WeakMap<Db, KnownParts>();

/** Cached for a minute, because it scans every id and robots fetch one part after another. */
function findParts(site: ListedSite): Promise<Parts> {
  const { db } = site;
  const known = knownParts.get(db);
  if (known && performance.now() - known.foundAt < cachedMs) return known.parts;
  const parts = readParts(site);
  knownParts.set(db, { parts, foundAt: performance.now() });
  parts.catch(() => knownParts.delete(db));
  return parts;
}

async function readParts({ db, routeTable }: ListedSite): Promise<Parts> {
  const fixed = [...fixedEntries(routeTable), ...(await listLandingPages(db))];
  const ranges: IdRange[] = [];
  let after: string | null = null;
  do {
    const places: number = addressesPerFile - (after ? 0 : fixed.length);
    const upTo = await findIdFurther(db, after, places);
    const isLast: boolean = upTo === null || (await findIdFurther(db, upTo, 1)) === null;
    ranges.push({ after, upTo: isLast ? null : upTo });
    after = isLast ? null : upTo;
  } while (after);
  return { fixed, ranges };
}

function fixedEntries({ sitemapPaths }: RouteTable): Entry[] {
  return [
    ...sitemapPaths.map((path) => ({ path })),
    ...listPlaces().map(({ id }) => ({ path: href("/detalhes/:id", { id: String(id) }) })),
    ...helpTopicNames.map((topico) => ({ path: href("/ajuda/:topico", { topico }) })),
    ...listArticles().map(({ slug, date }) => ({
      path: href("/blog/:slug", { slug }),
      changed: date.civil,
    })),
  ];
}

async function* urlLines(
  { db }: ListedSite,
  siteUrl: string,
  fixed: readonly Entry[],
  part: IdRange,
): AsyncGenerator<string> {
  yield `${xmlOpening}<urlset ${namespace}>\n`;
  const others = part.after ? [] : fixed;
  yield others.map((entry) => urlElement(siteUrl, entry)).join("");
  let left = addressesPerFile - others.length;
  let after = part.after;
  while (left > 0) {
    const asked = Math.min(left, listingsAtOnce);
    const stamps = await listStamps(db, { after, upTo: part.upTo }, asked);
    const entries = stamps.map(({ id, changedAt }) => {
      return urlElement(siteUrl, {
        path: href("/posts/:id", { id }),
        changed: changedAt.toISOString(),
      });
    });
    yield entries.join("");
    if (stamps.length < asked) break;
    left -= stamps.length;
    after = stamps.at(-1)?.id ?? null;
  }
  yield "</urlset>\n";
}

async function* indexLines(siteUrl: string, parts: number): AsyncGenerator<string> {
  yield `${xmlOpening}<sitemapindex ${namespace}>\n`;
  for (let part = 1; part <= parts; part++) {
    yield `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap-${part}.xml`)}</loc></sitemap>\n`;
  }
  yield "</sitemapindex>\n";
}

function urlElement(siteUrl: string, { path, changed }: Entry): string {
  const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
  return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>\n`;
}
