import type { PublicPage } from "../app/site/public-page.ts";
import { type BuildRoutes, listPages } from "../app/site/route-pattern.ts";
import { pageAddress } from "../app/ui/shell/page-meta.ts";

/** A public page as a visitor asked for it. */
export interface RequestedPage {
  /** Path and query in canonical form: one page, one address. */
  address: string;
  /** The pattern of its route, "/posts/:id". */
  route: string;
  /** The tags of the data it shows. */
  dependsOn: readonly string[];
  /** One of an unlimited number of pages. */
  isUnbounded: boolean;
}

export interface PublicPages {
  /** The public page at this path and query; null for anything else. */
  find: (pathAndQuery: string) => RequestedPage | null;
  /** Paths of the pages that the sitemap lists. */
  sitemapPaths: string[];
  /** Patterns of the routes that are public pages, and of those that are not. */
  publicPatterns: string[];
  privatePatterns: string[];
}

/** A public page's route, ready to be matched. */
interface KnownPage {
  pattern: string;
  page: PublicPage;
  /** Null where the pattern has no parameters. */
  regExp: RegExp | null;
}

/** React Router asks for the data of a page at its path with this suffix, and of "/" at "/_.data". */
const dataSuffix = ".data";

/** Longer addresses, in characters, are not cached. */
const longestAddress = 500;

/** Collects the declarations of public pages from the route modules of the build. */
export function collectPublicPages(routes: BuildRoutes): PublicPages {
  const fixed = new Map<string, KnownPage>();
  const parametric: KnownPage[] = [];
  const privatePatterns: string[] = [];
  for (const { pattern, publicPage: page } of listPages(routes)) {
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
    find(pathAndQuery) {
      if (pathAndQuery.length > longestAddress) return null;
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
      return { address: pageAddress(path, query), route, dependsOn, isUnbounded };
    },
    sitemapPaths: [...fixed].flatMap(([path, { page }]) => (page.inSitemap ? [path] : [])),
    publicPatterns: [...fixed.keys(), ...parametric.map(({ pattern }) => pattern)],
    privatePatterns,
  };
}

/** The path of the page itself, for a request for its data too. */
function documentPath(path: string): string | null {
  if (!path.endsWith(dataSuffix)) return path;
  if (path === "/_.data") return "/";
  return path === "/.data" ? null : path.slice(0, -dataSuffix.length);
}

function toRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:(\w+)/g, "(?<$1>[\\w-]{1,100})")}$`);
}
