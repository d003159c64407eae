import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";

/** By path, such as "node_modules/pg". */
export const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

/** Dependencies, because `npm start` builds the site, but the built site runs without them. */
const buildTools = ["@react-router/dev", "vite"];

/**
 * The packages that the built site needs. Unlike npm, omits development tools that some library
 * names as optional peers.
 */
export function productionPackages() {
  const seen = new Set(buildTools.map((name) => `node_modules/${name}`));
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
  for (const name of buildTools) seen.delete(`node_modules/${name}`);
  return seen;
}

/** As Node would from a path in the tree; null if it isn't installed. */
function resolve(from, name) {
  for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    const place = `${at ? `${at}/` : ""}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === "") return null;
  }
}
