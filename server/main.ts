import { requireConfig } from "./config.ts";
import { createLog } from "./logger.ts";
import { requireFreePort } from "./port.ts";
import { runSite } from "./run-site.ts";
import { endAfterCrash, ignoreClosedPipes, reportStartFailure } from "./start-failure.ts";
import { stopSignals } from "./stop-signals.ts";
import { soleRole } from "./workers/worker-messages.ts";

const development = process.argv.includes("--dev");

/** Aborted by the first signal; further ones change nothing. */
const stopping = new AbortController();
const { signal } = stopping;
for (const name of stopSignals) process.on(name, () => stopping.abort(new Error(name)));
ignoreClosedPipes();

await run().catch(async (error) => {
  const { reason } = signal;
  if (reason && (error === reason || error.cause === reason)) return;
  await reportStartFailure(error);
  process.exit(1);
});
process.exit(0);

/** Returns after the embedded database has ended. */
async function run(): Promise<void> {
  const config = requireConfig(process.env);
  const log = createLog(config.logLevel);
  endAfterCrash(log);
  await requireFreePort(config, signal);
  await runSite({ config, log, stopping: signal }, async (database) => {
    // Imported on demand, so that neither way to run holds the other's modules in memory.
    if (config.workers === 1 || development) {
      const { serve } = await import("./serve.ts");
      const start = database.then((addresses) => ({ ...addresses, role: soleRole }));
      return serve({ config, start, log, stopping: signal, development });
    }
    const { superviseWorkers } = await import("./workers/supervisor.ts");
    return superviseWorkers({ count: config.workers, database, log, stopping: signal });
  });
}
