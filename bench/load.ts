import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Times in ms. */
export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

export const connections = 64;

/** Version such as "4.1.0"; null if it isn't installed. */
export function wrkVersion(): string | null {
  const { error, stdout } = spawnSync("wrk", ["--version"], { encoding: "utf8" });
  return error ? null : (/wrk \D*([\d.]+)/.exec(stdout)?.[1] ?? "?");
}

/** Requests one URL on `open` connections at once; throws on any error or non-2xx status. */
export async function load(
  url: string,
  seconds: number,
  headers: Record<string, string>,
  open: number,
): Promise<Load> {
  const options = ["-t1", `-c${open}`, `-d${seconds}s`, "--latency", "--timeout", "60s"];
  const sent = Object.entries({ "Accept-Encoding": "gzip", ...headers });
  const lines = sent.flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { stdout } = await run("wrk", [...options, ...lines, url]);
  const failure = /(Non-2xx|Socket errors).*/.exec(stdout);
  if (failure) throw new Error(`${url}: ${failure[0]}`);
  const time = (share: string) => {
    const [, value, unit] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * (unit === "us" ? 0.001 : unit === "s" ? 1000 : 1);
  };
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { requestsPerSecond, p50: time("50"), p99: time("99") };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Requests paths one by one on one connection; returns the ms of each, and throws unless all are
 * 200.
 */
export async function timeEach(origin: string, paths: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const start = performance.now();
    const request = get(origin + path, { agent, headers: { "Accept-Encoding": "gzip" } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.resume();
    await finished(response);
    times.push(performance.now() - start);
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  }
  return times;
}
