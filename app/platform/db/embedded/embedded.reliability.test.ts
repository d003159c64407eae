import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  expectNoProcesses,
  listDatabaseProcesses,
  signalAll,
} from "../../../../testing/database-processes.ts";
import { makeFolder } from "../../../../testing/folder.ts";
import { isStartRefusal } from "../start-refusal.server.ts";
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  joinEmbeddedDatabase,
  startEmbeddedDatabase,
} from "./embedded.server.ts";

async function start(dataDir: string, options?: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase(dataDir, options);
  onTestFinished(() => database.stop());
  return database;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const row = { nome: "Beira d’Água" };
const template = await makeFolder({ onDone: afterAll });

beforeAll(async () => {
  const database = await startEmbeddedDatabase(template);
  await query(database.url, "create table ranchos (nome text)");
  await query(database.url, `insert into ranchos values ('${row.nome}')`);
  await database.stop();
});

/** Returns the folder of a stopped database with one row. */
async function makeStoppedDatabase(): Promise<string> {
  const dataDir = await makeFolder();
  execFileSync("cp", ["-a", `${template}/.`, dataDir]);
  return dataDir;
}

function makeLog() {
  return { warn: vi.fn(), error: vi.fn() };
}

test("when two sites start on an empty folder, one wins and the other explains why not", async () => {
  const dataDir = await makeFolder();

  const starts = await Promise.allSettled([
    startEmbeddedDatabase(dataDir),
    startEmbeddedDatabase(dataDir),
  ]);

  const won = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const lost = starts.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect([won.length, lost.length]).toEqual([1, 1]);
  expect(isStartRefusal(lost[0])).toBe(true);
  expect(lost[0].message).toBe(
    `Outro Mar de Minas já está usando a pasta de dados ${dataDir}. Pare-o antes, ou escolha outra com DATA_DIR.`,
  );
  expect(await query(won[0]?.url ?? "", "select 1 as one")).toEqual([{ one: 1 }]);
  await won[0]?.stop();
  await expectNoProcesses(dataDir);
});

test("the password file is private, and no draft of it remains", async () => {
  const dataDir = await makeStoppedDatabase();
  expect((await stat(join(dataDir, "banco.senha"))).mode & 0o777).toBe(0o600);
  expect((await readdir(dataDir)).sort()).toEqual([
    "banco",
    "banco.log",
    "banco.senha",
    "banco.trava",
  ]);
});

test("a lost database password is replaced with a warning, and no row is lost", async () => {
  const dataDir = await makeStoppedDatabase();
  const file = join(dataDir, "banco.senha");
  const blank = "banco.senha is blank: writing a new database password";
  const refused = "the database does not accept the password in banco.senha: setting it again";
  const losses: [content: string | null, warnings: string[]][] = [
    ["\0".repeat(49), [blank, refused]],
    [null, [refused]],
    ["of-another-database\n", [refused]],
  ];
  for (const [content, warnings] of losses) {
    if (content === null) await rm(file);
    else await writeFile(file, content);
    const log = makeLog();
    const database = await startEmbeddedDatabase(dataDir, { log });
    expect(await query(database.url, "select nome from ranchos")).toEqual([row]);
    await database.stop();
    expect(log.warn.mock.calls.flat()).toEqual(warnings);
    const kept = (await readFile(file, "utf8")).trim();
    expect(kept).toMatch(content?.startsWith("of") ? /^of-another-database$/ : /^[0-9a-f]{48}$/);
    expect(new URL(database.url).password).toBe(kept);
  }
});

test("while the site runs, a blank password file is not overwritten", async () => {
  const dataDir = await makeStoppedDatabase();
  await start(dataDir);
  const file = join(dataDir, "banco.senha");
  await writeFile(file, "");

  const refusal = await joinEmbeddedDatabase(dataDir).catch((error: unknown) => error);

  expect(isStartRefusal(refusal) && refusal.message).toBe(
    "A senha do banco de dados se perdeu (banco.senha). Reinicie o site, que cria outra.",
  );
  expect(await readFile(file, "utf8")).toBe("");
});

test("the database's log keeps no values of rows, and starts over once it is large", async () => {
  const dataDir = await makeStoppedDatabase();
  const log = join(dataDir, "banco.log");
  await writeFile(log, "x".repeat(10_000_001));
  const { url } = await start(dataDir);
  await query(url, "create table contas (email text unique)");
  const insert = "insert into contas values ('ana@example.com')";
  await query(url, insert);
  await expect(query(url, insert)).rejects.toThrow("duplicate key");

  await vi.waitFor(async () => expect(await readFile(log, "utf8")).toContain("duplicate key"));
  expect(await readFile(log, "utf8")).not.toContain("ana@");
  expect((await stat(`${log}.1`)).size).toBe(10_000_001);
});

test("a server that cannot start is retried until it can", async () => {
  const dataDir = await makeStoppedDatabase();
  const log = makeLog();
  const database = await start(dataDir, { restarts: true, log });
  const control = join(dataDir, "banco", "global", "pg_control");
  const content = await readFile(control);
  signalAll(await listDatabaseProcesses(dataDir), "SIGKILL");
  await rm(control);
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(3), { timeout: 20_000 });
  await writeFile(control, content);
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  expect(await query(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
});
