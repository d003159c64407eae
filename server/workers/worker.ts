// A process of a site with several; supervisor.ts starts it.
import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { requireConfig } from "../config.ts";
import { createLog } from "../logger.ts";
import { serve } from "../serve.ts";
import { endAfterCrash, ignoreClosedPipes, reportStartFailure } from "../start-failure.ts";
import { stopSignals } from "../stop-signals.ts";
import type { ReadyMessage, Start, StartMessage, StopMessage } from "./worker-messages.ts";

const start = Promise.withResolvers<Start>();
const stopping = new AbortController();
process.on("message", (message: StartMessage | StopMessage) => {
  if (message.type === "start") start.resolve(message);
  else if (message.type === "stop") stopping.abort(new Error(message.reason));
});
// Ctrl+C reaches every process of the terminal, but the supervisor decides when to stop.
for (const name of stopSignals) process.on(name, () => undefined);
// Node ends a worker whose supervisor is gone; until then, failing to send to it is no error.
cluster.worker?.on("error", () => undefined);
ignoreClosedPipes();
// Answers for its metrics, none so far, from now on: the sums of all workers wait for each.
new AggregatorRegistry();

await run().catch(async (error) => {
  await reportStartFailure(error);
  process.exit(1);
});
process.exit(0);

async function run(): Promise<void> {
  const config = requireConfig(process.env);
  const log = createLog(config.logLevel);
  endAfterCrash(log);
  const onReady = () => process.send?.({ type: "ready" } satisfies ReadyMessage);
  await serve({ config, start: start.promise, log, stopping: stopping.signal, onReady });
}
