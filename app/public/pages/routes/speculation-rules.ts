import { listPages } from "../../../platform/web/pages/route-table.server.ts";

/**
 * Rules to prefetch a public page on hover, and prerender it on press, which the `Speculation-Rules` header names.
 */
export async function loader() {
  const { routes } = await import("virtual:react-router/server-build");
  const pages = listPages(routes);
  const patterns = pages.filter(({ publicPage }) => publicPage).map(({ pattern }) => pattern);
  // A pattern can match other pages, as "/posts/:id" does "/posts/create".
  const others = pages.filter(({ publicPage }) => !publicPage).map(({ pattern }) => pattern);
  const where = {
    and: [
      { href_matches: patterns.map((pattern) => `${pattern}\\?*`).concat(patterns) },
      { not: { href_matches: others } },
    ],
  };
  const rules = {
    prefetch: [{ where, eagerness: "moderate" }],
    prerender: [{ where, eagerness: "conservative" }],
  };
  return new Response(JSON.stringify(rules), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
