import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../scripts/prepare.mjs";
import { describeStep, type Step } from "./report.ts";

/** This machine can't run a step; the message is the reason. */
export class Impossible extends Error {}

/** Runs in its own network, mount and PID namespaces. */
export interface Part {
  title: string;
  packages: readonly string[];
  /** Connects the part's network namespace to the outside. */
  needsInternet: boolean;
  /** Creates whole Debian trees, which go to memory if there is enough. */
  writesTrees: boolean;
  minutes: number;
  run: (stage: Stage) => Promise<void>;
}

export interface Stage {
  /** World-readable, removed afterwards. */
  folder: string;
  /** A failure ends the part; an {@link Impossible} step returns null. */
  step: <Result>(title: string, work: (note: Note) => Promise<Result>) => Promise<Result | null>;
}

type Note = (detail: string) => void;

/** Appends each step to `reportFile` as a line of JSON. */
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
  seconds?: number;
}

/** Returns the output, and throws with it if the program fails. */
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

export interface Running {
  child: ChildProcess;
  output: () => string;
  /** Throws with its output if it has ended. */
  expectRunning: () => void;
  /** Returns the exit code, which is null after a kill. */
  end: (signal?: "SIGTERM" | "SIGKILL" | "SIGINT") => Promise<number | null>;
}

/** Starts a program; given `ready`, waits up to 90 s for matching output. */
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
    expectRunning() {
      if (child.exitCode === null && child.signalCode === null) return;
      throw new Ended(`${program} ended: ${output.slice(-4000)}`);
    },
    end(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
  if (ready) {
    await until(`${program} prints ${ready}`, () => {
      running.expectRunning();
      return ready.test(output);
    });
  }
  return running;
}

class Ended extends Error {}

/**
 * Waits for a check. One that throws counts as falsy; the timeout error includes its last message.
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
