import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Hydration sets globals that are React Router's own; verify them again before raising this. */
const verifiedVersion = "8.4.0";

test("React Router has the version that hydration was verified with", () => {
  const file = new URL("../../node_modules/react-router/package.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8")).version).toBe(verifiedVersion);
});
