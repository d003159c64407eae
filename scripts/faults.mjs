// npm run faults: kills a running site 50 times and interrupts 20 starts.
import { join } from "node:path";
import { alone, build, install, projectNode, root, run } from "./prepare.mjs";

alone(() => {
  install({ withTools: true });
  build();
});
run(
  projectNode,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    ...["run", "e2e/reliability/faults-kill", "e2e/reliability/startup"],
  ],
  "Algo se perdeu, ou ficou pela metade: o que foi está acima.",
  { FAULT_KILLS: process.env.FAULT_KILLS || "50", STOP_MOMENTS: process.env.STOP_MOMENTS || "20" },
);
