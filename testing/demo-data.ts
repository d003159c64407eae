import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** An empty folder, in which the first test that needs the sample ads prepares them for all. */
    demoFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "mar-de-minas-exemplos-"));
  project.provide("demoFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
