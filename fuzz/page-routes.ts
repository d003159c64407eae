import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../app/routes.ts";

export interface PageRoute {
  /** Id of the route: by default its file within app/. */
  id: string;
  /** Pattern such as "/posts/edit/:id". */
  pattern: string;
  hasAction: boolean;
}

/** All routes of app/routes.ts that have a URL. */
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
  if (!existsSync(path)) throw new Error(`${file} does not exist`);
  return /export (?:async )?(?:function|const) action\b|export \{[^}]*\baction\b/.test(
    readFileSync(path, "utf8"),
  );
}
