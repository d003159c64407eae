import { spawnSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { findChromium } from "../scripts/browsers.mjs";
import { wrkVersion } from "./load.ts";

export function describeMachine(): string {
  const cores = cpus();
  return [
    `${cores.length} cores (${cores[0]?.model.trim() || "unknown model"})`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Node ${process.versions.node}`,
    `Chromium ${chromiumVersion() ?? "not installed"}`,
    `wrk ${wrkVersion() ?? "not installed"}`,
  ].join(", ");
}

export function chromiumVersion(): string | null {
  const program = findChromium();
  if (!program) return null;
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return /[\d.]+/.exec(stdout)?.[0] ?? "?";
}

/** Load average of the last minute. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}
