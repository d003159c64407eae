import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { actionWords } from "./action-words.ts";

const call = /\brecord(?:Own)?Action\(tx\b/g;
/** The action of an entry, those that a parameter may be, or that of an account's holder. */
const literal = /\baction: ("[^,;\n]*")|\brecordOwnAction\(tx, [^"]*("[^"]*")/g;

test("every action that is recorded has words in the panel", () => {
  const files = globSync("{app,cli,samples,server}/**/*.{ts,tsx}").filter(
    (file) => !file.includes(".test.") && !file.endsWith("/audit-log.server.ts"),
  );
  const actions = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const calls = text.match(call)?.length ?? 0;
    if (calls === 0) return [];
    const found = [...text.matchAll(literal)].flatMap(([, ofEntry, own]) =>
      (ofEntry ?? own ?? "").split(" | ").map((quoted) => quoted.slice(1, -1)),
    );
    expect(found.length, file).toBeGreaterThanOrEqual(calls);
    return found;
  });
  expect(actions.length).toBeGreaterThan(25);
  expect(actions.filter((action) => !Object.hasOwn(actionWords, action))).toEqual([]);
});
