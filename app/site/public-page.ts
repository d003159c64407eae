/** In canonical form; null means not given. */
type PageQuery = Record<string, string | number | readonly string[] | null>;

/**
 * Declares, in a route's `handle`, a page that is the same for every visitor, rendered from its
 * address and these query parameters alone (docs/decisions/014). Page cache, sitemap, robots.txt
 * and prefetching follow from it.
 */
export interface PublicPage {
  /** Drops invalid parameters. Null renders the page on each request. Omitted: none are read. */
  readQuery?: (given: URLSearchParams) => PageQuery | null;
  /** Tags of the data; null if there is no such page. Omitted: it depends on nothing. */
  dependsOn?: (
    params: Readonly<Record<string, string>>,
    query: PageQuery,
  ) => readonly string[] | null;
  /** There is no limit to the number of such pages, as with lists up to some price. */
  isUnbounded?: (query: PageQuery) => boolean;
  inSitemap?: true;
  /** Rendered on each request for logged-in readers, with their own data. */
  isPersonalWithSession?: true;
}
