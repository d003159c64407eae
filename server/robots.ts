import type { PublicPages } from "./public-pages.ts";

/** Uploads are not pages, and of no use to a crawler. */
const uploads = "/envios";

/** Keeps crawlers to the public pages, and tells them where the sitemap is. */
export function writeRobots(siteUrl: string, { privatePatterns }: PublicPages): string {
  const prefixes = privatePatterns.map((pattern) => pattern.replace(/\/:.*$/, ""));
  const lines = [
    "User-agent: *",
    ...[...new Set([...prefixes, uploads])].map((path) => `Disallow: ${path}`),
    "Allow: /",
    "",
    `Sitemap: ${siteUrl}/sitemap.xml`,
    "",
  ];
  return lines.join("\n");
}
