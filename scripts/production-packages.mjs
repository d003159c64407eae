import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const lockFile = readJson("package-lock.json");

/** Packages by path, such as "node_modules/pg". */
export const { packages } = lockFile;

/** Dependencies, because `npm start` builds the site, but the built site runs without them. */
const buildTools = ["@react-router/dev", "vite"];

/** The packages that the built site needs. */
export function productionPackages() {
  return reachableWithout(buildTools);
}

/**
 * Returns package.json and its lock file with what `npm start` needs. `npm ci --omit=dev` would
 * also install the tests' tools that some library names as optional peers.
 */
export function startManifests() {
  const { devDependencies: _, ...manifest } = readJson("package.json");
  const { devDependencies: __, ...rootPackage } = packages[""];
  const needed = [...reachableWithout([])].sort().map((at) => [at, packages[at]]);
  return {
    "package.json": manifest,
    "package-lock.json": {
      ...lockFile,
      packages: { "": rootPackage, ...Object.fromEntries(needed) },
    },
  };
}

function readJson(name) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

/** Unlike npm, ignores optional peers. */
function reachableWithout(left) {
  const seen = new Set(left.map((name) => `node_modules/${name}`));
  const visit = (at) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[at];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    const names = [dependencies, optionalDependencies].flatMap((some) => Object.keys(some ?? {}));
    for (const name of [...names, ...peers]) {
      const place = resolve(at, name);
      if (place === null || seen.has(place)) continue;
      seen.add(place);
      visit(place);
    }
  };
  visit("");
  for (const name of left) seen.delete(`node_modules/${name}`);
  return seen;
}

/** Resolves a name as Node would from a path in the tree; null if it isn't installed. */
function resolve(from, name) {
  for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    const place = `${at ? `${at}/` : ""}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === "") return null;
  }
}
