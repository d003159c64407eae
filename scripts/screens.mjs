import { spawn } from "node:child_process";
import { join } from "node:path";
import { alone, build, install, projectNode, root } from "./prepare.mjs";

alone(() => {
  install({ withTools: true });
  build();
});
const script = join(root, "scripts", "render-screens.mjs");
const screens = spawn(projectNode, [script, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => screens.kill(signal));
screens.on("exit", (code) => process.exit(code ?? 1));
