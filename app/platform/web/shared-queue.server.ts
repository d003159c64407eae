import cluster from "node:cluster";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

/** Messages from a worker to its supervisor. */
export type TurnMessage =
  | { type: "ask for turn"; id: number; queue: string; atOnce: number; party: string }
  | { type: "end turn"; id: number };

/** The supervisor's answer. */
export interface TurnGrant {
  type: "begin turn";
  id: number;
}

const starts = new Map<number, () => void>();
let lastId = 0;

/**
 * A fair queue whose limit holds for all workers of the site together. Queues of the same `name`
 * are one.
 */
export function createSharedQueue(name: string, atOnce: number): FairQueue {
  if (!cluster.isWorker) return createFairQueue(atOnce);
  listenOnce();
  return async function takeTurn(party, work) {
    const id = ++lastId;
    await new Promise<void>((start) => {
      starts.set(id, start);
      send({ type: "ask for turn", id, queue: name, atOnce, party });
    });
    try {
      return await work();
    } finally {
      send({ type: "end turn", id });
    }
  };
}

let isListening = false;

function listenOnce(): void {
  if (isListening) return;
  isListening = true;
  process.on("message", ({ type, id }: TurnGrant) => {
    if (type !== "begin turn") return;
    starts.get(id)?.();
    starts.delete(id);
  });
}

function send(message: TurnMessage): void {
  process.send?.(message);
}
