import { listPages } from "../../delivery/route-table.server.ts";

/**
 * Prefetches a page on hover, prerenders it on press. Only static public pages, because the router
 * prefetches others by itself. Named in the `Speculation-Rules` header.
 */
export async function loader() {
  const { routes } = await import("virtual:react-router/server-build");
  const pages = listPages(routes);
  const patterns = pages.filter(({ publicPage }) => publicPage).map(({ pattern }) => pattern);
  // As "/posts/create" is one of "/posts/:id".
  const others = pages.filter(({ publicPage }) => !publicPage).map(({ pattern }) => pattern);
  const where = {
    and: [
      { href_matches: patterns.map((pattern) => `${pattern}\\?*`).concat(patterns) },
      { not: { href_matches: others } },
      { selector_matches: "body[data-static] a" },
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
