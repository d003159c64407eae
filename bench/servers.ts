import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../app/db/postmaster.server.ts";
import { projectNode, root, siteEnvironment, siteOptions } from "../scripts/prepare.mjs";

export interface Server {
  url: string;
  /** Resident memory of its largest worker, or of its only process, MB. */
  memory: () => Promise<number>;
  /** Resident memory of all its processes, MB. */
  totalMemory: () => Promise<number>;
  /** Processor time of all its processes so far. */
  processorMs: () => Promise<number>;
  check: () => void;
  stop: () => Promise<void>;
}

/** Starts a folder's built site as in production, and measures the ms until it is ready. */
export async function startSite(
  folder: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Server & { startMs: number }> {
  const port = await findFreePort();
  await mkdir(dataDir, { recursive: true });
  const logFile = join(dataDir, `site-${port}.log`);
  const log = openSync(logFile, "a");
  const start = performance.now();
  const node = join(folder, "node_modules", ".bin", "node");
  // As the folder's own npm start does.
  const options = folder === root ? siteOptions : [];
  const child = spawn(node, [...options, join(folder, "server", "main.ts")], {
    cwd: folder,
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      ...(folder === root && siteEnvironment),
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DEMO: "0",
      // The other parts measure one process.
      WORKERS: "1",
      SITE_URL: `http://127.0.0.1:${port}`,
      RATE_LIMIT_FACTOR: "1000000",
      ...env,
    },
  });
  const server = serverOf(child, `http://127.0.0.1:${port}`, "the site", logFile);
  await waitUntilReady(server, "/healthz", logFile);
  return { ...server, startMs: performance.now() - start };
}

const bareApp = join(root, "bench", "bare-app");

/** Builds a React Router app that renders twelve cards from memory, and starts it. */
export async function startBareApp(folder: string): Promise<Server> {
  await mkdir(folder, { recursive: true });
  const env = { PATH: process.env.PATH, NODE_ENV: "production" };
  const cli = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  execFileSync(projectNode, [cli, "build", bareApp, "--logLevel", "warn"], { env });
  const port = await findFreePort();
  const logFile = join(folder, "bare-app.log");
  const log = openSync(logFile, "a");
  const built = join(bareApp, "build");
  const child = spawn(projectNode, [join(built, "server", "index.js")], {
    stdio: ["ignore", log, log],
    env: { ...env, PORT: String(port), CLIENT_DIR: join(built, "client") },
  });
  const server = serverOf(child, `http://127.0.0.1:${port}`, "the bare app", logFile);
  await waitUntilReady(server, "/healthz", logFile);
  return server;
}

const nginx = "/usr/sbin/nginx";

/** Such as "1.22.1"; null if it isn't installed. */
export function nginxVersion(): string | null {
  if (!existsSync(nginx)) return null;
  // nginx prints its version to stderr.
  const output = execFileSync("sh", ["-c", `${nginx} -v 2>&1`], { encoding: "utf8" });
  return /nginx\/(\S+)/.exec(output)?.[1] ?? "?";
}

/** Serves one static page at /, with its gzipped version. */
export async function startNginx(folder: string, html: Buffer, gzipped: Buffer): Promise<Server> {
  await mkdir(join(folder, "html"), { recursive: true });
  await chmod(folder, 0o755);
  await writeFile(join(folder, "html", "index.html"), html);
  await writeFile(join(folder, "html", "index.html.gz"), gzipped);
  const port = await findFreePort();
  const logFile = join(folder, "error.log");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(" ");
  await writeFile(
    join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes auto;
daemon off;
pid ${folder}/nginx.pid;
error_log ${logFile};
events { worker_connections 1024; }
http {
  types { text/html html; }
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;
  open_file_cache max=16;
  ${temporary}
  server { listen 127.0.0.1:${port}; root ${folder}/html; gzip_static on; }
}
`,
  );
  const log = openSync(logFile, "a");
  const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-e", logFile], {
    stdio: ["ignore", log, log],
  });
  const server = serverOf(child, `http://127.0.0.1:${port}`, "nginx", logFile);
  await waitUntilReady(server, "/", logFile);
  return server;
}

function serverOf(child: ChildProcess, url: string, name: string, logFile: string): Server {
  let ended = false;
  const killWithBench = () => child.kill("SIGTERM");
  process.once("exit", killWithBench);
  child.on("exit", () => {
    ended = true;
    process.off("exit", killWithBench);
  });
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  return {
    url,
    async memory() {
      const workers = await listWorkers(child.pid);
      return Math.max(...(await Promise.all((workers ?? [child.pid]).map(residentMemory))));
    },
    async totalMemory() {
      const pids = [child.pid, ...((await listWorkers(child.pid)) ?? [])];
      return sumOf(await Promise.all(pids.map(residentMemory)));
    },
    async processorMs() {
      const pids = [child.pid, ...((await listWorkers(child.pid)) ?? [])];
      return sumOf(await Promise.all(pids.map(processorMsOf)));
    },
    check() {
      if (ended) throw new Error(`${name} ended; see ${logFile}`);
    },
    async stop() {
      if (ended) return;
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** Null if the process serves alone. */
async function listWorkers(pid: number | undefined): Promise<string[] | null> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const workers: string[] = [];
  for (const one of children.trim().split(" ").filter(Boolean)) {
    const command = await readFile(`/proc/${one}/cmdline`, "utf8").catch(() => "");
    if (command.includes("worker.ts")) workers.push(one);
  }
  return workers.length > 0 ? workers : null;
}

async function residentMemory(pid: string | number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Linux counts hundredths of a second. */
const msPerTick = 10;

async function processorMsOf(pid: string | number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The program's name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

async function waitUntilReady(server: Server, path: string, logFile: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    try {
      server.check();
    } catch (error) {
      console.error(await readFile(logFile, "utf8"));
      throw error;
    }
    const answer = await fetch(server.url + path).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(10);
  }
  throw new Error(`${server.url}${path} does not respond; see ${logFile}`);
}
