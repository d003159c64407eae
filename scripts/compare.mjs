import { spawn } from "node:child_process";
import { join } from "node:path";
import { alone, build, install, projectNode, root } from "./prepare.mjs";

alone(() => {
  install({ withTools: true });
  build();
});
const script = join(root, "scripts", "compare-screens.mjs");
const compare = spawn(projectNode, [script, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => compare.kill(signal));
compare.on("exit", (code) => process.exit(code ?? 1));
