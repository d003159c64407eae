import { LRUCache } from "lru-cache";
import { matchRoutes } from "react-router";
import { uploadPath } from "../app/domain/photos/uploads/upload-requests.ts";
import { type BuildRoutes, listPages } from "../app/platform/web/pages/route-table.server.ts";
import { visitPath } from "../app/platform/web/visit-beacon.ts";
import { newsPath } from "./news.ts";
import { isReadablePath } from "./readable-path.ts";
import { securityTxtPath } from "./security-txt.ts";

/** Requests other than pages, by the start of their path. */
const surfaces: Record<string, string> = {
  "/fotos/": "fotos",
  [`${uploadPath}/`]: "envios",
  "/assets/": "assets",
  "/ilustracoes/": "assets",
  "/icones/": "assets",
};

const ownNames = [
  visitPath,
  securityTxtPath,
  ...["/healthz", "/metricas", "/robots.txt", "/sitemap.xml", newsPath],
];

const otherRoute = "outros";

/** Number of paths kept in memory. */
const maxNames = 500;

/** Names routes by their pattern: paths can contain personal data, and have no limit in number. */
export function createRouteNamer(routes: BuildRoutes): (path: string) => string {
  const paged = listPages(routes).map(({ pattern }) => ({ path: pattern, id: pattern }));
  // React Router ranks all routes on every match.
  const named = new LRUCache<string, string>({
    max: maxNames,
    memoMethod: (page) => matchRoutes(paged, page)?.at(-1)?.route.id ?? otherRoute,
  });
  return (path) => {
    const surface = Object.keys(surfaces).find((start) => `${path}/`.startsWith(start));
    if (surface) return surfaces[surface] ?? otherRoute;
    if (ownNames.includes(path)) return path;
    // React Router throws on invalid percent-encoding.
    return isReadablePath(path) ? named.memo(path) : otherRoute;
  };
}
