import cluster from "node:cluster";
import { AggregatorRegistry, type MetricObject, Registry } from "prom-client";
import type { MetricsMessage } from "./metrics-desk.ts";

/**
 * Returns a function that writes these registries, in a worker added up with those of all others;
 * null if one of them doesn't answer in time, since the sums would be wrong.
 */
export function shareMetrics(registries: Registry[]): () => Promise<string | null> {
  if (!cluster.isWorker) return () => Registry.merge(registries).metrics();
  const awaited = new Map<number, (texts: string[] | null) => void>();
  let lastId = 0;
  process.on("message", async (message: MetricsMessage) => {
    if (message.type === "measure") {
      const { id } = message;
      const measured = await Registry.merge(registries).getMetricsAsJSON();
      send({ type: "measured", id, metrics: JSON.stringify(measured) });
    }
    if (message.type === "metrics") {
      awaited.get(message.id)?.(message.all);
      awaited.delete(message.id);
    }
  });
  return async () => {
    const all = await new Promise<string[] | null>((resolve) => {
      const id = ++lastId;
      awaited.set(id, resolve);
      send({ type: "ask for metrics", id });
    });
    if (!all) return null;
    const parsed = all.map((text): MetricObject[] => JSON.parse(text));
    return AggregatorRegistry.aggregate(parsed).metrics();
  };
}

function send(message: MetricsMessage): void {
  process.send?.(message);
}
