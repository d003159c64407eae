import type { ChildProcess } from "node:child_process";

/** Collects what a process prints; returns a function that gives it so far. */
export function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  return () => output;
}

/** Resolves with what a process printed once it matches; rejects if the process ends before. */
export function untilPrinted(child: ChildProcess, pattern: RegExp): Promise<() => string> {
  const output = outputOf(child);
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", () => pattern.test(output()) && resolve(output));
    }
    child.on("close", (code) => reject(new Error(`it ended with ${code}: ${output()}`)));
  });
}
