// Corrects what React Router's build says of routes (docs/decisions/010).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const assignment = /^window\.__reactRouterManifest=(.*);$/s;

export function tidyManifest(buildFolder) {
  const clientAssets = join(buildFolder, "client", "assets");
  const name = readdirSync(clientAssets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("the build has no route manifest");
  const path = join(clientAssets, name);
  const marked = slimManifest(path).routes.root.css;
  const serverAssets = join(buildFolder, "server", "assets");
  const builds = readdirSync(serverAssets).filter((file) => /^server-build-.*\.js$/.test(file));
  for (const file of [path, ...builds.map((build) => join(serverAssets, build))]) {
    unmark(file, marked);
  }
}

/**
 * Removes flags that are false, which is React Router's default, and the files to prefetch that
 * every hydrated page has already loaded. The manifest is one of the first files a page loads.
 */
function slimManifest(path) {
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
  return manifest;
}

/**
 * Removes the "#" with which React Router keeps apart the style sheets of routes and of imports on
 * demand, lest leaving a route remove one still in use. Those of the root are never removed, but with
 * the mark each import on demand would load them again and style the whole page anew.
 */
function unmark(file, sheets) {
  const text = readFileSync(file, "utf8");
  const unmarked = sheets.reduce(
    (rest, sheet) => rest.replaceAll(sheet, sheet.replace(/#$/, "")),
    text,
  );
  writeFileSync(file, unmarked);
}
