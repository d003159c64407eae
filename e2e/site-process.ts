import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../app/platform/db/embedded/postmaster.server.ts";
import { siteRoleUrlFrom } from "../app/platform/db/site-role/site-role.server.ts";
import { projectNode, root, siteEnvironment, siteOptions } from "../scripts/prepare.mjs";
import { outputOf, untilPrinted } from "../testing/child-output.ts";
import { siteSecret } from "../testing/site-secret.ts";
import { startTlsProxy, type TlsProxy } from "../testing/tls-proxy.ts";

/** A built site that serves. */
export interface RunningSite {
  url: string;
  dataDir: string;
  /** Everything printed so far. */
  output: () => string;
  /** Resolves once it has stopped in good order. */
  end: (signal: "SIGTERM") => Promise<unknown>;
}

/** The built site in a process of its own. */
export interface SiteProcess extends RunningSite {
  pid: number;
  /** Resolves with the exit code, which is null after a kill. */
  end: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>;
}

export interface SiteOptions {
  dataDir?: string;
  /** True to start no TLS proxy. */
  plainHttp?: boolean;
  /** Folder of the files that the site reads, if not this clone. */
  programDir?: string;
  env?: Record<string, string>;
}

/** Starts a site behind a TLS proxy; resolves once it serves. */
export async function startSite(options: SiteOptions = {}): Promise<SiteProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "mar-de-minas-e2e-")));
  const port = await findFreePort();
  const proxy = options.plainHttp ? null : await startTlsProxy(() => [`http://127.0.0.1:${port}`]);
  const child = spawn(projectNode, [...siteOptions, "server/main.ts"], {
    cwd: options.programDir ?? root,
    env: { ...process.env, ...siteEnvironment, ...variablesOf(options, dataDir, port, proxy) },
  });
  const output = await untilPrinted(child, /no ar em/).catch(async (error) => {
    await proxy?.close();
    throw error;
  });
  return {
    url: proxy?.url ?? `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    output,
    async end(signal) {
      const code = await end(child, signal);
      await proxy?.close();
      return code;
    },
  };
}

/** The variables of a site on a database of the run's server. */
export function databaseVariables(ownerUrl: string): Record<string, string> {
  return {
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_URL: siteRoleUrlFrom(ownerUrl),
    AUTH_SECRET: siteSecret,
  };
}

/** The variables that configure a site of the tests. */
export function variablesOf(
  { env }: SiteOptions,
  dataDir: string,
  port: number,
  proxy: TlsProxy | null,
): Record<string, string> {
  return {
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    DEMO: "0",
    // Few tests depend on the number of processes, and another one makes every start slower.
    WORKERS: "1",
    // The developer's disk may be full.
    MIN_FREE_MB: "0",
    SITE_URL: proxy?.url ?? `http://localhost:${port}`,
    ...(proxy ? { TRUSTED_PROXIES: "loopback" } : {}),
    ...env,
  };
}

/**
 * Starts a site that must refuse to start; resolves once it has exited and all its output is read.
 */
export async function startRefusedSite(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(projectNode, ["server/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      ...siteEnvironment,
      NODE_ENV: "production",
      SITE_URL: "http://localhost",
      ...env,
    },
  });
  const output = outputOf(child);
  // What it printed last may arrive after its exit.
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output: output() };
}

export async function removeData(site: RunningSite): Promise<void> {
  await rm(site.dataDir, { recursive: true, force: true });
}

function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.on("exit", (code) => resolve(code));
    child.kill(signal);
  });
}
