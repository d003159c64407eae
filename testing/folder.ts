import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { OnDone } from "./test-database.ts";

/** Makes an empty folder, which is removed when the test ends, or with `onDone: afterAll` its file. */
export async function makeFolder({
  parent = tmpdir(),
  onDone = onTestFinished as OnDone,
} = {}): Promise<string> {
  const folder = await mkdtemp(join(parent, "mar-de-minas-teste-"));
  onDone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
