// Deletes what React Router builds for browsers and no page loads: the routes' code (docs/decisions/010).
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Keeps the scripts that the entry names, or those name. */
export function dropRouteCode(assets) {
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const kept = new Set(scripts.filter((name) => name.startsWith("entry.client-")));
  for (const name of kept) {
    const code = readFileSync(join(assets, name), "utf8");
    for (const other of scripts) if (code.includes(other)) kept.add(other);
  }
  for (const name of scripts) if (!kept.has(name)) rmSync(join(assets, name));
}
