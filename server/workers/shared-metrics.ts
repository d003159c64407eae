import cluster from "node:cluster";
import { AggregatorRegistry, Registry } from "prom-client";

interface Question {
  type: "ask for metrics";
}

interface Answer {
  type: "metrics";
  metrics: string | null;
}

/** Makes the supervisor add up the metrics of all workers for the one that was asked for them. */
export function openMetricsDesk(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", async (worker, { type }: Question) => {
    if (type !== "ask for metrics") return;
    const metrics = await registry.clusterMetrics().catch(() => null);
    worker.send({ type: "metrics", metrics } satisfies Answer);
  });
}

/**
 * Returns a function that writes these registries, in a worker added up with those of all others;
 * null if one of them doesn't answer in time, since the sums would be wrong.
 */
export function shareMetrics(registries: Registry[]): () => Promise<string | null> {
  if (!cluster.isWorker) return () => Registry.merge(registries).metrics();
  AggregatorRegistry.setRegistries(registries);
  let asked: PromiseWithResolvers<string | null> | null = null;
  process.on("message", ({ type, metrics }: Answer) => {
    if (type !== "metrics") return;
    asked?.resolve(metrics);
    asked = null;
  });
  return () => {
    if (!asked) {
      asked = Promise.withResolvers();
      process.send?.({ type: "ask for metrics" } satisfies Question);
    }
    return asked.promise;
  };
}
