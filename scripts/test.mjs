// npm test, npm run reliability: installs dependencies and browsers if missing,
// builds, then runs the named parts. With --slowest, lists the time of every test.
import { delimiter, join } from "node:path";
import { prepareChromium, prepareOtherEngines } from "./browsers.mjs";
import { alone, build, fail, install, projectNode, root, run } from "./prepare.mjs";

const failure = "Há algo a corrigir: o motivo está acima.";
/** The Vitest projects of each part. */
const projects = {
  checks: [],
  product: ["unit", "dom", "server", "browser"],
  reliability: ["reliability", "fuzz"],
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

if (parts.includes("checks")) {
  const npm = process.env.npm_execpath;
  run(npm ? process.execPath : "npm", [...(npm ? [npm] : []), "run", "check"], failure, env);
}
const selected = parts.flatMap((part) => projects[part]);
if (selected.length > 0) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  run(projectNode, [vitest, "run", ...selected.map((name) => `--project=${name}`)], failure, env);
}
