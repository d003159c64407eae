// npm run fuzz -- [--minutes N | --count N] [--seed N]: sends hostile requests to sites it starts,
// for ten minutes by default. Prints each fault with the requests and the seed that reproduce it.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { alone, fail, install, projectNode, root, run } from "./prepare.mjs";

const options = {
  minutes: { type: "string" },
  count: { type: "string" },
  seed: { type: "string" },
};
const { minutes, count, seed = String(Date.now() % 2 ** 31) } = parseArgs({ options }).values;
for (const value of [minutes ?? "1", count ?? "1", seed]) {
  if (!(Number(value) > 0)) fail("Use: npm run fuzz -- [--minutes N | --count N] [--seed N]");
}
alone(() => install({ withTools: true }));
run(
  projectNode,
  [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--project", "fuzz"],
  "A busca por falhas encontrou uma: está acima, com a semente que a repete.",
  {
    FUZZ_SEED: seed,
    ...(count ? { FUZZ_COUNT: count } : { FUZZ_MINUTES: minutes ?? "10" }),
  },
);
