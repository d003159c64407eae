import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../app/platform/db/client.server.ts";
import { startEmbeddedDatabase } from "../app/platform/db/embedded/embedded.server.ts";
import { migrateDatabase } from "../app/platform/db/migrate.server.ts";
import { siteRoleUrlFrom } from "../app/platform/db/site-role/site-role.server.ts";
import { alone, build } from "../scripts/prepare.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated, empty database that tests clone. */
    templateUrl: string;
    /** Folder shared by all tests of a run, removed at its end. */
    runFolder: string;
  }
}

/** Starts the site's embedded PostgreSQL once for the whole run, whichever project comes first. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if ("templateUrl" in run.getProvidedContext()) return;
  alone(() => build());
  const runFolder = await mkdtemp(join(tmpdir(), "mar-de-minas-testes-"));
  const server = await startEmbeddedDatabase(runFolder);
  const { db, close } = openDatabase(server.url, () => undefined);
  // Tests open thousands of connections, and each would prove that it knows the password.
  await writeFile(join(runFolder, "banco", "pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");
  // Nothing here outlives the run; tests about durability start their own servers. Vacuuming would visit each of a
  // hundred databases every minute.
  for (const setting of ["autovacuum", "fsync", "full_page_writes", "synchronous_commit"]) {
    await db.execute(sql.raw(`alter system set ${setting} = off`));
  }
  await db.execute(sql`select pg_reload_conf()`);
  await migrateDatabase(db, ".", { siteRoleUrl: siteRoleUrlFrom(server.url) });
  await close();
  run.provide("templateUrl", server.url);
  run.provide("runFolder", runFolder);
  const [postmaster] = (await readFile(join(runFolder, "banco", "postmaster.pid"), "utf8")).split(
    "\n",
  );
  // Ctrl+C ends Vitest without the function below.
  const endAtOnce = () => {
    process.kill(Number(postmaster), "SIGQUIT");
    rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", endAtOnce);
  return async () => {
    process.off("exit", endAtOnce);
    await server.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
}
