import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { StartRefusal } from "../start-refusal.server.ts";
import { type Cluster, makeExecutable, resetPassword } from "./cluster.server.ts";

const recoveryMs = 5 * 60_000;

/** Time for a server that neither accepts a connection nor reports recovery. */
const silenceMs = 20_000;

const stopMs = 60_000;

export interface Postmaster {
  lifeline: pg.Client;
  port: number;
  /** Null for a server left running by a killed site. */
  child: ChildProcess | null;
}

/**
 * Finds the cluster's running server, or starts it on `wantedPort`, else on any free port. Replaces
 * a rejected password and calls `onLostPassword`. Throws {@link StartRefusal}, or the signal's
 * reason on abort; neither leaves a server running.
 */
export async function ensureServer(
  cluster: Cluster,
  wantedPort: number | undefined,
  onLostPassword: () => void,
  signal?: AbortSignal,
): Promise<Postmaster> {
  try {
    return await raise(cluster, wantedPort, signal);
  } catch (error) {
    await stopServer(cluster, null);
    if (!isWrongPassword(error)) throw error;
    onLostPassword();
    await resetPassword(cluster, signal);
    return raise(cluster, wantedPort, signal);
  }
}

async function raise(
  cluster: Cluster,
  wantedPort: number | undefined,
  signal?: AbortSignal,
): Promise<Postmaster> {
  const found = await connectToRunning(cluster, signal);
  if (found) return { ...found, child: null };
  // After a crash, dying processes and their shared memory can be in the way for a moment.
  for (let left = 3; left > 0; left--) {
    signal?.throwIfAborted();
    if (!(await findServer(cluster.dir))) {
      // PostgreSQL refuses to start if another process now has the pid in this file.
      await rm(join(cluster.dir, "postmaster.pid"), { force: true });
    }
    const child = await spawnServer(cluster, wantedPort ?? (await findFreePort()));
    try {
      const connected = await connectToStarting(cluster, child, signal);
      if (connected) return { ...connected, child };
    } catch (error) {
      await stopServer(cluster, child);
      throw error;
    }
    await delay(500, undefined, { signal });
  }
  throw new StartRefusal(`O banco de dados não iniciou. O motivo está em ${cluster.logFile}.`);
}

/** Details and statements of errors have the values of rows: names, e-mail addresses, telephones. */
export const withoutValues = ["log_error_verbosity=terse", "log_min_error_statement=panic"];

const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  // Enough for eight workers with twelve connections each, and the operator's commands.
  "max_connections=120",
  ...withoutValues,
];

const maxLogBytes = 10_000_000;

/** Keeps one log before the present one. */
async function setAsideLargeLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(file, `${file}.1`);
}

async function spawnServer(cluster: Cluster, port: number): Promise<ChildProcess> {
  await makeExecutable(cluster.postgres);
  const { command, args, identity } = cluster.launch(cluster.postgres, [
    "-D",
    cluster.dir,
    "-p",
    String(port),
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  await setAsideLargeLog(cluster.logFile);
  const log = openSync(cluster.logFile, "a");
  // Detached, so that Ctrl+C reaches only the site, which stops the server after the last request.
  const child = spawn(command, args, { ...identity, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  child.on("error", () => undefined);
  child.unref();
  return child;
}

type Connected = Pick<Postmaster, "lifeline" | "port">;

/** Null if no server in postmaster.pid is alive, or it stays silent too long. */
async function connectToRunning(cluster: Cluster, signal?: AbortSignal): Promise<Connected | null> {
  const start = Date.now();
  let isRecovering = false;
  while (Date.now() - start < (isRecovering ? recoveryMs : silenceMs)) {
    const server = await findServer(cluster.dir);
    if (!server) return null;
    const { port } = server;
    try {
      return { lifeline: await connect(port, cluster.password), port };
    } catch (error) {
      if (isWrongPassword(error)) throw error;
      // Other errors are temporary: the server isn't listening yet, or no longer.
      isRecovering = error instanceof pg.DatabaseError && error.code === "57P03";
    }
    await delay(50, undefined, { signal });
  }
  return null;
}

async function connectToStarting(
  cluster: Cluster,
  child: ChildProcess,
  signal?: AbortSignal,
): Promise<Connected | null> {
  const deadline = Date.now() + recoveryMs;
  while (Date.now() < deadline) {
    const connected = await connectToRunning(cluster, signal);
    if (connected || hasEnded(child)) return connected;
    await delay(50, undefined, { signal });
  }
  return null;
}

async function connect(port: number, password: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: connectionUrl(port, password, "postgres"),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export function connectionUrl(port: number, password: string, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Recognises PostgreSQL's error 28P01. */
function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "28P01";
}

/** Reads pid and port from lines 1 and 4 of postmaster.pid; null unless that server is alive. */
export async function findServer(
  clusterDir: string,
): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!pid || !port || !isAlive(pid)) return null;
  return (await isServerOf(clusterDir, pid)) ? { pid, port } : null;
}

/** Checks the process, because after a crash the pid may belong to another one. */
async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (status === null) return true;
  // A zombie keeps its pid until its parent reaps it.
  if (/\) Z/.test(status)) return false;
  // A server works in its data directory. Compare real paths.
  const [works, data] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => null),
    stat(clusterDir).catch(() => null),
  ]);
  return !works || !data || (works.dev === data.dev && works.ino === data.ino);
}

/** Stops the server, whoever started it; resolves once it has ended. */
export async function stopServer(cluster: Cluster, child: ChildProcess | null): Promise<void> {
  if (child?.pid !== undefined && !hasEnded(child)) {
    await endProcess(child.pid, async () => hasEnded(child));
  }
  const server = await findServer(cluster.dir);
  if (!server) return;
  const { pid } = server;
  await endProcess(pid, async () => !isAlive(pid) || !(await isServerOf(cluster.dir, pid)));
}

async function endProcess(pid: number, hasEnded: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + stopMs;
  // PostgreSQL's "fast" shutdown: aborts transactions and closes files properly.
  signalProcess(pid, "SIGINT");
  while (!(await hasEnded())) {
    if (Date.now() > deadline) signalProcess(pid, "SIGKILL");
    await delay(20);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Looks below the ephemeral range, so that no outgoing connection takes the port before its use.
 */
export async function findFreePort(tries = 100): Promise<number> {
  const port = randomInt(15_000, 32_768);
  try {
    await probe(port);
    return port;
  } catch (error) {
    if (tries <= 1) throw error;
    return findFreePort(tries - 1);
  }
}

function probe(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => server.close(() => resolve()));
  });
}
