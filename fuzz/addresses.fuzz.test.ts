import { expect, test } from "vitest";
import { expectNoFault, maxRunMs } from "./bounds.ts";

test("hostile URLs, methods and headers change nothing", { timeout: maxRunMs }, async () => {
  const { statuses } = await expectNoFault("urls");
  for (const status of ["200", "404", "405"]) expect(statuses).toHaveProperty(status);
});
