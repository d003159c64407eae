import { matchRoutes } from "react-router";
import type { PublicPage } from "../app/site/public-page.ts";
import { type BuildRoutes, listGuarded, listPages } from "../app/site/route-pattern.ts";
import { pageAddress } from "../app/ui/shell/page-meta.ts";

export interface RequestedPage {
  address: string;
  route: string;
  dependsOn: readonly string[];
  isUnbounded: boolean;
  isPersonalWithSession: boolean;
}

/** Derived from the declarations of route modules. */
export interface RouteTable {
  findPublicPage: (pathAndQuery: string) => RequestedPage | null;
  /** The page's form may contain photos. */
  takesPhotos: (path: string) => boolean;
  sitemapPaths: string[];
  publicPatterns: string[];
  privatePatterns: string[];
  /** For those who are logged in, or on the staff. */
  guardedPatterns: ReadonlySet<string>;
}

interface KnownPage {
  pattern: string;
  page: PublicPage;
  regExp: RegExp | null;
}

/** A page's data is at its path plus this suffix, and that of "/" at "/_.data". */
const dataSuffix = ".data";

/** Longer addresses are not cached. */
const maxAddressLength = 500;

export async function readRouteTable(routes: BuildRoutes): Promise<RouteTable> {
  const fixed = new Map<string, KnownPage>();
  const parametric: KnownPage[] = [];
  const privatePatterns: string[] = [];
  const photoForms: { path: string }[] = [];
  for (const { pattern, publicPage, takesPhotos } of listPages(routes)) {
    const page = typeof publicPage === "function" ? await publicPage() : publicPage;
    if (takesPhotos) photoForms.push({ path: pattern });
    if (!page) privatePatterns.push(pattern);
    else if (pattern.includes(":")) parametric.push({ pattern, page, regExp: toRegExp(pattern) });
    else fixed.set(pattern, { pattern, page, regExp: null });
  }

  function match(path: string): { known: KnownPage; params: Record<string, string> } | null {
    const known = fixed.get(path);
    if (known) return { known, params: {} };
    for (const candidate of parametric) {
      const found = candidate.regExp?.exec(path);
      if (found) return { known: candidate, params: { ...found.groups } };
    }
    return null;
  }

  return {
    findPublicPage(pathAndQuery) {
      if (pathAndQuery.length > maxAddressLength) return null;
      const mark = pathAndQuery.indexOf("?");
      const path = mark < 0 ? pathAndQuery : pathAndQuery.slice(0, mark);
      const pagePath = documentPath(path);
      const found = pagePath === null ? null : match(pagePath);
      if (!found) return null;
      const { known, params } = found;
      const { pattern: route, page } = known;
      const given = new URLSearchParams(mark < 0 ? "" : pathAndQuery.slice(mark + 1));
      const query = page.readQuery ? page.readQuery(given) : {};
      const dependsOn = query && (page.dependsOn ? page.dependsOn(params, query) : []);
      if (!query || !dependsOn) return null;
      const isUnbounded = page.isUnbounded?.(query) ?? false;
      const { isPersonalWithSession = false } = page;
      const address = pageAddress(path, query);
      return { address, route, dependsOn, isUnbounded, isPersonalWithSession };
    },
    takesPhotos(path) {
      const pagePath = documentPath(path);
      return pagePath !== null && matchRoutes(photoForms, pagePath) !== null;
    },
    sitemapPaths: [...fixed].flatMap(([path, { page }]) => (page.inSitemap ? [path] : [])),
    publicPatterns: [...fixed.keys(), ...parametric.map(({ pattern }) => pattern)],
    privatePatterns,
    guardedPatterns: new Set(listGuarded(routes)),
  };
}

/** Null for data that no page has. */
export function documentPath(path: string): string | null {
  if (!path.endsWith(dataSuffix)) return path;
  if (path === "/_.data") return "/";
  return path === "/.data" ? null : path.slice(0, -dataSuffix.length);
}

function toRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:(\w+)/g, "(?<$1>[\\w-]{1,100})")}$`);
}
