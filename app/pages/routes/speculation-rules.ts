import { listPages } from "../../site/route-pattern.ts";

/**
 * Prefetches a page on hover, prerenders it on press. Only static public pages, because the router
 * prefetches others by itself. Named in the `Speculation-Rules` header.
 */
export async function loader() {
  const { routes } = await import("virtual:react-router/server-build");
  const privatePages = listPages(routes)
    .filter(({ publicPage }) => !publicPage)
    .map(({ pattern }) => `${pattern.replace(/\/:.*$/, "/")}*`);
  const where = {
    and: [
      { href_matches: "/*" },
      { selector_matches: "body[data-static] a" },
      { not: { href_matches: privatePages } },
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
