// Part of `npm run lint`: checks the order of the layers in app/, base names, file sizes, and what
// browsers load.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "./prepare.mjs";

/**
 * Layers from the bottom up; they import only from lower ones. In those with slices, a slice imports only from
 * those before it.
 */
const layers = [
  { names: ["platform"], slices: ["db", "ui", "web", "mail"] },
  {
    names: ["domain"],
    slices: [
      "region",
      "calendar",
      "accounts",
      "prices",
      "photos",
      "listings",
      "feeds",
      "search",
      "questions",
      "testimonials",
      "lists",
      "privacy",
    ],
  },
  { names: ["public", "owner", "panel"] },
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

const problems = [];

/** Null outside app/ and for the files directly in it, which may import any layer. */
function placeOf(file) {
  const [top, name, slice, ...rest] = relative(root, file).split(sep);
  if (top !== "app" || slice === undefined) return null;
  const layer = layers.findIndex(({ names }) => names.includes(name));
  const order = layers[layer]?.slices?.indexOf(slice);
  if (layer < 0 || order < 0 || (order !== undefined && rest.length === 0)) {
    problems.push(`${relative(root, file)} is in no slice of the house`);
    return null;
  }
  return { layer, name, order };
}

function mayImport(from, to) {
  if (!to) return false;
  if (to.layer !== from.layer) return to.layer < from.layer;
  return from.order === undefined ? to.name === from.name : to.order <= from.order;
}

function checkImports(file, source) {
  const place = placeOf(file);
  if (!place) return;
  for (const [, specifier] of source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    const target = resolve(dirname(file), specifier);
    if (!target.includes(`${sep}+types${sep}`) && !mayImport(place, placeOf(target))) {
      problems.push(`${relative(root, file)} must not import ${relative(root, target)}`);
    }
  }
}

/** Files of the product by their base name, which finds one of them in every editor. */
const named = new Map();

function checkBaseName(name) {
  if (!/^(app|server|cli|samples)\/.*\.tsx?$/.test(name)) return;
  const base = name.replace(/^.*\//, "").replace(/(\.server)?\.tsx?$/, "");
  if (named.has(base)) problems.push(`${name} has the base name of ${named.get(base)}`);
  named.set(base, name);
}

function checkFile(file) {
  const name = relative(root, file);
  if (!/\.(tsx?|mjs|css)$/.test(name) || /\.test\.tsx?$/.test(name)) return;
  checkBaseName(name);
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
