// Shortens the route manifest, which every hydrated page loads (docs/decisions/010).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const assignment = /^window\.__reactRouterManifest=(.*);$/s;

/**
 * Removes flags that are false, which is React Router's default, and the files to prefetch that
 * every hydrated page has already loaded.
 */
export function slimManifest(clientFolder) {
  const assets = join(clientFolder, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("the build has no route manifest");
  const path = join(assets, name);
  const [, json] = assignment.exec(readFileSync(path, "utf8")) ?? [];
  if (!json) throw new Error("the route manifest has another form than expected");
  const manifest = JSON.parse(json);
  const { root } = manifest.routes;
  const loaded = new Set([...manifest.entry.imports, ...root.imports]);
  for (const route of Object.values(manifest.routes)) {
    for (const [key, value] of Object.entries(route)) if (value === false) delete route[key];
    route.imports = route.imports.filter((file) => !loaded.has(file));
  }
  writeFileSync(path, `window.__reactRouterManifest=${JSON.stringify(manifest)};`);
}
