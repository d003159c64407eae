import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type Cluster, makeExecutable, resetPassword } from "./cluster.server.ts";
import { StartRefusal } from "./start-refusal.server.ts";

/** A server that is recovering from a crash may take this long, in ms. */
const recoveryMs = 5 * 60_000;

/** A server that neither accepts a connection nor says that it is recovering gets this long, in ms. */
const silenceMs = 20_000;

/** A server told to stop gets this long to write its last pages, in ms; then it is killed. */
const stopMs = 60_000;

/** A running server, and a connection to it that ends when the server does. */
export interface Postmaster {
  lifeline: pg.Client;
  port: number;
  /** Null for a server found running: a killed site leaves its own behind. */
  child: ChildProcess | null;
}

/**
 * Finds the cluster's server running, or starts it on `wantedPort`, else on any free one. A password
 * that the server does not accept is replaced; `onLostPassword` is called then. Throws
 * {@link StartRefusal} when the server does not start, and the signal's reason when that aborts; in
 * neither case is a server left running.
 */
export async function raiseServer(
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
  // Remains of a crash (processes that are still ending, their shared memory) pass in a moment.
  for (let left = 3; left > 0; left--) {
    signal?.throwIfAborted();
    if (!(await findServer(cluster.dir))) {
      // PostgreSQL itself would refuse to start if some other process had the number in it by now.
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

async function spawnServer(cluster: Cluster, port: number): Promise<ChildProcess> {
  await makeExecutable(cluster.postgres);
  const { command, args, identity } = cluster.launch(cluster.postgres, [
    "-D",
    cluster.dir,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "max_connections=60",
  ]);
  const log = openSync(cluster.logFile, "a");
  // Its own process group: an interrupt typed at the terminal reaches the site, which then stops
  // the server after its last request.
  const child = spawn(command, args, { ...identity, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  // One that cannot be spawned at all shows as one that ended.
  child.on("error", () => undefined);
  child.unref();
  return child;
}

type Connected = Pick<Postmaster, "lifeline" | "port">;

/**
 * Connects to the server whose postmaster.pid is in the cluster's folder; null if none lives, or if
 * one stays silent for too long.
 */
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
      // Anything else passes: it does not listen yet, or no longer.
      isRecovering = error instanceof pg.DatabaseError && error.code === "57P03";
    }
    await delay(50, undefined, { signal });
  }
  return null;
}

/** Connects to a server just started; null if it ended instead. */
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

/** PostgreSQL's 28P01. */
function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "28P01";
}

/** The process and port in postmaster.pid (its first and fourth lines), if that server lives. */
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

/** After a crash the number in the file may belong to some other process. */
async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (status === null) return true;
  // One that has ended keeps its number until its parent has heard of it.
  if (/\) Z/.test(status)) return false;
  // A server works in its data directory; a path could be written in several ways.
  const [works, data] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => null),
    stat(clusterDir).catch(() => null),
  ]);
  return !works || !data || (works.dev === data.dev && works.ino === data.ino);
}

/** Stops the cluster's server, whoever started it; resolves once it has ended. */
export async function stopServer(cluster: Cluster, child: ChildProcess | null): Promise<void> {
  // A server just spawned has not written its postmaster.pid yet.
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
  // SIGINT is PostgreSQL's "fast" shutdown: transactions are ended, files are closed in order.
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
    // It has ended meanwhile.
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

/** A port of this machine that nothing listens on now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
