import { execFile, spawnSync } from "node:child_process";
import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectNode, root } from "../scripts/prepare.mjs";

const run = promisify(execFile);

/** What a load of many connections saw; times in ms. */
export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

/** Connections held open by a load. */
export const connections = 64;

/** An answer that takes longer than this many seconds is an error; a slow one is not. */
const patience = 60;

/** wrk's version, "4.1.0"; null where it is not installed. */
export function wrkVersion(): string | null {
  const said = spawnSync("wrk", ["--version"], { encoding: "utf8" });
  return said.error ? null : (/wrk \D*([\d.]+)/.exec(said.stdout)?.[1] ?? "?");
}

const hasWrk = wrkVersion() !== null;

/** Asks for one address with all connections for some seconds; throws unless all is answered 2xx. */
export function load(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Load> {
  const lines = Object.entries({ "Accept-Encoding": "gzip", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return hasWrk ? loadByWrk(url, seconds, lines) : loadByAutocannon(url, seconds, lines);
}

async function loadByWrk(url: string, seconds: number, headers: string[]): Promise<Load> {
  const options = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    "--timeout",
    `${patience}s`,
  ];
  const { stdout } = await run("wrk", [
    ...options,
    ...headers.flatMap((line) => ["-H", line]),
    url,
  ]);
  const complaint = /(Non-2xx|Socket errors).*/.exec(stdout);
  if (complaint) throw new Error(`${url}: ${complaint[0]}`);
  const time = (share: string) => {
    const [, value, unit] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * (unit === "us" ? 0.001 : unit === "s" ? 1000 : 1);
  };
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { requestsPerSecond, p50: time("50"), p99: time("99") };
}

async function loadByAutocannon(url: string, seconds: number, headers: string[]): Promise<Load> {
  const program = join(root, "node_modules", "autocannon", "autocannon.js");
  const options = [
    "--json",
    "-c",
    String(connections),
    "-d",
    String(seconds),
    "-t",
    String(patience),
  ];
  const { stdout } = await run(
    projectNode,
    [program, ...options, ...headers.flatMap((line) => ["-H", line]), url],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { requests, latency, non2xx, errors, timeouts } = JSON.parse(stdout);
  if (non2xx + errors + timeouts > 0) {
    throw new Error(`${url}: ${non2xx} not 2xx, ${errors} errors, ${timeouts} timeouts`);
  }
  return { requestsPerSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

/** What was answered, as it came: nothing is unpacked. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Asks once, on a connection that stays open. */
export function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks) });
      });
    }).on("error", reject);
  });
}

/** How long each address took to answer, one after the other, in ms; throws unless all is 200. */
export async function timeEach(origin: string, paths: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const start = performance.now();
    const { status } = await ask(origin + path, { "Accept-Encoding": "gzip" });
    times.push(performance.now() - start);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
  return times;
}
