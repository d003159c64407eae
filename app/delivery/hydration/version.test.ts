import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Hydration uses React Router's private globals. Verify them before raising this. */
const verifiedVersion = "8.4.0";

test("React Router has the version that hydration was verified with", () => {
  const file = new URL("../../../node_modules/react-router/package.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8")).version).toBe(verifiedVersion);
});
