import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Empty at first: the first test that needs a kind of site prepares it there for all. */
    preparedFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "mar-de-minas-preparado-"));
  project.provide("preparedFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
