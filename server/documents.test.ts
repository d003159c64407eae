import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const documents = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path && !path.startsWith("app/"));

const folders = "app|cli|db|deploy|e2e|fuzz|rehearsal|samples|scripts|server|testing";

test.each(documents)("files that %s links or names exist", (path) => {
  const text = readFileSync(path, "utf8");
  const linked = Array.from(text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g), ([, target = ""]) =>
    join(dirname(path), target),
  );
  const named = Array.from(
    text.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+)\``, "g")),
    ([, name = ""]) => name,
  );
  expect([...linked, ...named].filter((file) => !existsSync(file))).toEqual([]);
});

test("every requirement of the ASVS, level 2, stands once, with its state", () => {
  const rows = readFileSync("docs/asvs.md", "utf8").match(/^\| \d.*$/gm) ?? [];
  const numbers = rows.flatMap((row) => row.split("|")[1]?.match(/\d+\.\d+\.\d+/g) ?? []);
  expect([numbers.length, new Set(numbers).size]).toEqual([253, 253]);
  const states = rows.map((row) => row.split("|")[3]?.trim() ?? "");
  expect(new Set(states)).toEqual(new Set(["met", "n/a", "accepted"]));
});
