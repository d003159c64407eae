import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A quoted or bare column, given a value in `set`, `values` or SQL. */
const writing =
  /\b(?:set|values)\(\{[^;]*?\b(?:pausedBy|pausedAt|ownerPausedAt)\b\s*[:,}]|"paused(?:By|At)"\s*=[^=]/;

test("only one file pauses ads, so that every pause yields by the same rules", () => {
  const files = globSync("{app,cli,samples,server}/**/*.{ts,tsx}").filter(
    (file) => !file.includes(".test."),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => writing.test(readFileSync(file, "utf8")))).toEqual([
    "app/domain/accounts/visibility/visibility.server.ts",
  ]);
});
