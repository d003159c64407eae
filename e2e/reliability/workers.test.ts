import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { joinEmbeddedDatabase } from "../../app/platform/db/embedded/embedded.server.ts";
import { askAt, logIn, password, register } from "../../testing/advertiser.ts";
import { expectNoProcesses, listProcessesOf } from "../../testing/database-processes.ts";
import { patience } from "../../testing/patience.ts";
import { startEmptyProcess } from "../prepared-site.ts";
import { removeData, type SiteProcess, startSite } from "../site-process.ts";
import { publishAs, read, rename } from "./worker-advertiser.ts";
import { connectToWorkers, type WorkerConnection } from "./worker-connections.ts";

const token = "um-token-bem-comprido";
const env = { WORKERS: "2", RATE_LIMIT_FACTOR: "2", METRICS_TOKEN: token, LOG_LEVEL: "info" };

let site: SiteProcess;
let one: WorkerConnection;
let other: WorkerConnection;

beforeAll(async () => {
  site = await startEmptyProcess({ plainHttp: true, env });
  await connectAgain();
});

afterAll(async () => {
  await site?.end("SIGTERM");
  if (site) await removeData(site);
});

async function connectAgain(): Promise<void> {
  const connections = await connectToWorkers(site, 2);
  [one, other] = connections as [WorkerConnection, WorkerConnection];
}

async function openDatabase(): Promise<pg.Client> {
  const { url } = await joinEmbeddedDatabase(site.dataDir);
  const client = new pg.Client({ connectionString: url });
  // The site may end before this connection.
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("a change shows soon after, whichever worker answers", async () => {
  const ana = await publishAs(one.ask, "ana@example.com", "Rancho da Ana 0");
  const bia = await publishAs(other.ask, "bia@example.com", "Rancho da Bia 0");
  const workers = [one.ask, other.ask];
  for (let round = 1; round <= 3; round++) {
    const writes = round % 2 ? one.ask : other.ask;
    for (const author of [ana, bia]) {
      const path = `/posts/${author.id}`;
      const former = author.title;
      // Both workers have cached the pages as they were.
      for (const worker of workers) expect(await read(worker, path)).toContain(former);
      await rename(writes, author, former.replace(/\d+$/, String(round)));

      const pages = [path, "/", "/search?localizacao=Turvo"];
      await vi.waitFor(async () => {
        const readings = workers.flatMap((worker) => pages.map((page) => read(worker, page)));
        for (const seen of await Promise.all(readings)) {
          expect(seen).toContain(author.title);
          expect(seen).not.toContain(former);
        }
      }, patience);
    }
  }
});

test("each log line is one worker's, and whole", () => {
  expect(one.pid).not.toBe(other.pid);
  expect([one.pid, other.pid]).not.toContain(site.pid);
  // The last one may still be arriving.
  const lines = site.output().split("\n").slice(0, -1);
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines.filter((each) => each.includes("{")))
    expect(() => JSON.parse(line)).not.toThrow();
});

function askForMetrics(ask: WorkerConnection["ask"]): Promise<Response> {
  return ask("/metricas", { headers: { Authorization: `Bearer ${token}` } });
}

async function scrape(ask: WorkerConnection["ask"]) {
  const answer = await askForMetrics(ask);
  expect(answer.status).toBe(200);
  return readMetrics(await answer.text());
}

function readMetrics(metrics: string) {
  const find = (series: string) =>
    Number(
      metrics
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length),
    );
  return {
    plans: find('mardeminas_requests_total{route="/plans",method="GET",status="2xx"}'),
    processes: find("mardeminas_processes"),
    isUp: find("mardeminas_database_up"),
  };
}

test("metrics add up the requests of both workers", async () => {
  for (const worker of [one, one, one, other, other]) await read(worker.ask, "/plans");

  // A request is counted once its response has ended, which its client may notice first.
  for (const { ask } of [one, other]) {
    await expect.poll(() => scrape(ask)).toEqual({ plans: 5, processes: 2, isUp: 1 });
  }
});

