import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail, projectNode, root } from "./prepare.mjs";

/** Chromium without an interface of its own: a third of the CPU time, but no back-forward cache. */
const shell = "chromium-headless-shell";
const whole = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Looks in CHROMIUM, then PATH, then Playwright's cache; null if there is none. */
export function findChromium() {
  return process.env.CHROMIUM || findFirst([shell, ...whole]) || findPlaywrights();
}

/** Finds a Chromium that is not the headless shell. */
export function findWholeChromium() {
  return findFirst(whole) || findPlaywrights() || process.env.CHROMIUM || null;
}

export function findFirefox() {
  return findFirst(["firefox-esr", "firefox"]);
}

/** WebKitGTK's test browser, if what drives it is there, too. */
export function findWebKit() {
  const parts = ["WebKitWebDriver", "Xvfb", "dbus-run-session"];
  if (!parts.every((name) => findFirst([name]))) return null;
  for (const folder of foldersIn("/usr/lib").flatMap(foldersIn)) {
    const browser = join(folder, "MiniBrowser");
    if (/webkit2gtk-[^/]*$/.test(folder) && existsSync(browser)) return browser;
  }
  return null;
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
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

/** Finds or installs Chromium; on Debian as root, also installs the headless shell. */
export function prepareChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const missing = [findWholeChromium() ? null : whole[0], findFirst([shell]) ? null : shell];
  const packages = missing.filter(Boolean);
  if (!installFromDebian("o Chromium", packages) && !findChromium()) {
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

/** Prepares Firefox and WebKit. Tests skip the one that can't be had, except in CI. */
export function prepareOtherEngines() {
  const engines = [
    ["o Firefox", findFirefox, ["firefox-esr"]],
    ["o WebKit", findWebKit, ["webkit2gtk-driver", "xvfb", "dbus", "libegl1"]],
  ];
  for (const [name, find, packages] of engines) {
    if (!find()) installFromDebian(name, packages);
    if (find()) continue;
    const sentence = `Falta ${name} (no Debian: apt-get install ${packages.join(" ")}).`;
    if (process.env.CI) fail(sentence);
    console.warn(`${sentence} Os testes nele ficam de fora.`);
  }
}

/** Returns whether this is a Debian on which we may install. */
function installFromDebian(name, packages) {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    return false;
  }
  console.log(`Instalando ${name}...`);
  aptGet("update", "-qq");
  // Installed one by one: not every release has them all.
  for (const one of packages) aptGet("install", "-y", "-qq", "--no-install-recommends", one);
  return true;
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
}
