import cluster, { type Worker } from "node:cluster";

export type MetricsMessage =
  | { type: "ask for metrics"; id: number }
  | { type: "metrics"; id: number; all: string[] | null }
  | { type: "measure"; id: number }
  | { type: "measured"; id: number; metrics: string };

const timeoutMs = 3_000;

interface Round {
  missing: Set<Worker>;
  all: string[];
  finish: (all: string[] | null) => void;
}

/** Collects the metrics of all `serving` workers for the one that was asked for them. */
export function openMetricsDesk(serving: () => Worker[]): void {
  const rounds = new Map<number, Round>();
  let lastRound = 0;

  function begin(asker: Worker, id: number): void {
    const number = ++lastRound;
    function finish(all: string[] | null): void {
      clearTimeout(timer);
      rounds.delete(number);
      send(asker, { type: "metrics", id, all });
    }
    const timer = setTimeout(() => finish(null), timeoutMs);
    const missing = new Set(serving());
    rounds.set(number, { missing, all: [], finish });
    for (const worker of missing) send(worker, { type: "measure", id: number });
  }

  function leave(worker: Worker, round: Round): void {
    if (round.missing.delete(worker) && round.missing.size === 0) round.finish(round.all);
  }

  cluster.on("message", (worker, message: MetricsMessage) => {
    if (message.type === "ask for metrics") begin(worker, message.id);
    if (message.type !== "measured") return;
    const round = rounds.get(message.id);
    if (!round) return;
    round.all.push(message.metrics);
    leave(worker, round);
  });
  cluster.on("exit", (worker) => {
    for (const round of rounds.values()) leave(worker, round);
  });
}

function send(worker: Worker, message: MetricsMessage): void {
  worker.send(message);
}
