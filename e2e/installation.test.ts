import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/prepare.mjs";
import { makeFolder } from "../testing/folder.ts";
import { cloneProject, fetchTools, npmStart } from "./installation.ts";

const deciding = ["package.json", "package-lock.json", "scripts/prepare.mjs"];
/** Names the files with which this test last passed in this clone: it takes half a minute. */
const stamp = join(root, "node_modules", ".cache", "npm-start");

test("npm start of a fresh clone serves with the oldest npm and leaves out the tools of the tests", {
  // This takes half a minute alone, and two on cores that other tests share.
  timeout: 300_000,
}, async ({ skip }) => {
  const hash = createHash("sha256");
  for (const file of deciding) hash.update(await readFile(join(root, file)));
  const version = hash.digest("hex");
  skip(
    existsSync(stamp) && (await readFile(stamp, "utf8")) === version,
    "nothing about installing has changed",
  );
  const folder = await makeFolder();
  const clone = await cloneProject();

  const site = await npmStart(clone, await fetchTools(folder, "9.2.0"));

  expect((await fetch(site.url)).status).toBe(200);
  const output = await site.stop();
  expect(output).toContain("Instalando as dependências...");
  expect(output).toContain("Construindo o site...");
  for (const name of ["vitest", "drizzle-kit", "esbuild", "typescript"]) {
    expect(existsSync(join(clone, "node_modules", name)), name).toBe(false);
  }
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, version);
});
