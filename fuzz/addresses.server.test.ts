import { expect, test } from "vitest";
import { expectNoFault, longestRun } from "./bounds.ts";

test("hostile addresses, methods and headers change nothing", { timeout: longestRun }, async () => {
  const { statuses } = await expectNoFault("find");
  for (const status of ["200", "404", "405"]) expect(statuses).toHaveProperty(status);
});
