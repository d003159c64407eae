import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../app/platform/db/client.server.ts";
import { startEmbeddedDatabase } from "../app/platform/db/embedded/embedded.server.ts";
import { migrateDatabase } from "../app/platform/db/migrate.server.ts";
import { siteRoleUrlFrom } from "../app/platform/db/site-role/site-role.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with a migrated, empty database, for sites with a server of their own to copy. */
    emptyDataDir: string;
  }
}

/** Creates the folder once for the whole run: a database of its own would add three seconds to each site's start. */
export async function setup(project: TestProject): Promise<void> {
  const run = project.vitest.getRootProject();
  const { runFolder, emptyDataDir } = run.getProvidedContext();
  if (emptyDataDir) return;
  const dataDir = join(runFolder, "vazio");
  await mkdir(dataDir);
  const server = await startEmbeddedDatabase(dataDir);
  const { db, close } = openDatabase(server.url, () => undefined);
  await migrateDatabase(db, ".", { siteRoleUrl: siteRoleUrlFrom(server.url) });
  await close();
  await server.stop();
  run.provide("emptyDataDir", dataDir);
}
