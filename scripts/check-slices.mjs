// Part of `npm run lint`: slices import only from the layers before their own.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./prepare.mjs";

/** From the ground up; slices of one layer do not know each other. */
const layers = [
  ["db", "ui", "hydration"],
  ["site"],
  ["mail"],
  ["calendar"],
  ["prices"],
  ["accounts"],
  ["photos"],
  ["uploads", "gallery"],
  ["listings"],
  ["editor", "dashboard", "search", "privacy"],
  ["tourism", "contact", "pages", "vitals", "samples"],
];
const mostFiles = 25;

const app = join(root, "app");
const problems = [];
const layerOf = new Map(layers.flatMap((slices, layer) => slices.map((slice) => [slice, layer])));

function sliceOf(file) {
  const path = relative(app, file);
  if (path.startsWith("..")) return null;
  const [first, ...rest] = path.split("/");
  return rest.length > 0 ? first : "";
}

function check(file) {
  const slice = sliceOf(file);
  // Files directly in app/ may import any slice, and no slice may import them.
  if (slice === "") return;
  const layer = layerOf.get(slice);
  if (layer === undefined) {
    problems.push(
      `${relative(root, file)}: add app/${slice} to the layers in scripts/check-slices.mjs`,
    );
    return;
  }
  const source = readFileSync(file, "utf8");
  for (const [, specifier] of source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"+]+)"/g)) {
    const imported = sliceOf(resolve(dirname(file), specifier));
    if (imported === slice) continue;
    const isBelow = imported !== null && imported !== "" && layerOf.get(imported) < layer;
    if (!isBelow) problems.push(`${relative(root, file)} must not import ${specifier}`);
  }
}

function visit(folder) {
  const names = readdirSync(folder);
  const files = names.filter((name) => !statSync(join(folder, name)).isDirectory());
  if (files.length > mostFiles) {
    problems.push(`${relative(root, folder)} has ${files.length} files; split it at ${mostFiles}`);
  }
  for (const name of names) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) visit(path);
    else if (/\.tsx?$/.test(name) && !/\.test\.ts$/.test(name)) check(path);
  }
}
visit(app);
for (const p of problems) console.error(p);
process.exitCode = problems.length ? 1 : 0;
