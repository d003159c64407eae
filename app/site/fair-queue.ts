/** Runs a party's piece of work once its turn comes. */
export type FairQueue = <Result>(party: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * A queue that runs at most `atOnce` pieces of work and serves those who wait in turn: whoever brings
 * many pieces delays nobody else by more than one of them.
 */
export function createFairQueue(atOnce: number): FairQueue {
  /** Parties with work waiting or running. */
  const parties = new Map<string, Party>();
  let running = 0;
  let served = 0;

  function startNext(): void {
    if (running >= atOnce) return;
    const waiting = [...parties.values()].filter(({ starts }) => starts.length > 0);
    // Whoever was served longest ago, or never.
    const [next] = waiting.sort((one, other) => one.servedAt - other.servedAt);
    if (!next) return;
    running += 1;
    next.running += 1;
    next.servedAt = ++served;
    next.starts.shift()?.();
  }

  return async function takeTurn(name, work) {
    const party = parties.get(name) ?? { starts: [], running: 0, servedAt: 0 };
    parties.set(name, party);
    await new Promise<void>((start) => {
      party.starts.push(start);
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      party.running -= 1;
      if (party.running === 0 && party.starts.length === 0) parties.delete(name);
      startNext();
    }
  };
}

interface Party {
  /** Each lets a waiting piece of work begin. */
  starts: (() => void)[];
  running: number;
  /** The number of its last turn; 0 for none yet. */
  servedAt: number;
}
