// npm run faults: the long form of the kill loop, 50 kills; prints its figures.
import { join } from "node:path";
import { alone, build, install, projectNode, root, run } from "./prepare.mjs";

alone(() => {
  install();
  build();
});
run(
  projectNode,
  [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "e2e/faults-kill.test.ts"],
  "Algo se perdeu, ou ficou pela metade: o que foi está acima.",
  { FAULT_KILLS: process.env.FAULT_KILLS || "50" },
);
