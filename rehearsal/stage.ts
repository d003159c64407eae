import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../scripts/prepare.mjs";
import { describeStep, type Step } from "./report.ts";

/** Thrown where this machine does not permit a step; the message is the reason. */
export class Impossible extends Error {}

/** One part of the rehearsal. It runs in network, mount and process namespaces of its own. */
export interface Part {
  title: string;
  /** Debian packages it needs. */
  packages: readonly string[];
  /** Whether it installs packages while it runs; its network namespace then reaches outside. */
  needsInternet: boolean;
  /** Whether it writes whole Debians; these are kept in memory where there is enough of it. */
  writesTrees: boolean;
  /** Its time limit. */
  minutes: number;
  run: (stage: Stage) => Promise<void>;
}

export interface Stage {
  /** A temporary folder of the part's own, world-readable; it is removed afterwards. */
  folder: string;
  /** Runs and records one step; a failure ends the part, an {@link Impossible} step gives null. */
  step: <Result>(title: string, work: (note: Note) => Promise<Result>) => Promise<Result | null>;
}

/** Adds a figure to a step's record. */
type Note = (detail: string) => void;

/** A stage that appends each step, as a line of JSON, to a file. */
export function openStage(folder: string, reportFile: string): Stage {
  function record(step: Step): void {
    appendFileSync(reportFile, `${JSON.stringify(step)}\n`);
    console.log(describeStep(step));
  }
  return {
    folder,
    async step(title, work) {
      const details: string[] = [];
      try {
        const result = await work((detail) => details.push(detail));
        record({ title, outcome: "passed", detail: details.join("; ") });
        return result;
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        const outcome = error instanceof Impossible ? "impossible" : "failed";
        record({ title, outcome, detail });
        if (outcome === "failed") throw error;
        return null;
      }
    },
  };
}

interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  input?: string;
  /** Time limit in seconds. */
  seconds?: number;
}

/** Runs a program to its end and gives what it printed; throws with that when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  { env = {}, cwd = root, input = "", seconds = 120 }: RunOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    timeout: seconds * 1000,
    killSignal: "SIGKILL",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code, signal] = await once(child, "close");
  if (code === 0) return output;
  const line = [program, ...args].join(" ").slice(0, 120);
  throw new Error(`${line} ended with ${code ?? signal}: ${output.slice(-4000)}`);
}

/** A program that goes on running. */
export interface Running {
  child: ChildProcess;
  output: () => string;
  /** Sends a signal and waits for the end; gives the exit code, null after a kill. */
  end: (signal?: "SIGTERM" | "SIGKILL" | "SIGINT") => Promise<number | null>;
}

/** Starts a program; with `ready`, waits at most 90 s until it prints that. */
export async function start(
  program: string,
  args: readonly string[],
  { env = {}, cwd = root, ready }: { env?: Record<string, string>; cwd?: string; ready?: RegExp },
): Promise<Running> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const running: Running = {
    child,
    output: () => output,
    end(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
  if (ready) {
    await until(`${program} says ${ready}`, () => {
      if (child.exitCode !== null) throw new Ended(`${program} ended: ${output.slice(-4000)}`);
      return ready.test(output);
    });
  }
  return running;
}

class Ended extends Error {}

/**
 * Waits until the check gives something true, asking every 200 ms for at most `seconds`. Checks that
 * throw count as not yet, and the last reason is in the error.
 */
export async function until<Result>(
  what: string,
  check: () => Result | Promise<Result>,
  seconds = 90,
): Promise<Result> {
  const end = Date.now() + seconds * 1000;
  let reason = "";
  for (;;) {
    try {
      const result = await check();
      if (result) return result;
    } catch (error) {
      if (error instanceof Ended) throw error;
      reason = error instanceof Error ? `: ${error.message}` : "";
    }
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}${reason}`);
    await delay(200);
  }
}
