import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail, projectNode, root } from "./prepare.mjs";

/** The headless shell first: without an interface of its own it takes a third of the CPU time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Looks for Chromium in CHROMIUM, then PATH, then Playwright's cache; null if there is none. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    for (const folder of [...folders, "/usr/bin", "/snap/bin"]) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  const path = spawnSync(
    projectNode,
    ["-e", "console.log(require('playwright-core').chromium.executablePath())"],
    { cwd: root, encoding: "utf8" },
  ).stdout?.trim();
  return path && existsSync(path) ? path : null;
}

/** Installs Chromium if it is missing, and on Debian as root also its headless shell. */
export function prepareChromium() {
  const found = findChromium();
  if (process.env.CHROMIUM || found?.endsWith(names[0])) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.log("Instalando o Chromium...");
    aptGet("update", "-qq");
    const isInstalled = aptGet("install", "-y", "-qq", "--no-install-recommends", names[0]);
    if (!isInstalled && !found)
      aptGet("install", "-y", "-qq", "--no-install-recommends", "chromium");
  } else if (!found) {
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
  return spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
