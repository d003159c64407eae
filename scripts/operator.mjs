import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { alone, install, projectNode, root } from "./prepare.mjs";

alone(() => install());
const result = spawnSync(projectNode, [join(root, "cli", "main.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(result.status ?? 1);