test("the limit of visits counted per address holds across workers", async () => {
  const ad = await publishAs(one.ask, "carla@example.com", "Rancho da Carla");
  // The limit is 20 of one kind for one ad, times RATE_LIMIT_FACTOR.
  const limit = 40;
  const beacon = {
    method: "POST",
    body: `visita ${ad.id}`,
    headers: { "User-Agent": "Mozilla/5.0 (Android 15; Mobile)", "Content-Type": "text/plain" },
  };
  for (let sent = 0; sent < limit + 20; sent += 2) {
    const answers = await Promise.all([one.ask("/visitas", beacon), other.ask("/visitas", beacon)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  }
  const database = await openDatabase();
  const counted = async () => {
    const { rows } = await database.query(
      `select coalesce(sum(n), 0)::int as n from visits where "postId" = $1 and kind = 'visita'`,
      [ad.id],
    );
    return rows[0].n;
  };
  await vi.waitFor(async () => expect(await counted()).toBe(limit), { timeout: 40_000 });
});

/** Pids of the processes that sent e-mails about these registrations, whichever worker received them. */
async function registerAndFindSenders(name: string): Promise<Set<number>> {
  const emails: string[] = [];
  for (const [n, worker] of [one, other, one, other].entries()) {
    const email = `${name}${n}@example.com`;
    await register(worker.ask, email);
    emails.push(email);
  }
  // Mail of earlier tests may still be waiting, so look for these messages by their ids.
  const database = await openDatabase();
  const { rows } = await database.query<{ id: string }>(
    "select id from outbox where content->>'to' = any($1)",
    [emails],
  );
  expect(rows).toHaveLength(emails.length);
  return vi.waitFor(() => new Set(rows.map(({ id }) => findSender(id))), { timeout: 40_000 });
}

function findSender(mail: string): number {
  const lines = site.output().split("\n");
  const line = lines.find((each) => each.includes('"mail sent"') && each.includes(mail)) ?? "";
  expect(line).not.toBe("");
  return JSON.parse(line).pid;
}

test("one worker runs the jobs; when it is killed, no later request fails and another takes over", async () => {
  const senders = await registerAndFindSenders("fila");
  expect(senders.size).toBe(1);
  const [runner = 0] = senders;
  expect([one.pid, other.pid]).toContain(runner);

  process.kill(runner, "SIGKILL");
  await vi.waitFor(() => expect(site.output()).toContain("worker ended unexpectedly"), patience);

  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => (await fetch(`${site.url}/about`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Metrics are whole while the other one starts, too.
  const ask: WorkerConnection["ask"] = (path, init) => fetch(`${site.url}${path}`, init);
  for (let processes = 0; processes < 2; ) {
    // A worker that is too busy to answer in time makes the scrape fail as a whole.
    const answer = await askForMetrics(ask);
    if (answer.status === 503) continue;
    processes = readMetrics(await answer.text()).processes;
    expect(processes).toBeGreaterThan(0);
  }
  await vi.waitFor(connectAgain, { timeout: 40_000 });
  expect([one.pid, other.pid]).not.toContain(runner);
  const [successor = 0] = await registerAndFindSenders("nova-fila");
  expect([one.pid, other.pid]).toContain(successor);
});

test("stopping lets each worker finish a form under way, and leaves no process behind", async () => {
  const address = new URL(site.url);
  const body = new URLSearchParams({ email: "ana@example.com", password }).toString();
  const open = await Promise.all(
    Array.from({ length: 6 }, () => beginForm(address, "/login", body)),
  );
  const ended = site.end("SIGTERM");
  await vi.waitFor(
    () => expect(site.output().match(/"msg":"stopping"/g)).toHaveLength(2),
    patience,
  );
  const answers = await Promise.all(open.map((finish) => finish()));

  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 302 /);
  expect(await ended).toBe(0);
  await expect(fetch(site.url)).rejects.toThrow();
  await expectNoProcesses(site.dataDir);
  site = await startSite({ dataDir: site.dataDir, plainHttp: true, env });
});

/** Sends half of a form to a worker; the function returned sends the rest and gives the response. */
async function beginForm(address: URL, path: string, body: string): Promise<() => Promise<string>> {
  const socket = connectSocket(Number(address.port), "127.0.0.1");
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${address.host}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    // A worker answers this once it has the request; until then the kernel may have it.
    "Expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 10)}`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 100 /);
  const received = text(socket);
  return () => {
    socket.write(body.slice(10));
    return received;
  };
}

test("when the supervisor is killed, its workers end and the next start recovers", async () => {
  await site.end("SIGKILL");
  await vi.waitFor(
    async () => {
      const left = await listProcessesOf(site.dataDir);
      expect(left.filter((line) => line.includes("worker.ts"))).toEqual([]);
    },
    { timeout: 30_000, interval: 20 },
  );

  site = await startSite({ dataDir: site.dataDir, plainHttp: true, env });
  expect(await logIn(askAt(site.url), "ana@example.com")).toContain("session_token");
});

test("if no worker can start any more, the site ends with a message", async () => {
  await connectAgain();
  // Workers read it before they serve.
  const secret = join(site.dataDir, "auth.segredo");
  await rm(secret);
  await mkdir(secret);
  for (const { pid } of [one, other]) process.kill(pid, "SIGKILL");

  await vi.waitFor(
    () => expect(site.output()).toContain("Os processos do site terminam logo depois de iniciar."),
    { timeout: 60_000, interval: 100 },
  );
  expect(await site.end("SIGTERM")).toBe(1);
  await expectNoProcesses(site.dataDir);
});
