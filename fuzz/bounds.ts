import { expect } from "vitest";
import { type FuzzFigures, runFuzz } from "./run.ts";
import type { Aim } from "./shots.ts";

const { FUZZ_SEED, FUZZ_COUNT, FUZZ_MINUTES } = process.env;
const seed = Number(FUZZ_SEED ?? 20_261_121);
const forMs = Number(FUZZ_MINUTES ?? 60) * 60_000;
const count = Number(FUZZ_COUNT ?? (FUZZ_MINUTES ? Number.MAX_SAFE_INTEGER : 1_500));

/** How long a run may take at most, ms. */
export const longestRun = forMs + 600_000;

/**
 * Shoots as long as `npm run fuzz` says, by itself 1,500 requests, and expects no fault. What it
 * found is printed with the seed to have it again by.
 */
export async function expectNoFault(aim: Aim): Promise<FuzzFigures> {
  const start = performance.now();
  const figures = await runFuzz(aim, { seed, count, forMs });
  const seconds = Math.round((performance.now() - start) / 1000);
  const { faults, ...told } = figures;
  console.info(JSON.stringify({ aim, seed, seconds, ...told }));
  expect(faults, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(figures.requests).toBeGreaterThan(0);
  return figures;
}
