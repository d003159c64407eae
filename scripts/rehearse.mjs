// npm run rehearse: rehearses a production deployment on this Debian machine, as root. A complete
// run writes docs/rehearsal.md.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { alone, build, fail, install, projectNode, root } from "./prepare.mjs";

if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) {
  fail("O ensaio instala programas e cria máquinas de teste: rode como root em um Debian.");
}
alone(() => {
  install({ withTools: true });
  build();
});
const rehearsal = spawn(
  projectNode,
  [join(root, "rehearsal", "main.ts"), ...process.argv.slice(2)],
  { stdio: "inherit" },
);
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => rehearsal.kill(signal));
rehearsal.on("exit", (code) => process.exit(code ?? 1));
