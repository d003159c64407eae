import { pageAddress } from "../../ui/shell/page-address.ts";
import type { PageHandle } from "./public-page.ts";

export type BuildRoutes = Record<
  string,
  { path?: string; parentId?: string; index?: boolean; module?: object } | undefined
>;

export interface RequestedPage {
  address: string;
  route: string;
  dependsOn: readonly string[];
  isUnbounded: boolean;
}

/** Derived from the declarations of route modules. */
export interface RouteTable {
  findPublicPage: (pathAndQuery: string) => RequestedPage | null;
  /** True if every visitor without one of our cookies gets the same page. */
  isSameForVisitors: (path: string) => boolean;
  /** The page's form may contain photos. */
  takesPhotos: (path: string) => boolean;
  sitemapPaths: string[];
  publicPatterns: string[];
  privatePatterns: string[];
  /** Patterns of pages for those who are logged in, or on the staff. */
  guardedPatterns: ReadonlySet<string>;
}

/** Longer addresses are not cached. */
const maxAddressLength = 500;

export async function readRouteTable(routes: BuildRoutes): Promise<RouteTable> {
  const pages = await Promise.all(
    listPages(routes).map(async ({ publicPage: page, ...handle }) => ({
      ...handle,
      regExp: toRegExp(handle.pattern),
      page: typeof page === "function" ? await page() : page,
    })),
  );
  const publicPages = pages.flatMap(({ page, ...rest }) => (page ? [{ ...rest, page }] : []));
  const findPage = (path: string) =>
    pages.find(({ pattern }) => pattern === path) ?? pages.find(({ regExp }) => regExp.test(path));

  return {
    findPublicPage(pathAndQuery) {
      if (pathAndQuery.length > maxAddressLength) return null;
      const [path = ""] = pathAndQuery.split("?", 1);
      const found = publicPages.find(({ regExp }) => regExp.test(path));
      if (!found) return null;
      const { pattern: route, page, regExp } = found;
      const params = { ...regExp.exec(path)?.groups };
      const given = new URLSearchParams(pathAndQuery.slice(path.length));
      const query = page.readQuery ? page.readQuery(given) : {};
      const dependsOn = query && (page.dependsOn ? page.dependsOn(params, query) : []);
      if (!query || !dependsOn) return null;
      const isUnbounded = page.isUnbounded?.(query) ?? false;
      return { address: pageAddress(path, query), route, dependsOn, isUnbounded };
    },
    isSameForVisitors(path) {
      const found = findPage(path);
      return Boolean(found?.page ?? found?.isSameForVisitors);
    },
    takesPhotos: (path) => findPage(path)?.takesPhotos ?? false,
    sitemapPaths: publicPages.flatMap(({ pattern, page }) => (page.inSitemap ? [pattern] : [])),
    publicPatterns: publicPages.map(({ pattern }) => pattern),
    privatePatterns: pages.flatMap(({ pattern, page }) => (page ? [] : [pattern])),
    guardedPatterns: new Set(
      Object.keys(routes).flatMap(
        (id) => (isGuarded(routes, id) && routePattern(routes, id)) || [],
      ),
    ),
  };
}

function toRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:(\w+)/g, "(?<$1>[\\w-]{1,100})")}$`);
}

/** Null for layouts and the catch-all route. */
export function routePattern(routes: BuildRoutes, id: string): string | null {
  const leaf = Object.hasOwn(routes, id) ? routes[id] : undefined;
  if (!leaf || leaf.path === "*" || (leaf.path === undefined && !leaf.index) || !leaf.parentId)
    return null;
  const parts: string[] = [];
  for (let route: BuildRoutes[string] = leaf; route; route = routes[route.parentId ?? ""]) {
    if (route.path) parts.unshift(route.path);
  }
  return `/${parts.join("/")}`;
}

function handleOf(route: BuildRoutes[string]): PageHandle {
  return ((route?.module ?? {}) as { handle?: PageHandle }).handle ?? {};
}

export function listPages(routes: BuildRoutes): (PageHandle & { pattern: string })[] {
  return Object.entries(routes).flatMap(([id, route]) => {
    const pattern = routePattern(routes, id);
    return pattern ? [{ ...handleOf(route), pattern }] : [];
  });
}

/** True if the route, or the nearest layout around it that says so, is guarded. */
function isGuarded(routes: BuildRoutes, id = ""): boolean {
  const route = routes[id];
  return route !== undefined && (handleOf(route).isGuarded ?? isGuarded(routes, route.parentId));
}
