import { expect } from "vitest";
import type { Target } from "./requests.ts";
import { type FuzzFigures, runFuzz } from "./run.ts";

const { FUZZ_SEED, FUZZ_COUNT, FUZZ_MINUTES } = process.env;
const seed = Number(FUZZ_SEED ?? 20_261_121);
const forMs = Number(FUZZ_MINUTES ?? 60) * 60_000;
const count = Number(FUZZ_COUNT ?? (FUZZ_MINUTES ? Number.MAX_SAFE_INTEGER : 2_500));

export const maxRunMs = forMs + 600_000;

/**
 * Sends 2,500 requests, or as many as `npm run fuzz` asks for, and prints the seed that reproduces
 * them. The run would prove little if none of a kind succeeded: each of `toConfirm` must.
 */
export async function expectNoFault(
  target: Target,
  toConfirm: readonly string[] = [],
): Promise<FuzzFigures> {
  const start = performance.now();
  const figures = await runFuzz(target, { seed, count, forMs, toConfirm });
  const seconds = Math.round((performance.now() - start) / 1000);
  const { faults, ...counts } = figures;
  console.info(JSON.stringify({ target, seed, seconds, ...counts }));
  expect(faults, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(figures.requests).toBeGreaterThan(0);
  for (const what of toConfirm) expect(figures.confirmed).toHaveProperty(what);
  return figures;
}
