import type { Logger } from "pino";
import { startEmbeddedDatabase } from "../app/platform/db/embedded/embedded.server.ts";
import { openDataDir } from "../app/platform/db/files/data-lock.server.ts";
import { siteRoleUrlFrom } from "../app/platform/db/site-role/site-role.server.ts";
import type { Config } from "./config.ts";
import type { DatabaseAddresses } from "./workers/worker-messages.ts";

interface Running {
  config: Config;
  log: Logger;
  /** Aborted to stop. */
  stopping: AbortSignal;
}

/**
 * Serves with the database of the configuration, or with an embedded one that starts meanwhile.
 * Returns after the embedded database has ended.
 */
export async function runSite(
  { config, log, stopping }: Running,
  serveFrom: (database: Promise<DatabaseAddresses>) => Promise<void>,
): Promise<void> {
  await openDataDir(config.dataDir);
  const { databaseUrl, databaseOwnerUrl: ownerUrl } = config;
  if (databaseUrl) return serveFrom(Promise.resolve({ databaseUrl, ownerUrl }));
  const starting = startEmbeddedDatabase(config.dataDir, {
    log,
    signal: stopping,
    restarts: true,
  });
  const [served, embedded] = await Promise.allSettled([
    serveFrom(starting.then(({ url }) => ({ databaseUrl: siteRoleUrlFrom(url), ownerUrl: url }))),
    starting,
  ]);
  if (embedded.status === "fulfilled") await embedded.value.stop();
  if (served.status === "rejected") throw served.reason;
}
