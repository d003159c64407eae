import { today } from "../../../domain/calendar/civil-date.ts";
import { readSearch } from "../../../domain/search/filters.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { findMappedResults } from "../map/mapped-results.server.ts";
import { renderResultsMap } from "../map/results-map.server.tsx";
import type { Route } from "./+types/drawing.ts";

/** HTML of a search's results on the drawing, for the script of the search's page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const day = today();
  const { filters } = readSearch(url.searchParams, day);
  const { db } = context.get(siteContext);
  const html = renderResultsMap(await findMappedResults(db, filters, day), filters);
  return new Response(html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "X-Robots-Tag": "noindex" },
  });
}
