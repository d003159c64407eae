import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail, projectNode, root } from "./prepare.mjs";

/** Without an interface of its own: a third of the CPU time, but no back-forward cache. */
const shell = "chromium-headless-shell";
const whole = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Looks in CHROMIUM, then PATH, then Playwright's cache; null if there is none. */
export function findChromium() {
  return process.env.CHROMIUM || findFirst([shell, ...whole]) || findPlaywrights();
}

/** Not the headless shell. */
export function findWholeChromium() {
  return findFirst(whole) || findPlaywrights() || process.env.CHROMIUM || null;
}

function findFirst(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    for (const folder of [...folders, "/usr/bin", "/snap/bin"]) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

function findPlaywrights() {
  const path = spawnSync(
    projectNode,
    ["-e", "console.log(require('playwright-core').chromium.executablePath())"],
    { cwd: root, encoding: "utf8" },
  ).stdout?.trim();
  return path && existsSync(path) ? path : null;
}

/** On Debian as root, also installs the headless shell. */
export function prepareChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const missing = [findWholeChromium() ? null : whole[0], findFirst([shell]) ? null : shell];
  const packages = missing.filter(Boolean);
  const isRoot = process.getuid?.() === 0;
  if (packages.length > 0 && isRoot && existsSync("/usr/bin/apt-get")) {
    console.log("Instalando o Chromium...");
    aptGet("update", "-qq");
    // One by one: not every release has the headless shell.
    for (const name of packages) aptGet("install", "-y", "-qq", "--no-install-recommends", name);
  } else if (!findChromium()) {
    console.log("Instalando o Chromium...");
    const cli = join(root, "node_modules", "playwright-core", "cli.js");
    spawnSync(projectNode, [cli, "install", "chromium"], { stdio: "inherit" });
  }
  return (
    findChromium() ??
    fail(
      "Instale o Chromium (no Debian: apt-get install chromium) para rodar os testes no navegador.",
    )
  );
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
}
