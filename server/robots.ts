import { uploadPath } from "../app/domain/photos/uploads/upload-requests.ts";
import type { RouteTable } from "../app/platform/web/pages/route-table.server.ts";
import { visitPath } from "../app/platform/web/visit-beacon.ts";

/**
 * Google Calendar reads a calendar only if robots.txt allows it. Lists are shared with previews, which
 * some services only make of allowed pages; `noindex` keeps them out of search results.
 */
const allowed = ["/calendarios/", "/lista/"];

export function writeRobots(siteUrl: string, { privatePatterns }: RouteTable): string {
  const prefixes = privatePatterns.map(closedPath).filter((path) => !allowed.includes(path));
  const lines = [
    "User-agent: *",
    ...[...new Set([...prefixes, uploadPath, visitPath])].map((path) => `Disallow: ${path}`),
    "Allow: /",
    "",
    `Sitemap: ${siteUrl}/sitemap.xml`,
    "",
  ];
  return lines.join("\n");
}

/** Robots.txt takes the start of a path, with `*` for any characters (RFC 9309). */
function closedPath(pattern: string): string {
  return pattern.replace(/:[^/]+$/, "").replace(/:[^/]+/g, "*");
}
