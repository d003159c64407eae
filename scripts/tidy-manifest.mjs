// Post-processes React Router's route manifest (docs/decisions/010).
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
  // Otherwise server and browser would disagree about the links.
  if (builds.length === 0) throw new Error("the build has no server manifest");
  for (const file of [path, ...builds.map((build) => join(serverAssets, build))]) {
    unmark(file, marked);
  }
  dropSheets(clientAssets);
}

/**
 * Keeps islands from loading style sheets: their page has them, though with the "#" (see below). The files
 * to preload have numbers, so another that all need takes their place.
 */
function dropSheets(assets) {
  const name = readdirSync(assets).find((file) => /^wake-.*\.js$/.test(file));
  const path = join(assets, name ?? "");
  const text = name ? readFileSync(path, "utf8") : "";
  const script = /"assets\/react-[^"]+\.js"/.exec(text)?.[0];
  if (!script) throw new Error("the build has no code for islands");
  writeFileSync(path, text.replaceAll(/"assets\/[^"]+\.css"/g, script));
}

/**
 * Drops flags that are false, React Router's default, and prefetch entries for files that every
 * hydrated page has already loaded: the manifest is one of the first files a page loads. Files in the
 * same order everywhere compress better.
 */
function slimManifest(path) {
  const [, json] = assignment.exec(readFileSync(path, "utf8")) ?? [];
  if (!json) throw new Error("the route manifest has another form than expected");
  const manifest = JSON.parse(json);
  const { root } = manifest.routes;
  const loaded = new Set([...manifest.entry.imports, ...root.imports]);
  for (const route of Object.values(manifest.routes)) {
    for (const [key, value] of Object.entries(route)) if (value === false) delete route[key];
    route.imports = route.imports.filter((file) => !loaded.has(file)).sort();
    // Each is its route's key, too.
    delete route.id;
  }
  // Only `<Scripts>` would preload it.
  delete manifest.url;
  const restored = "for(let[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i;";
  writeFileSync(path, `window.__reactRouterManifest=${JSON.stringify(manifest)};${restored}`);
  return manifest;
}

/**
 * Strips the "#" that React Router appends to style sheets shared by routes and dynamic imports, so
 * that leaving a route doesn't remove a sheet still in use. The root's sheets are never removed, and
 * with the "#" every dynamic import would load them again and restyle the whole page.
 */
function unmark(file, sheets) {
  const text = readFileSync(file, "utf8");
  const unmarked = sheets.reduce(
    (rest, sheet) => rest.replaceAll(sheet, sheet.replace(/#$/, "")),
    text,
  );
  writeFileSync(file, unmarked);
}
