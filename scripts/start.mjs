// npm start and npm run dev: installs and builds what is missing, then runs the site on the
// project's own Node.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { alone, build, install, projectNode, root } from "./prepare.mjs";

const development = process.argv.includes("--dev");
const parent = process.ppid;

alone(() => {
  install();
  if (!development) build();
});

// Listened for before the site runs: a signal that ended this process alone would leave it running.
let site;
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
  process.on(signal, () => site.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
}
site = spawn(projectNode, [join("server", "main.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: development ? "development" : "production" },
});
site.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

// When npm itself is killed no signal reaches us, and the site would go on holding its port.
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) site.kill("SIGTERM");
  }, 500).unref();
}
