import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../app/routes.ts";

/** A route of app/routes.ts that has an address. */
export interface PageRoute {
  /** The module's file below app/, or the id the route was given. */
  id: string;
  /** "/posts/edit/:id" */
  pattern: string;
  hasAction: boolean;
}

/** All addresses of the site, as app/routes.ts lists them: a new route is among them by itself. */
export const pageRoutes: readonly PageRoute[] = flatten(routes, "");

function flatten(entries: readonly RouteConfigEntry[], parent: string): PageRoute[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path ? `${parent}/${entry.path}` : parent;
    const below = flatten(entry.children ?? [], pattern);
    if (entry.path === undefined && !entry.index) return below;
    const { file, id = file } = entry;
    return [{ id, pattern: pattern || "/", hasAction: hasAction(file) }, ...below];
  });
}

function hasAction(file: string): boolean {
  const path = join(import.meta.dirname, "..", "app", file);
  if (!existsSync(path)) throw new Error(`${file} is not there`);
  return /export (?:async )?(?:function|const) action\b|export \{[^}]*\baction\b/.test(
    readFileSync(path, "utf8"),
  );
}
