import { today } from "../../calendar/civil-date.ts";
import { siteContext } from "../../site/site.server.ts";
import { readSearch } from "../filters.ts";
import { countMatches } from "../search.server.ts";
import type { Route } from "./+types/count.ts";

/** Counts for a form that isn't sent yet; invalid values are left out of account. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { filters } = readSearch(url.searchParams, today());
  return Response.json({ total: await countMatches(context.get(siteContext).db, filters) });
}
