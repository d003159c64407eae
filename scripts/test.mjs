// npm test, npm run reliability: installs dependencies and browsers if missing,
// builds, then runs the named parts. With --slowest, lists the time of every test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { prepareChromium, prepareOtherEngines } from "./browsers.mjs";
import { alone, build, fail, install, projectNode, root } from "./prepare.mjs";

const failure = "Há algo a corrigir: o motivo está acima.";
/** The Vitest projects of each part. */
const projects = {
  checks: [],
  product: ["unit", "dom", "server", "browser"],
  reliability: ["matrices", "reliability", "fuzz"],
};
const given = process.argv.slice(2);
const parts = given.filter((part) => part !== "--slowest");
if (parts.length === 0 || parts.some((part) => !(part in projects))) {
  fail(`Use: node scripts/test.mjs ${Object.keys(projects).join(" ")}`);
}

alone(() => {
  install({ withTools: true });
  build();
});
const bin = join(root, "node_modules", ".bin");
const env = {
  CHROMIUM: prepareChromium(),
  PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
  ...(given.includes("--slowest") ? { SLOWEST: "all" } : {}),
};

if (parts.includes("reliability")) prepareOtherEngines();

const children = [];
const processes = [];
if (parts.includes("checks")) {
  const npm = process.env.npm_execpath;
  const args = [...(npm ? [npm] : []), "run", "check"];
  processes.push(begin(npm ? process.execPath : "npm", args, "pipe"));
}
const selected = parts.flatMap((part) => projects[part]);
if (selected.length > 0) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", ...selected.map((name) => `--project=${name}`)];
  processes.push(begin(projectNode, args, "inherit"));
}
if ((await Promise.all(processes)).includes(false)) fail(failure);

/**
 * The checks run beside the tests, which leave cores idle while they wait. What they say is printed once they are
 * done; the first part that fails ends the other.
 */
async function begin(program, args, stdio) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["inherit", stdio, stdio],
    env: { ...process.env, ...env },
  });
  children.push(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part));
  const [status] = await once(child, "close");
  process.stdout.write(Buffer.concat(said));
  if (status === 0) return true;
  // Vitest ends its database server before it exits.
  for (const other of children) other.kill("SIGINT");
  return false;
}
