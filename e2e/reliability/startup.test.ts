import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { findFreePort } from "../../app/platform/db/embedded/postmaster.server.ts";
import { projectNode, root, siteEnvironment, siteOptions } from "../../scripts/prepare.mjs";
import { askAt, logIn, register } from "../../testing/advertiser.ts";
import { outputOf } from "../../testing/child-output.ts";
import { expectNoProcesses, listDatabaseProcesses } from "../../testing/database-processes.ts";
import { makeFolder } from "../../testing/folder.ts";
import { patience } from "../../testing/patience.ts";
import { soakMinutes } from "../../testing/soak.ts";
import { startEmptyProcess } from "../prepared-site.ts";
import { startSite } from "../site-process.ts";

const up = /no ar em (http\S+)/;

interface Start {
  child: ChildProcess;
  output: () => string;
  /** Exit code; null after an unhandled signal. */
  ended: Promise<number | null>;
}

async function spawnSite(dataDir: string): Promise<Start> {
  const port = await findFreePort();
  const child = spawn(projectNode, [...siteOptions, "server/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      ...siteEnvironment,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      SITE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      DEMO: "0",
      WORKERS: "2",
    },
  });
  const output = outputOf(child);
  const ended = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return { child, output, ended };
}

async function waitUntilUp(start: Start): Promise<string> {
  await vi.waitFor(() => expect(start.output()).toMatch(up), { timeout: 60_000, interval: 20 });
  return up.exec(start.output())?.[1] ?? "";
}

/** Stops a start, which must leave no process behind. */
async function stopAfter(
  ms: number,
  dataDir: string,
  signal: "SIGTERM" | "SIGINT" | "SIGHUP",
): Promise<void> {
  const start = await spawnSite(dataDir);
  await Promise.race([delay(ms), start.ended]);
  expect(start.output()).not.toMatch(/O site não iniciou|O banco de dados não iniciou/);
  start.child.kill(signal);
  await start.ended;
  await expectNoProcesses(dataDir);
}

const isShort = soakMinutes === null;
/** A moment for each signal, or many. */
const moments = isShort ? 3 : 20;
const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

test(`stopping a site at ${moments} moments of its first start leaves no process behind`, {
  timeout: 60_000 + moments * 15_000,
}, async () => {
  const wholeMs = await measureStart();
  let dataDir = "";
  for (let n = 0; n < moments; n++) {
    // Every other start uses the folder of the interrupted one before.
    if (n % 2 === 0) dataDir = await makeFolder();
    await stopAfter((wholeMs * (n + 0.5)) / moments, dataDir, signals[n % 3] ?? "SIGTERM");
  }
  const last = await spawnSite(dataDir);
  expect((await fetch(`${await waitUntilUp(last)}/healthz`)).status).toBe(200);
  last.child.kill("SIGTERM");
  expect(await last.ended).toBe(0);
});

/** Measures a start in ms; the stopped site must leave no process behind. */
async function measureStart(): Promise<number> {
  const dataDir = await makeFolder();
  const began = Date.now();
  const start = await spawnSite(dataDir);
  const url = await waitUntilUp(start);
  const ms = Date.now() - began;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  start.child.kill("SIGTERM");
  await start.ended;
  await expectNoProcesses(dataDir);
  return ms;
}

const email = "joao@example.com";

test("the site restarts a crashed PostgreSQL without data loss, and recovers when a crash of its own left both secret files blank", async () => {
  const dataDir = await makeFolder();
  const killed = await startEmptyProcess({ dataDir });
  onTestFinished(() => killed.end("SIGKILL").then(() => undefined));
  await register(askAt(killed.url), email);
  const [postmaster = 0] = await listDatabaseProcesses(dataDir);
  const healthz = async () => (await fetch(`${killed.url}/healthz`)).status;

  process.kill(postmaster, "SIGKILL");

  const crashed = Date.now();
  await vi.waitFor(async () => expect(await healthz()).toBe(503), { timeout: 15_000, interval: 5 });
  await vi.waitFor(async () => expect(await healthz()).toBe(200), { timeout: 30_000, interval: 5 });
  console.log("database back after", Date.now() - crashed, "ms");
  expect((await listDatabaseProcesses(dataDir))[0]).not.toBe(postmaster);
  await logIn(askAt(killed.url), email);
  // The database answers a moment before the site has noticed and written so.
  await vi.waitFor(() => expect(killed.output()).toContain("database restarted"), patience);
  expect(killed.output()).toContain("the database ended unexpectedly");

  await killed.end("SIGKILL");
  const secrets = ["banco.senha", "auth.segredo"].map((name) => join(dataDir, name));
  for (const file of secrets) await writeFile(file, "");
  const site = await startSite({ dataDir });
  onTestFinished(() => site.end("SIGTERM").then(() => undefined));

  await logIn(askAt(site.url), email);
  for (const file of secrets) {
    expect((await readFile(file, "utf8")).trim()).toMatch(/^[0-9a-f]{48,64}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
  expect(await site.end("SIGTERM")).toBe(0);
  expect(site.output()).toContain("banco.senha is blank");
  expect(site.output()).toContain("auth.segredo is blank");
  await expectNoProcesses(dataDir);
});
