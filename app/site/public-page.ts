/** The query of a public page in canonical form: only what the page reads, null where not given. */
type PageQuery = Record<string, string | number | null>;

/**
 * Declares a page that is the same for every visitor, in the `handle` export of its route module. Such a page is rendered from its address alone, without query parameters it does not
 * declare, and kept until the data it depends on changes (docs/decisions/014). The page cache, the
 * sitemap, robots.txt and prefetching follow these declarations.
 */
export interface PublicPage {
  /**
   * Reads the query parameters that the loader reads, and brings them into canonical form: what is
   * invalid is left out. Null if the page should be rendered for each request. Without it, the page
   * reads none.
   */
  readQuery?: (given: URLSearchParams) => PageQuery | null;
  /**
   * Tags of the data that the page shows; null if no page of this kind has these path parameters.
   * Without it, the page depends on nothing.
   */
  dependsOn?: (
    params: Readonly<Record<string, string>>,
    query: PageQuery,
  ) => readonly string[] | null;
  /** Whether this is one of an unlimited number of pages, such as a list up to some price. */
  isUnbounded?: (query: PageQuery) => boolean;
  /** Listed in the sitemap under its own address. Pages with path parameters are listed there by their data. */
  inSitemap?: true;
}

/** The part of a route's `handle` that declares a public page. */
export interface PublicPageHandle {
  publicPage: PublicPage;
}
