// npm test: installs dependencies and Chromium if missing, builds, then runs `npm run validate`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { alone, build, fail, install, projectNode, root, run } from "./prepare.mjs";

alone(() => {
  install();
  build();
});
const chromium = findChromium() ?? installChromium();
const bin = join(root, "node_modules", ".bin");
run(
  process.env.npm_execpath ? process.execPath : "npm",
  [...(process.env.npm_execpath ? [process.env.npm_execpath] : []), "run", "validate"],
  "Há algo a corrigir: o motivo está acima.",
  { CHROMIUM: chromium, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
);

/** Looks for Chromium in CHROMIUM, then PATH, then Playwright's cache. */
function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
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

function installChromium() {
  console.log("Instalando o Chromium...");
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    });
  } else {
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
