import { expect } from "vitest";
import { seed, soakMinutes } from "../testing/soak.ts";
import type { Target } from "./requests.ts";
import { type FuzzFigures, runFuzz } from "./run.ts";

const forMs = (soakMinutes ?? 60) * 60_000;
const count = soakMinutes === null ? 2_000 : Number.MAX_SAFE_INTEGER;

export const maxRunMs = forMs + 600_000;

/**
 * Sends 2,000 requests, or for as long as `npm run soak` asks for, and prints the seed that reproduces
 * them. The run would prove little if no form of a kind were accepted: each of `toAccept` must be.
 */
export async function expectNoFault(
  target: Target,
  toAccept: readonly string[] = [],
): Promise<FuzzFigures> {
  const start = performance.now();
  const figures = await runFuzz(target, { seed, count, forMs, toAccept });
  const seconds = Math.round((performance.now() - start) / 1000);
  const { faults, ...counts } = figures;
  console.info(JSON.stringify({ target, seed, seconds, ...counts }));
  expect(faults, `SOAK_SEED=${seed}`).toEqual([]);
  expect(figures.requests).toBeGreaterThan(0);
  expect(Object.keys(figures.accepted)).toEqual(expect.arrayContaining([...toAccept]));
  return figures;
}
