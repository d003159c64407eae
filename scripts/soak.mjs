// npm run soak -- [--minutes N] [--seed N]: runs the tests that are too long for npm run reliability, and
// repeats kills, interrupted starts and random requests many more times, these for ten minutes each by
// default. Prints the seed that reproduces a fault.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { alone, build, fail, install, projectNode, root, run } from "./prepare.mjs";

const options = { minutes: { type: "string" }, seed: { type: "string" } };
const { minutes = "10", seed = String(Date.now() % 2 ** 31) } = parseArgs({ options }).values;
for (const value of [minutes, seed]) {
  if (!(Number(value) > 0)) fail("Use: npm run soak -- [--minutes N] [--seed N]");
}
alone(() => {
  install({ withTools: true });
  build();
});
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const projects = ["soak", "matrices", "reliability", "fuzz"].map((name) => `--project=${name}`);
/** Parts of paths: the files of the project soak, and those that have a longer form. */
const files = [
  ".soak.test",
  "fuzz/",
  "e2e/engines/geometry.test.ts",
  "e2e/matrices/accessibility.test.ts",
  "e2e/reliability/faults-kill.test.ts",
  "e2e/reliability/startup.test.ts",
  "app/platform/db/migrations.reliability.test.ts",
];
run(
  projectNode,
  [vitest, "run", ...projects, ...files],
  "Algo falhou: o que foi está acima, com a semente que o repete.",
  { SOAK_MINUTES: minutes, SOAK_SEED: seed },
);
