import cluster, { type Worker } from "node:cluster";
import { createFairQueue, type FairQueue } from "../../app/platform/web/fair-queue.ts";
import type { TurnGrant, TurnMessage } from "../../app/platform/web/shared-queue.server.ts";

/** Grants the workers' turns in shared queues, and takes back those of a worker that ends. */
export function grantTurns(): void {
  const queues = new Map<string, FairQueue>();
  const turns = new Map<Worker, Map<number, () => void>>();
  cluster.on("fork", (worker) => turns.set(worker, new Map()));
  cluster.on("exit", (worker) => {
    for (const end of turns.get(worker)?.values() ?? []) end();
    turns.delete(worker);
  });
  cluster.on("message", (worker, message: TurnMessage) => {
    if (message.type === "end turn") turns.get(worker)?.get(message.id)?.();
    if (message.type !== "ask for turn") return;
    const { id, queue, atOnce, party } = message;
    const takeTurn = queues.get(queue) ?? createFairQueue(atOnce);
    queues.set(queue, takeTurn);
    void takeTurn(party, async () => {
      const own = turns.get(worker);
      // The worker may have ended while it waited.
      if (!own) return;
      await new Promise<void>((end) => {
        own.set(id, end);
        worker.send({ type: "begin turn", id } satisfies TurnGrant);
      });
      own.delete(id);
    });
  });
}
