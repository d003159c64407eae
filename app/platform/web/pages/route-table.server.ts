import { pageAddress } from "../../ui/shell/page-address.ts";
import type { PageHandle, PublicPage } from "./public-page.ts";

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
  const publicPages: { pattern: string; page: PublicPage; regExp: RegExp }[] = [];
  const privatePatterns: string[] = [];
  const pages: { pattern: string; regExp: RegExp; isSame: boolean; takesPhotos: boolean }[] = [];
  for (const { pattern, publicPage, isSameForVisitors, takesPhotos = false } of listPages(routes)) {
    const page = typeof publicPage === "function" ? await publicPage() : publicPage;
    const regExp = toRegExp(pattern);
    pages.push({ pattern, regExp, isSame: Boolean(page ?? isSameForVisitors), takesPhotos });
    if (page) publicPages.push({ pattern, page, regExp });
    else privatePatterns.push(pattern);
  }
  const findPage = (path: string) =>
    pages.find(({ pattern }) => pattern === path) ?? pages.find(({ regExp }) => regExp.test(path));

  return {
    findPublicPage(pathAndQuery) {
      if (pathAndQuery.length > maxAddressLength) return null;
      const mark = pathAndQuery.indexOf("?");
      const path = mark < 0 ? pathAndQuery : pathAndQuery.slice(0, mark);
      const found = publicPages.find(({ regExp }) => regExp.test(path));
      if (!found) return null;
      const { pattern: route, page, regExp } = found;
      const params = { ...regExp.exec(path)?.groups };
      const given = new URLSearchParams(mark < 0 ? "" : pathAndQuery.slice(mark + 1));
      const query = page.readQuery ? page.readQuery(given) : {};
      const dependsOn = query && (page.dependsOn ? page.dependsOn(params, query) : []);
      if (!query || !dependsOn) return null;
      const isUnbounded = page.isUnbounded?.(query) ?? false;
      const address = pageAddress(path, query);
      return { address, route, dependsOn, isUnbounded };
    },
    isSameForVisitors: (path) => findPage(path)?.isSame ?? false,
    takesPhotos: (path) => findPage(path)?.takesPhotos ?? false,
    sitemapPaths: publicPages.flatMap(({ pattern, page }) => (page.inSitemap ? [pattern] : [])),
    publicPatterns: publicPages.map(({ pattern }) => pattern),
    privatePatterns,
    guardedPatterns: new Set(listGuarded(routes)),
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

/** Patterns of the pages that declare `isGuarded`, or are below a layout that does. */
function listGuarded(routes: BuildRoutes): string[] {
  const isGuarded = (id: string | undefined): boolean => {
    const route = routes[id ?? ""];
    return route !== undefined && (handleOf(route).isGuarded ?? isGuarded(route.parentId));
  };
  return Object.keys(routes).flatMap((id) => {
    const pattern = isGuarded(id) ? routePattern(routes, id) : null;
    return pattern ? [pattern] : [];
  });
}
