/** What is of use to nobody but its advertiser. */
const closed = [
  "/dashboard",
  "/posts/create",
  "/posts/edit",
  "/login",
  "/register",
  "/envios",
  "/nova-senha",
  "/novo-email",
  "/minha-conta",
];

/** What search engines may read, and where the sitemap is. */
export function writeRobots(siteUrl: string): string {
  const lines = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "Allow: /", ""];
  return [...lines, `Sitemap: ${siteUrl}/sitemap.xml`, ""].join("\n");
}
