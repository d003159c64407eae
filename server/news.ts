import { listListings, publishedAt } from "../app/domain/listings/listings.server.ts";
import { formatReais } from "../app/domain/prices/money.ts";
import { atLocation } from "../app/domain/region/locations.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import { siteName } from "../app/platform/ui/shell/page-meta.ts";
import { listArticles } from "../app/public/places/blog/articles.server.ts";
import { cacheFiles, escapeXml, type FindFile, xmlOpening } from "./cached-files.ts";

export const newsPath = "/novidades.xml";

interface News {
  path: string;
  title: string;
  text: string;
  at: Date;
}

/** Answers the feed (RSS 2.0) of the newest ads and all articles, newest first. */
export function createNews({ db }: { db: Db }): FindFile<null> {
  return cacheFiles(async (siteUrl) => {
    const news = [...(await listNewListings(db)), ...listNewArticles()];
    news.sort((one, other) => other.at.getTime() - one.at.getTime());
    return writeFeed(siteUrl, news);
  });
}

async function listNewListings(db: Db): Promise<News[]> {
  const { listings } = await listListings(db);
  const published = await publishedAt(
    db,
    listings.map(({ id }) => id),
  );
  return listings.map(({ id, title, localizacao, valorFds }) => ({
    path: `/posts/${id}`,
    title: `${title}, ${atLocation(localizacao)}`,
    text: `Para alugar ${atLocation(localizacao)}: ${formatReais(valorFds)} o fim de semana.`,
    at: published.get(id) ?? new Date(0),
  }));
}

function listNewArticles(): News[] {
  return listArticles().map(({ slug, title, description, date }) => ({
    path: `/blog/${slug}`,
    title,
    text: description,
    at: new Date(`${date.civil}T12:00:00-03:00`),
  }));
}

function writeFeed(siteUrl: string, news: readonly News[]): string {
  const items = news.map(({ path, title, text, at }) => {
    const address = escapeXml(siteUrl + path);
    return `<item><title>${escapeXml(title)}</title><link>${address}</link><guid>${address}</guid><pubDate>${at.toUTCString()}</pubDate><description>${escapeXml(text)}</description></item>`;
  });
  const self = `<atom:link href="${escapeXml(siteUrl + newsPath)}" rel="self" type="application/rss+xml"/>`;
  return `${xmlOpening}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${siteName}</title><link>${escapeXml(siteUrl)}/</link>${self}<description>Ranchos e casas novos no Lago de Furnas, e o que escrevemos sobre a região.</description><language>pt-BR</language>
${items.join("\n")}
</channel></rss>
`;
}
