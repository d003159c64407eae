import { startEmbeddedDatabase } from "../app/db/embedded/embedded.server.ts";
import { openDataDir } from "../app/db/files/data-lock.server.ts";
import { siteRoleUrlFrom } from "../app/db/site-role/site-role.server.ts";
import { requireConfig } from "./config.ts";
import { createLog } from "./log.ts";
import { ignoreClosedPipes, reportStartFailure } from "./start-failure.ts";
import { stopSignals } from "./stop-signals.ts";
import { type DatabaseAddresses, soleRole } from "./workers/worker-messages.ts";

const development = process.argv.includes("--dev");

/** Aborted by the first signal; further ones change nothing. */
const stopping = new AbortController();
const { signal } = stopping;
for (const name of stopSignals) process.on(name, () => stopping.abort(new Error(name)));
ignoreClosedPipes();

await run().catch((error) => {
  const { reason } = signal;
  if (reason && (error === reason || error.cause === reason)) return;
  reportStartFailure(error);
  process.exit(1);
});
process.exit(0);

/** Returns after the embedded database has ended. */
async function run(): Promise<void> {
  const config = requireConfig(process.env);
  const log = createLog(config.logLevel);
  // Imported on demand, so that neither way to run holds the other's modules in memory.
  async function serveFrom(database: Promise<DatabaseAddresses>): Promise<void> {
    if (config.workers === 1 || development) {
      const { serve } = await import("./serve.ts");
      const start = database.then((addresses) => ({ ...addresses, role: soleRole }));
      return serve({ config, start, log, stopping: signal, development });
    }
    const { superviseWorkers } = await import("./workers/supervisor.ts");
    return superviseWorkers({ count: config.workers, database, log, stopping: signal });
  }

  await openDataDir(config.dataDir);
  const { databaseUrl, databaseOwnerUrl: ownerUrl } = config;
  if (databaseUrl) return serveFrom(Promise.resolve({ databaseUrl, ownerUrl }));
  const starting = startEmbeddedDatabase(config.dataDir, { log, signal, restarts: true });
  const [served, embedded] = await Promise.allSettled([
    serveFrom(starting.then(({ url }) => ({ databaseUrl: siteRoleUrlFrom(url), ownerUrl: url }))),
    starting,
  ]);
  if (embedded.status === "fulfilled") await embedded.value.stop();
  if (served.status === "rejected") throw served.reason;
}
