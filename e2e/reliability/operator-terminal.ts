import { spawn } from "node:child_process";
import { runOperator } from "../../cli/operator.ts";
import { projectNode, root } from "../../scripts/prepare.mjs";

interface Output {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command in this process, which is faster than `npm run operador`. */
export async function operator(dataDir: string, ...args: string[]): Promise<Output> {
  const output: Output = { code: null, out: "", err: "" };
  output.code = await runOperator(args, {
    env: { DATA_DIR: dataDir },
    stdout: { write: (text) => (output.out += text) },
    stderr: { write: (text) => (output.err += text) },
  });
  return output;
}

/** Runs a command as `npm run operador` does. */
export function spawnOperator(env: Record<string, string>, ...args: string[]): Promise<Output> {
  const child = spawn(projectNode, ["cli/operator.ts", ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}
