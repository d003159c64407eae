import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { lockDataDir } from "../files/data-lock.server.ts";
import { readOrCreateSecret, readSecret } from "../files/secret-file.server.ts";
import { StartRefusal } from "../start-refusal.server.ts";
import { type Cluster, createCluster, describeCluster } from "./cluster.server.ts";
import {
  connectionUrl,
  ensureServer,
  findServer,
  type Postmaster,
  stopServer,
} from "./postmaster.server.ts";

export interface EmbeddedDatabase {
  url: string;
  /** Resolves once the server has ended and the folder is unlocked. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  port?: number;
  restarts?: boolean;
  log?: Pick<Logger, "warn" | "error">;
  signal?: AbortSignal;
}

const databaseName = "mardeminas";

/**
 * Creates the database in `dataDir` the first time; reuses a server left by a killed site. Throws
 * {@link StartRefusal} if another site holds the folder or the server can't start, and when
 * aborted; neither leaves a server running.
 */
export async function startEmbeddedDatabase(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { log, signal } = options;
  const unlock = await lockDataDir(dataDir, signal);
  try {
    const cluster = await describeCluster(dataDir, await readPassword(dataDir, log));
    await createCluster(cluster, signal);
    const server = await ensureServer(cluster, options.port, () => warnOfPassword(log), signal);
    try {
      await createDatabase(server);
      signal?.throwIfAborted();
    } catch (error) {
      await stopServer(cluster, server.child);
      throw error;
    }
    const supervised = superviseServer(cluster, server, options);
    return {
      url: connectionUrl(server.port, cluster.password, databaseName),
      stop: () => supervised.stop().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const passwordFile = "banco.senha";

function readPassword(dataDir: string, log: EmbeddedOptions["log"]): Promise<string> {
  return readOrCreateSecret(join(dataDir, passwordFile), 24, () =>
    log?.warn(`${passwordFile} is blank: writing a new database password`),
  );
}

function warnOfPassword(log: EmbeddedOptions["log"]): void {
  log?.warn(`the database does not accept the password in ${passwordFile}: setting it again`);
}

async function createDatabase({ lifeline }: Postmaster): Promise<void> {
  const found = await lifeline.query("select 1 from pg_database where datname = $1", [
    databaseName,
  ]);
  if (found.rowCount === 0) await lifeline.query(`create database ${databaseName}`);
}

/** A process that ran this long had started properly: its next restart counts as the first. */
export const steadyMs = 60_000;

/** Delay in ms before the nth consecutive restart. */
export function restartDelay(attempt: number): number {
  return Math.min(250 * 2 ** attempt, 30_000);
}

function superviseServer(
  cluster: Cluster,
  first: Postmaster,
  { restarts = false, log }: EmbeddedOptions,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let server = first;
  let restarting: Promise<void> = Promise.resolve();
  let attempt = 0;
  let upSince = Date.now();

  function watch(): void {
    server.lifeline.once("end", () => {
      if (restarts && !stopping.signal.aborted) restarting = restart();
    });
  }
  async function restart(): Promise<void> {
    log?.error("the database ended unexpectedly");
    if (Date.now() - upSince > steadyMs) attempt = 0;
    while (!stopping.signal.aborted) {
      try {
        await delay(restartDelay(attempt++), undefined, { signal: stopping.signal });
        const { port } = server;
        server = await ensureServer(cluster, port, () => warnOfPassword(log), stopping.signal);
        upSince = Date.now();
        log?.warn({ attempt }, "database restarted");
        return watch();
      } catch (error) {
        if (!stopping.signal.aborted) log?.error({ err: error, attempt }, "database not restarted");
      }
    }
  }

  watch();
  return {
    async stop() {
      stopping.abort();
      await restarting;
      await server.lifeline.end().catch(() => undefined);
      await stopServer(cluster, server.child);
    },
  };
}

/** Joins the running site's PostgreSQL, or starts one, which `stop` then ends. */
export async function joinEmbeddedDatabase(
  dataDir: string,
  log?: EmbeddedOptions["log"],
): Promise<EmbeddedDatabase> {
  const server = await findServer(join(dataDir, "banco"));
  if (!server) return startEmbeddedDatabase(dataDir, { log });
  const password = await readSecret(join(dataDir, passwordFile));
  if (!password) {
    throw new StartRefusal(
      `A senha do banco de dados se perdeu (${passwordFile}). Reinicie o site, que cria outra.`,
    );
  }
  return {
    url: connectionUrl(server.port, password, databaseName),
    stop: () => Promise.resolve(),
  };
}
