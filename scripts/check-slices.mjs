// Part of `npm run lint`: checks slice order in app/, file sizes, and what browsers load.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "./prepare.mjs";

/** Slices from the bottom up; they import only from lower layers, never from their own. */
const layers = [
  ["db", "ui"],
  ["delivery"],
  ["site", "region"],
  ["mail", "saved"],
  ["calendar", "visibility"],
  ["checks"],
  ["prices", "accounts"],
  ["photos", "orders"],
  ["uploads"],
  ["listings"],
  ["feeds", "search", "lists", "reports", "visits", "vitals"],
  ["alerts"],
  ["owner"],
  ["questions", "testimonials"],
  ["listing-page", "privacy"],
  ["places", "pages", "panel"],
];
const maxLines = 500;
const sourceFolders = [
  "app",
  "server",
  "cli",
  "samples",
  "scripts",
  "bench",
  "fuzz",
  "e2e",
  "testing",
  "rehearsal",
];
const dataFiles = ["samples/sample-listings.ts"];

const layerOf = new Map(layers.flatMap((slices, layer) => slices.map((slice) => [slice, layer])));
const problems = [];

/** "" for files directly in app/, null outside it. */
function sliceOf(file) {
  const [top, slice, ...rest] = relative(root, file).split(sep);
  if (top !== "app") return null;
  return rest.length > 0 ? slice : "";
}

function checkImports(file, source) {
  const slice = sliceOf(file);
  // Files directly in app/ may import any slice, and no slice may import them.
  if (!slice) return;
  const layer = layerOf.get(slice);
  if (layer === undefined) {
    problems.push(`${relative(root, file)}: add ${slice} to the layers`);
    return;
  }
  for (const [, specifier] of source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    const target = resolve(dirname(file), specifier);
    if (target.includes(`${sep}+types${sep}`) || sliceOf(target) === slice) continue;
    if (!(layerOf.get(sliceOf(target)) < layer)) {
      problems.push(`${relative(root, file)} must not import ${relative(root, target)}`);
    }
  }
}

function checkFile(file) {
  const name = relative(root, file);
  if (!/\.(tsx?|mjs|css)$/.test(name) || /\.test\.tsx?$/.test(name)) return;
  const source = readFileSync(file, "utf8");
  const lines = source.split("\n").length - 1;
  if (lines > maxLines && !dataFiles.includes(name)) problems.push(`${name} has ${lines} lines`);
  checkImports(file, source);
}

function visit(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries) if (!entry.isDirectory()) checkFile(join(folder, entry.name));
  for (const entry of entries) if (entry.isDirectory()) visit(join(folder, entry.name));
}

/** Browsers load these, and all that they import. */
const browserCode = new Set([join(root, "app/entry.client.ts")]);

/** Leaves out types. A set that grows is visited to its end. */
function checkBrowserCode() {
  for (const file of browserCode) {
    const source = readFileSync(file, "utf8");
    const imports = /(?:^(?:import|export)\b(?! type\b)[^;"]*|[^f] import\()"([^"]+)"/gm;
    for (const [, name] of source.matchAll(imports)) {
      const target = resolve(dirname(file), name);
      if (name === "react-router" || /\.server\.tsx?$/.test(name)) {
        problems.push(`${relative(root, file)} must not import ${name}: browsers load it`);
      } else if (name.startsWith(".") && /\.tsx?$/.test(name)) browserCode.add(target);
    }
  }
}

for (const folder of sourceFolders) visit(join(root, folder));
checkBrowserCode();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
