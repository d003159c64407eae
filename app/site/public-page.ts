/** In canonical form; null means not given. */
type PageQuery = Record<string, string | number | null>;

/**
 * Declares, in a route module's `handle`, a page that is the same for every visitor. It is rendered
 * from its address and the declared query parameters alone, and kept until the data it depends on
 * changes (docs/decisions/014). Page cache, sitemap, robots.txt and prefetching follow from it.
 */
export interface PublicPage {
  /**
   * Reads the loader's query parameters and drops invalid ones. Null to render the page on each
   * request. Without it, the page reads none.
   */
  readQuery?: (given: URLSearchParams) => PageQuery | null;
  /**
   * Tags of the data shown; null if there is no page with these path parameters. Without it, the
   * page depends on nothing.
   */
  dependsOn?: (
    params: Readonly<Record<string, string>>,
    query: PageQuery,
  ) => readonly string[] | null;
  /** There is no limit to the number of such pages, as with lists up to some price. */
  isUnbounded?: (query: PageQuery) => boolean;
  /** The sitemap lists pages with path parameters by their data instead. */
  inSitemap?: true;
}

export interface PublicPageHandle {
  publicPage: PublicPage;
}
