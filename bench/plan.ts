import type { Environment } from "./environment.ts";
import type { Table } from "./table.ts";

export interface Plan {
  /** Length of each load, in seconds. */
  seconds: number;
  rounds: number;
  /** Numbers of ads, ascending. */
  sizes: number[];
  /** Lighthouse runs of each page. */
  audits: number;
  /** First starts of each checkout, in fresh clones. */
  starts: number;
}

/** A section of docs/benchmarks.md, measured by itself with `--only`. */
export interface Part {
  title: string;
  /** Which of the plan's databases it needs. */
  ads: "all" | "fewest" | "none";
  needs?: "Chromium" | "wrk";
  measure: (environment: Environment, plan: Plan) => Promise<Table[]>;
}

export const uncached = { PAGE_CACHE_MB: "0" };
