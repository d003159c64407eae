/*
 * How a page gets out, in five steps:
 *
 * declare  A route module says in its `handle` that its page is public, what it reads of the query and which
 *          data it shows (this file). `route-table.server.ts` collects the declarations and matches
 *          addresses against them.
 * render   `render-routes.server.ts` runs loaders and components, a few pages at a time.
 *          `cached-markup.server.ts` keeps the HTML of cards that many pages show.
 * encode   `finished-page.server.ts` compresses the HTML, once if the page is public.
 * keep     `page-cache.server.ts` holds public pages in memory, the same for everyone.
 * drop     `changes.server.ts` hears of each commit that changes what a page shows.
 */

/** Query parameters in canonical form; null means not given. */
type PageQuery = Record<string, string | number | readonly string[] | null>;

/**
 * Declares, in a route's `handle`, a page that is the same for everyone, rendered from its
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
}

/** The `handle` of a route module. */
export interface PageHandle {
  /** A function keeps the code it needs out of the browser. */
  publicPage?: PublicPage | (() => Promise<PublicPage>);
  /** True if browsers may keep it for Back, with the typed text, though this site caches only public pages. */
  isSameForVisitors?: true;
  /** Its form may contain photos, from browsers without script. */
  takesPhotos?: true;
  /** True for a page, or a layout of pages, that not everyone may see. */
  isGuarded?: true;
  /**
   * Login and registration lead back to the page, with these parameters of its query. Implied, without
   * any, for the pages below owner/account/routes/logged-in.tsx.
   */
  returnQuery?: readonly string[];
}
