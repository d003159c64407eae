import { type SQL, sql } from "drizzle-orm";
import { isPublic } from "../../../domain/accounts/visibility/visibility.server.ts";
import type { ListingSummary } from "../../../domain/listings/listing.ts";
import { type Location, locationPath } from "../../../domain/region/locations.ts";
import { describeRoad, formatDrive, listNearest } from "../../../domain/region/roads.ts";
import { type Filters, flagsOf, noFilters } from "../../../domain/search/filters.ts";
import { searchListings } from "../../../domain/search/search.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import type { ArticleSummary } from "../blog/article.ts";
import { listArticles } from "../blog/articles.server.ts";
import type { NearPlace } from "../spots/place.ts";
import { listPlaces } from "../spots/places.server.ts";
import { type LocationText, listLocationTexts } from "./location-texts.server.ts";
import { findSelection, minListings, type Selection, selections } from "./selections.ts";

export interface LandingPage {
  text: LocationText;
  /** Null on the page of the whole location. */
  selection: Selection | null;
  filters: Filters;
  /** Listings, newest first. */
  listings: ListingSummary[];
  total: number;
  /** Selections with enough listings, except this one. */
  others: { selection: Selection; count: number }[];
  places: NearPlace[];
  articles: ArticleSummary[];
}

/** Returns null if there is no such selection, or too few listings for a page. */
export async function findLandingPage(
  db: Db,
  text: LocationText,
  slug: string | null = null,
): Promise<LandingPage | null> {
  const selection = slug === null ? null : findSelection(slug);
  if (slug !== null && !selection) return null;
  const within = (base: Omit<Filters, "localizacao">) => ({ ...base, localizacao: text.lugar });
  const filters = within(selection?.filters ?? noFilters);
  const { listings, total, otherTotals } = await searchListings(db, filters, {
    others: selections.map((one) => within(one.filters)),
  });
  if (selection && total < minListings) return null;
  return {
    text,
    selection,
    filters,
    listings,
    total,
    others: selections
      .map((one, index) => ({ selection: one, count: otherTotals[index] ?? 0 }))
      .filter((one) => one.count >= minListings && one.selection !== selection),
    places: placesNear(text.lugar),
    articles: listArticles()
      .filter(({ id }) => text.artigos.includes(id))
      .sort((one, other) => text.artigos.indexOf(one.id) - text.artigos.indexOf(other.id)),
  };
}

/** Lists the places, the nearest by road first. */
function placesNear(localizacao: Location): NearPlace[] {
  const places = new Map(listPlaces().map((place) => [place.id, place]));
  return listNearest(localizacao).flatMap(({ id, road }) => {
    const place = places.get(id);
    return place ? [{ ...place, drive: `${formatDrive(road)}, ${describeRoad(road)}` }] : [];
  });
}

export interface LandingEntry {
  path: string;
  /** Date or time of the last change, in ISO format. */
  changed: string;
}

interface Counted extends Record<string, unknown> {
  localizacao: string;
  counts: number[];
  changed: (string | null)[];
}

export async function listLandingPages(db: Db): Promise<LandingEntry[]> {
  const conditions = selections.map(({ filters }) => matching(filters));
  const counts = conditions.map((matches) => sql`count(*) filter (where ${matches})::int`);
  const changedAt = sql`max(coalesce(${posts.updatedAt}, ${posts.createdAt}))`;
  const changes = [sql`true`, ...conditions].map(
    (matches) => sql`${changedAt} filter (where ${matches})`,
  );
  const { rows } = await db.execute<Counted>(sql`
    select localizacao, array[${sql.join(counts, sql`, `)}] as counts,
      to_jsonb(array[${sql.join(changes, sql`, `)}]) as changed
    from ${posts} where ${isPublic} group by localizacao`);
  const found = new Map(rows.map((row) => [row.localizacao, row]));
  return listLocationTexts().flatMap(({ lugar, escrito }) => {
    const { counts = [], changed = [] } = found.get(lugar) ?? {};
    const latest = (index: number) => {
      const last = changed[index];
      return last && last > escrito ? new Date(last).toISOString() : escrito;
    };
    return [
      { path: locationPath(lugar), changed: latest(0) },
      ...selections.flatMap(({ slug }, index) =>
        (counts[index] ?? 0) >= minListings
          ? [{ path: locationPath(lugar, slug), changed: latest(index + 1) }]
          : [],
      ),
    ];
  });
}

/** Matches the same listings as the search for these filters; selections use no others. */
function matching({ lazer, pessoas, ...filters }: Selection["filters"]): SQL {
  const conditions = [
    sql`${posts.lazer} @> ${sql.param([...lazer], posts.lazer)}`,
    sql`coalesce(${posts.quantidadeMaximaPessoas}, 0) >= ${pessoas ?? 0}`,
    ...flagsOf(filters).map(({ name }) => sql`${posts[name]}`),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}
