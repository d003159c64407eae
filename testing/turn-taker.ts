// Run by server/workers/turn-grants.test.ts: a supervisor whose workers take turns in one queue of two,
// and print "+<worker>" and "-<worker>" as jobs begin and end.
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createSharedQueue } from "../app/platform/web/shared-queue.server.ts";
import { grantTurns } from "../server/workers/turn-grants.ts";

const jobs = 6;

if (cluster.isPrimary) await supervise();
else await work(cluster.worker?.id ?? 0);

async function supervise(): Promise<void> {
  grantTurns();
  const greedy = await forkWaiting();
  const others = await Promise.all([forkWaiting(), forkWaiting()]);
  const ended = [greedy, ...others].map((worker) => once(worker, "exit"));
  greedy.process.kill("SIGKILL");
  await Promise.all(ended);
}

/** Resolves once its jobs have turns, or wait for them. */
async function forkWaiting(): Promise<Worker> {
  const worker = cluster.fork();
  await new Promise<void>((resolve) => {
    worker.on("message", ({ type }: { type: string }) => {
      if (type === "waiting") resolve();
    });
  });
  return worker;
}

async function work(name: number): Promise<void> {
  const takeTurn = createSharedQueue("jobs", 2);
  const done = Array.from({ length: jobs }, () =>
    takeTurn(`party ${name}`, async () => {
      console.log(`+${name}`);
      // The first worker never ends its turns.
      if (name === 1) await new Promise(() => undefined);
      await new Promise((end) => setTimeout(end, 5));
      console.log(`-${name}`);
    }),
  );
  process.send?.({ type: "waiting" });
  await Promise.all(done);
  process.exit(0);
}
