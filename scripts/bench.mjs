import { spawn } from "node:child_process";
import { join } from "node:path";
import { alone, build, install, projectNode, root } from "./prepare.mjs";

alone(() => {
  install({ withTools: true });
  build();
});
const bench = spawn(projectNode, [join(root, "bench", "main.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => bench.kill(signal));
bench.on("exit", (code) => process.exit(code ?? 1));
