import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { findFreePort } from "../app/platform/db/embedded/postmaster.server.ts";

export interface Server {
  url: string;
  /** Resident memory, MB. */
  memory: () => Promise<number>;
  /** Processor time so far. */
  processorMs: () => Promise<number>;
  check: () => void;
  stop: () => Promise<void>;
}

/**
 * Starts a folder's built site as in production, in one process, and waits until it is ready. By default it
 * takes a free port.
 */
export async function startSite(
  folder: string,
  dataDir: string,
  env: Record<string, string> = {},
  givenPort?: number,
): Promise<Server> {
  const port = givenPort ?? (await findFreePort());
  const node = join(folder, "node_modules", ".bin", "node");
  const { siteOptions, siteEnvironment } = await readStart(folder);
  const command = [node, ...siteOptions, join(folder, "server", "main.ts")];
  await mkdir(dataDir, { recursive: true });
  return startServer(command, folder, port, join(dataDir, `site-${port}.log`), {
    ...siteEnvironment,
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    DEMO: "0",
    WORKERS: "1",
    SITE_URL: `http://127.0.0.1:${port}`,
    RATE_LIMIT_FACTOR: "1000000",
    ...env,
  });
}

interface Start {
  siteOptions: string[];
  siteEnvironment: Record<string, string>;
}

/** Returns what the folder's own npm start passes to Node: without it, the garbage collector differs. */
async function readStart(folder: string): Promise<Start> {
  const { siteOptions, siteEnvironment }: Partial<Start> = await import(
    pathToFileURL(join(folder, "scripts", "prepare.mjs")).href
  );
  return { siteOptions: siteOptions ?? [], siteEnvironment: siteEnvironment ?? {} };
}

async function startServer(
  [program = "", ...parameters]: string[],
  cwd: string,
  port: number,
  logFile: string,
  env: Record<string, string>,
): Promise<Server> {
  const log = openSync(logFile, "a");
  const child = spawn(program, parameters, {
    cwd,
    stdio: ["ignore", log, log],
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), ...env },
  });
  const killWithBench = () => child.kill("SIGTERM");
  process.once("exit", killWithBench);
  let ended = false;
  const gone = once(child, "exit").then(() => {
    ended = true;
    process.off("exit", killWithBench);
  });
  const server: Server = {
    url: `http://127.0.0.1:${port}`,
    memory: () => residentMemory(child.pid),
    processorMs: () => processorMsOf(child.pid),
    check() {
      if (ended) throw new Error(`a server ended; see ${logFile}`);
    },
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
  };
  await waitUntilReady(server, logFile);
  return server;
}

async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Linux counts hundredths of a second. */
const msPerTick = 10;

/** CPU time of a process so far. */
async function processorMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The program's name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

async function waitUntilReady(server: Server, logFile: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    try {
      server.check();
    } catch (error) {
      console.error(await readFile(logFile, "utf8"));
      throw error;
    }
    const answer = await fetch(`${server.url}/healthz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(10);
  }
  throw new Error(`${server.url} does not respond; see ${logFile}`);
}
