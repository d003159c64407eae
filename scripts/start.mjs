import { spawn } from "node:child_process";
import { join } from "node:path";
import {
  alone,
  build,
  install,
  projectNode,
  root,
  siteEnvironment,
  siteOptions,
} from "./prepare.mjs";

const development = process.argv.includes("--dev");
const parent = process.ppid;

alone(() => {
  install();
  if (!development) build();
});

// Register before spawning: a signal that ended only this process would orphan the site.
let site;
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
  process.on(signal, () => site.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
}
site = spawn(projectNode, [...siteOptions, join("server", "main.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...siteEnvironment,
    ...process.env,
    NODE_ENV: development ? "development" : "production",
  },
});
site.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

// If npm is killed, no signal reaches this process and the site would keep its port.
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) site.kill("SIGTERM");
  }, 500).unref();
}
