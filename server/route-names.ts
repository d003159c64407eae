import { matchRoutes } from "react-router";
import { type BuildRoutes, listPages } from "../app/site/route-pattern.ts";
import { isReadablePath } from "./readable-path.ts";

/** What is no page, by the beginning of its path. */
const surfaces: Record<string, string> = {
  "/fotos/": "fotos",
  "/envios/": "envios",
  "/assets/": "assets",
  "/ilustracoes/": "assets",
  "/icones/": "assets",
  "/fonts/": "assets",
};

/** Addresses of the shell that are counted by themselves. */
const ownNames = ["/healthz", "/metricas", "/robots.txt", "/sitemap.xml"];

/** What any other address is called. */
const otherRoute = "outros";

/**
 * Names the route of a path by its pattern, "/posts/:id", for logs and metrics: a path may hold what
 * is nobody's business, and of paths there are endlessly many. `routes` are those of the build.
 */
export function createRouteNamer(routes: BuildRoutes): (path: string) => string {
  const paged = listPages(routes).map(({ pattern }) => ({ path: pattern, id: pattern }));
  return (path) => {
    const surface = Object.keys(surfaces).find((start) => `${path}/`.startsWith(start));
    if (surface) return surfaces[surface] ?? otherRoute;
    if (ownNames.includes(path)) return path;
    // Script asks for a page's data at its path with ".data" after it.
    const page = path === "/_.data" ? "/" : path.replace(/\.data$/, "");
    // The router complains of what it cannot decode.
    if (!isReadablePath(page)) return otherRoute;
    return matchRoutes(paged, page)?.at(-1)?.route.id ?? otherRoute;
  };
}
