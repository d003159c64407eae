import type { PublicPages } from "./public-pages.ts";

const uploads = "/envios";

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
