import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";

/** The packages of package-lock.json by their place, "node_modules/pg". */
export const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

/**
 * The places of all that the running site needs, for every kind of machine. npm itself counts more:
 * tools of ours that a library could also work with (its optional peers).
 */
export function productionPackages() {
  const seen = new Set();
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
  return seen;
}

/** Where Node would find a package from a place in the tree; null for one that is not there. */
function resolve(from, name) {
  for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    const place = `${at ? `${at}/` : ""}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === "") return null;
  }
}
