import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { restartDelay, steadyMs } from "../../app/platform/db/embedded/embedded.server.ts";
import { StartRefusal } from "../../app/platform/db/start-refusal.server.ts";
import { FailureReported } from "../start-failure.ts";
import { untilAborted } from "../until-aborted.ts";
import { openMetricsDesk } from "./shared-metrics.ts";
import { grantTurns } from "./turn-grants.ts";
import type {
  DatabaseAddresses,
  ReadyMessage,
  Role,
  StartMessage,
  StopMessage,
} from "./worker-messages.ts";

/** Once every worker has failed to start this often in a row, another try won't help. */
const maxFailedStarts = 3;

interface Supervision {
  count: number;
  /** Resolves once the database is up; the first worker loads the app meanwhile. */
  database: Promise<DatabaseAddresses>;
  log: Logger;
  /** Aborted to stop, with the reason as an error. */
  stopping: AbortSignal;
}

/** The place of one worker: when it ends, another replaces it. */
interface Slot {
  role: Role;
  worker: Worker | null;
  /** Number of failed starts in a row. */
  failedStarts: number;
}

/**
 * Runs `count` workers that share the port, and replaces those that end. Once `stopping` aborts, it
 * lets them finish their requests and returns. Throws {@link FailureReported} if the first
 * one can't start, {@link StartRefusal} if none can any more, and the database's error if that can't
 * start; leaves no worker behind.
 */
export async function superviseWorkers(supervision: Supervision): Promise<void> {
  const { count, database, log, stopping } = supervision;
  const slots = Array.from({ length: count }, (_, n): Slot => {
    const role = { prepares: n === 0, runsJobs: n === 0 };
    return { role, worker: null, failedStarts: 0 };
  });
  const ending = new AbortController();
  const { signal } = ending;
  const prepared = Promise.withResolvers<void>();

  async function supervise(slot: Slot): Promise<void> {
    if (!slot.role.prepares) await Promise.race([prepared.promise, untilAborted(signal)]);
    for (let restarts = 0; !signal.aborted; restarts++) {
      const begun = Date.now();
      const worker = start(slot);
      const [code, killedBy] = await once(worker, "exit");
      slot.worker = null;
      if (signal.aborted) return;
      if (slot.role.prepares) throw describeFailedStart(code, killedBy);
      const { pid } = worker.process;
      log.error({ worker: pid, code, signal: killedBy }, "worker ended unexpectedly");
      slot.role.replaces = killedBy ?? `exit code ${code}`;
      if (slots.every(({ failedStarts }) => failedStarts >= maxFailedStarts)) {
        throw new StartRefusal(
          "Os processos do site terminam logo depois de iniciar. O motivo está acima.",
        );
      }
      if (Date.now() - begun > steadyMs) restarts = 0;
      await delay(restartDelay(restarts), undefined, { signal }).catch(() => undefined);
    }
  }

  function start(slot: Slot): Worker {
    const { role } = slot;
    const worker = cluster.fork();
    // The caller awaits `database` too, and reports its failure.
    sendStart(worker, role).catch(() => undefined);
    slot.worker = worker;
    slot.failedStarts += 1;
    // Sending to a worker that has just died emits an error.
    worker.on("error", () => undefined);
    worker.on("message", ({ type }: ReadyMessage) => {
      if (type !== "ready") return;
      // Its replacements find everything prepared.
      Object.assign(slot, { failedStarts: 0, role: { ...role, prepares: false } });
      prepared.resolve();
    });
    return worker;
  }

  /** Sent as a message: it holds the database's passwords, and all users could read arguments. */
  async function sendStart(worker: Worker, role: Role): Promise<void> {
    const { databaseUrl, ownerUrl } = await database;
    const message: StartMessage = {
      type: "start",
      databaseUrl,
      ownerUrl: role.prepares ? ownerUrl : null,
      role,
    };
    if (worker.isConnected()) worker.send(message);
  }

  function end(reason: Error): void {
    ending.abort(reason);
    const message: StopMessage = { type: "stop", reason: reason.message };
    for (const { worker } of slots) worker?.send(message);
  }

  // A connection goes to a worker that is waiting for one, and to another if that one dies first.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: join(import.meta.dirname, "worker.ts"), args: [] });
  grantTurns();
  openMetricsDesk();
  new RateLimiterClusterMaster();
  void untilAborted(stopping).then(() => end(stopping.reason));
  const supervised = slots.map(supervise);
  try {
    await Promise.all([database, ...supervised]);
  } catch (error) {
    end(new Error("no worker starts"));
    await Promise.allSettled(supervised);
    throw error;
  }
}

function describeFailedStart(code: number | null, killedBy: string | null): Error {
  if (code !== null) return new FailureReported();
  return new StartRefusal(`O site não iniciou: o seu processo foi encerrado (${killedBy}).`);
}
