import type { Db } from "../app/db/client.server.ts";
import { countListings, findIdAt, listStamps } from "../app/listings/listings.server.ts";
import { listArticles } from "../app/tourism/articles.server.ts";
import { listPlaces } from "../app/tourism/places.server.ts";

/** Addresses one file of a sitemap has at most, by the protocol. */
const addressesPerFile = 50_000;

/** Listings read at once. */
const listingsAtOnce = 1_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const opening = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Pages that are there without a listing. What only says "em desenvolvimento" is not among them. */
const pages = ["/", "/plans", "/comofunciona", "/contato", "/about", "/onde-visitar", "/blog"];

interface Entry {
  path: string;
  /** A day or an instant, as ISO 8601. */
  changed?: string;
}

/**
 * The sitemap of the site: one file with all addresses, or, where they are more than fit in one, the
 * index of its parts.
 */
export async function writeSitemap(db: Db, siteUrl: string): Promise<ReadableStream<Uint8Array>> {
  const parts = await countParts(db);
  return parts === 1 ? writeUrls(db, siteUrl, 1) : encode(indexLines(siteUrl, parts));
}

/** One part of the sitemap, counted from 1; null where there is no such part. */
export async function writeSitemapPart(
  db: Db,
  siteUrl: string,
  part: number,
): Promise<ReadableStream<Uint8Array> | null> {
  if (part < 1 || part > (await countParts(db))) return null;
  return writeUrls(db, siteUrl, part);
}

async function countParts(db: Db): Promise<number> {
  const addresses = fixedEntries().length + (await countListings(db));
  return Math.ceil(addresses / addressesPerFile);
}

function fixedEntries(): Entry[] {
  return [
    ...pages.map((path) => ({ path })),
    { path: "/termos-e-condicoes" },
    ...listPlaces().map(({ id }) => ({ path: `/detalhes/${id}` })),
    ...listArticles().map(({ slug, date }) => ({ path: `/blog/${slug}`, changed: date.civil })),
  ];
}

function writeUrls(db: Db, siteUrl: string, part: number): ReadableStream<Uint8Array> {
  return encode(urlLines(db, siteUrl, part));
}

async function* urlLines(db: Db, siteUrl: string, part: number): AsyncGenerator<string> {
  yield `${opening}<urlset ${namespace}>\n`;
  const fixed = fixedEntries();
  if (part === 1) yield fixed.map((entry) => urlElement(siteUrl, entry)).join("");
  const before = part === 1 ? 0 : (part - 1) * addressesPerFile - fixed.length;
  let left = part === 1 ? addressesPerFile - fixed.length : addressesPerFile;
  let after = before === 0 ? null : await findIdAt(db, before - 1);
  while (left > 0) {
    const stamps = await listStamps(db, after, Math.min(left, listingsAtOnce));
    const entries = stamps.map(({ id, changedAt }) => {
      return urlElement(siteUrl, { path: `/posts/${id}`, changed: changedAt.toISOString() });
    });
    yield entries.join("");
    left -= stamps.length;
    after = stamps.at(-1)?.id ?? null;
    if (stamps.length < listingsAtOnce) break;
  }
  yield "</urlset>\n";
}

async function* indexLines(siteUrl: string, parts: number): AsyncGenerator<string> {
  yield `${opening}<sitemapindex ${namespace}>\n`;
  for (let part = 1; part <= parts; part++) {
    yield `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap-${part}.xml`)}</loc></sitemap>\n`;
  }
  yield "</sitemapindex>\n";
}

function urlElement(siteUrl: string, { path, changed }: Entry): string {
  const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
  return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>\n`;
}

/** Writes lines as they are read, no faster than they are taken. */
function encode(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
