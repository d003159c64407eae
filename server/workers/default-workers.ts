import { availableParallelism, totalmem } from "node:os";

export const maxWorkers = 8;

/** Memory below which a second worker would leave too little for PostgreSQL and the page cache. */
const minMemory = 1.5 * 1024 ** 3;

interface Machine {
  cores: number;
  /** Memory in bytes. */
  memory: number;
}

/** One worker per core; just one on a machine, or in a container, with little memory. */
export function defaultWorkers({ cores, memory }: Machine = readMachine()): number {
  return memory < minMemory ? 1 : Math.min(cores, maxWorkers);
}

function readMachine(): Machine {
  // Linux reports no limit as an absurdly high one; where there are none, Node returns 0.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return { cores: availableParallelism(), memory: Math.min(totalmem(), limit) };
}
