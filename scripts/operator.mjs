import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { alone, install, projectNode, root } from "./prepare.mjs";

// On a server, root lacks the site's environment, and files that root creates would be unreadable to the site.
const isInstalled = dirname(root) === "/opt/mar-de-minas" && existsSync("/etc/mar-de-minas.env");
if (!isInstalled) alone(() => install());
const [program, script] = isInstalled
  ? ["bash", join(root, "deploy", "operador")]
  : [projectNode, join(root, "cli", "operator.ts")];
const result = spawnSync(program, [script, ...process.argv.slice(2)], { stdio: "inherit" });
process.exit(result.status ?? 1);
