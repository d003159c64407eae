import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createWitness } from "../../../server/witness.ts";
import { openEmptyDatabase } from "../../../testing/empty-database.ts";
import { makeFolder } from "../../../testing/folder.ts";
import {
  migrationEntries as entries,
  migrationsDir as folder,
  migrateToVersion1,
  programWith,
} from "../../../testing/migrations.ts";
import { sampleRows } from "../../../testing/sample-rows.ts";
import { soakMinutes } from "../../../testing/soak.ts";
import { type Db, openDatabase } from "./client.server.ts";
import { lockNumbers } from "./lock-numbers.ts";
import { migrateDatabase } from "./migrate.server.ts";
import { isStartRefusal } from "./start-refusal.server.ts";

const programDir = ".";

/** The previous version must keep working during this migration and later ones. */
const firstUnderTraffic = 4;

/** The database refuses any change or deletion of its rows. */
const appendOnly = "audit_log";

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

interface Column {
  table: string;
  name: string;
  needed: boolean;
}

/** Columns of all tables, without generated ones. */
async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select table_name as table, column_name as name,
      is_nullable = 'NO' and column_default is null as needed
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER'
    order by table_name, ordinal_position`);
  return rows;
}

/** Inserts a sample into each of these columns' tables; returns the tables in that order. */
async function insertSamples(client: pg.Client, columns: Column[], n: number): Promise<string[]> {
  const written = new Set(columns.map(({ table }) => table));
  const samples = sampleRows(n).filter(([table]) => written.has(table));
  for (const [table, row] of samples) {
    const known = columns.filter((column) => column.table === table).map(({ name }) => name);
    const names = Object.keys(row).filter((name) => known.includes(name));
    const list = names.map((name) => `"${name}"`).join(", ");
    const places = names.map((_, place) => `$${place + 1}`).join(", ");
    const values = names.map((name) => row[name]);
    await client.query(`insert into "${table}" (${list}) values (${places})`, values);
  }
  return samples.map(([table]) => table);
}

/** Inserts, reads, updates and deletes like a version that knows only these columns. */
async function workAs(client: pg.Client, columns: Column[], n: number): Promise<void> {
  const tables = await insertSamples(client, columns, n);
  for (const table of tables) {
    const known = columns.filter((column) => column.table === table);
    const all = known.map(({ name }) => `"${name}"`);
    const { rowCount } = await client.query(`select ${all.join(", ")} from "${table}"`);
    expect(rowCount).toBeGreaterThan(0);
    if (table === appendOnly) continue;
    await client.query(
      `update "${table}" set ${all.map((name) => `${name} = ${name}`).join(", ")}`,
    );
  }
  for (const table of tables.toReversed()) {
    if (table !== appendOnly) await client.query(`delete from "${table}"`);
  }
}

test("the journal is in chronological order, and each migration has its file", async () => {
  for (const [n, { idx, when, tag }] of entries.entries()) {
    expect(idx).toBe(n);
    expect(when).toBeGreaterThan(entries[n - 1]?.when ?? 0);
    expect(tag).toMatch(new RegExp(`^${String(n).padStart(4, "0")}_`));
    expect(await readFile(join(folder, `${tag}.sql`), "utf8")).not.toBe("");
  }
});

test("the sample rows cover every table and every required column", async () => {
  const { db, url } = await openEmptyDatabase();
  await migrateDatabase(db, programDir);
  const samples = new Map(sampleRows(1));
  for (const { table, name, needed } of await columnsOf(await connect(url))) {
    const row = samples.get(table);
    expect(row, `sampleRows needs a row of ${table}`).toBeDefined();
    if (needed) expect(row, `sampleRows needs ${table}.${name}`).toHaveProperty(name);
  }
});

/** The former versions' migrations never change, so that only `npm run soak` repeats them. */
const upgrades = entries
  .map(({ tag }, n) => [tag, n] as const)
  .slice(soakMinutes === null ? -3 : 1);

test.each(upgrades)(
  "the version before %s keeps working during and after the migration",
  async (_, n) => {
    const { db, url } = await openEmptyDatabase();
    await migrateDatabase(db, await programWith(n));
    const former = await connect(url);
    const columns = await columnsOf(former);
    await workAs(former, columns, 1);

    let migrating = true;
    const migration = migrateDatabase(db, await programWith(n + 1)).finally(() => {
      migrating = false;
    });
    let rounds = 1;
    while (migrating) await workAs(former, columns, ++rounds);
    await migration;

    await workAs(former, columns, rounds + 1);
    const fresh = await connect(url);
    await workAs(fresh, await columnsOf(fresh), rounds + 2);
  },
);

test("from version 1.0.0 on, no value of any table is lost or changed", async () => {
  const { db, url } = await openEmptyDatabase();
  await migrateToVersion1(db);
  const client = await connect(url);
  const columns = await columnsOf(client);
  const tables = new Set(columns.map(({ table }) => table));
  await insertSamples(client, columns, 1);
  const readAll = async () => {
    const read: Record<string, unknown> = {};
    for (const table of tables) {
      const names = columns
        .filter((column) => column.table === table)
        .map(({ name }) => `"${name}"`);
      read[table] = (await client.query(`select ${names.join(", ")} from "${table}"`)).rows;
    }
    return read;
  };
  const before = await readAll();
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
  await migrateDatabase(db, programDir);
  expect(await readAll()).toEqual(before);
});

test.each(entries.slice(firstUnderTraffic).map(({ tag }) => [tag]))(
  "%s takes nothing away that the former version uses",
  async (tag) => {
    const text = await readFile(join(folder, `${tag}.sql`), "utf8");
    for (const statement of text.split("--> statement-breakpoint")) {
      expect(breaksRunningVersion(statement), `${statement.trim()}: see docs/decisions/013`).toBe(
        false,
      );
    }
  },
);

/** Matches statements that break the running version: drops, renames, new required values. */
function breaksRunningVersion(statement: string): boolean {
  const plain = statement.replace(/--.*$/gm, "").replace(/\s+/g, " ");
  const broken = [
    /\bdrop (table|column|type|schema|view)\b/i,
    /\brename\b/i,
    /\balter column \S+ (set not null|drop default|type|set data type)\b/i,
    /\bconcurrently\b/i,
  ];
  const isRequired = /\badd column\b/i.test(plain) && /\bnot null\b/i.test(plain);
  const hasValue = /\b(default|generated always)\b/i.test(plain);
  return broken.some((pattern) => pattern.test(plain)) || (isRequired && !hasValue);
}

test("a version starts again on a database that its successor has extended", async () => {
  const { db, url } = await openEmptyDatabase();
  const newer = {
    "9998_tabela": "create table futuro (id integer not null)",
    "9999_coluna": `alter table "posts" add column "novo" text default '' not null`,
  };
  await migrateDatabase(db, await programWith(entries.length, newer));

  await migrateDatabase(db, programDir);

  const client = await connect(url);
  const columns = (await columnsOf(client)).filter(({ table }) => table !== "futuro");
  await workAs(client, columns, 1);
});

test.each([
  ["has dropped a column", 'alter table "posts" drop column "enderecoCompleto"'],
  ["has renamed a table", 'alter table "vitals" rename to "medidas"'],
  ["demands a value", 'alter table "posts" add column "novo" text not null'],
])("refuses a database in which a newer version %s, and leaves it unchanged", async (_, change) => {
  const { db, url } = await openEmptyDatabase();
  await migrateDatabase(db, await programWith(entries.length, { "9999_mais_novo": change }));
  const client = await connect(url);
  const before = await columnsOf(client);

  const refusal = await migrateDatabase(db, programDir).catch((error: unknown) => error);

  expect(isStartRefusal(refusal)).toBe(true);
  expect(refusal).toHaveProperty(
    "message",
    "Este banco de dados já foi atualizado por uma versão mais nova do Mar de Minas. Atualize o programa, ou reponha um backup em um banco vazio.",
  );
  expect(await columnsOf(client)).toEqual(before);
});

test("several sites starting at once migrate once", async () => {
  const { db, url } = await openEmptyDatabase();
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(db, programDir)));
  const client = await connect(url);
  const { rows } = await client.query(
    "select count(*)::int as n from drizzle.__drizzle_migrations",
  );
  expect(rows).toEqual([{ n: entries.length }]);
});

/** A witness of a site with this database, in a data folder of its own. */
const openWitness = async (db: Db) => createWitness(db, await makeFolder());

test("the oldest database is updated across all versions, and recognised from then on", async () => {
  const { db, url } = await openEmptyDatabase();
  await migrateDatabase(db, await programWith(1));
  const former = await connect(url);
  const columns = await columnsOf(former);
  await workAs(former, columns, 1);
  const witness = await openWitness(db);

  await witness.check();
  await migrateDatabase(db, programDir);
  await witness.remember();

  await witness.check();
  await workAs(former, columns, 2);
});

test("a site that starts while another migrates waits before it recognises the database", async () => {
  const { db, url } = await openEmptyDatabase();
  await migrateDatabase(db, programDir);
  const witness = await openWitness(db);
  await witness.remember();
  const impatient = openDatabase(url, () => undefined, { statementMs: 100, answerMs: 1_000 });
  onTestFinished(impatient.close);
  const other = await connect(url);
  await other.query(
    `begin; select pg_advisory_xact_lock(${lockNumbers.migration}); lock table database_mark in access exclusive mode`,
  );

  const starting = migrateDatabase(impatient.db, programDir, { check: witness.check });
  await other.query("select pg_sleep(1.5)");
  await other.query("commit");

  await starting;
});

test("a migration killed midway changes nothing, and the next start recognises and finishes it", async () => {
  const { db, url } = await openEmptyDatabase();
  await migrateDatabase(db, programDir);
  const witness = await openWitness(db);
  await witness.remember();
  const client = await connect(url);
  const before = await columnsOf(client);
  const killed = await programWith(entries.length, {
    ...adding,
    "9999_morte": "select pg_terminate_backend(pg_backend_pid())",
  });

  await expect(migrateDatabase(db, killed)).rejects.toThrow();

  expect(await columnsOf(client)).toEqual(before);
  await witness.check();
  await migrateDatabase(db, await programWith(entries.length, adding));
  await witness.check();
  expect(await columnsOf(client)).toContainEqual({ table: "posts", name: "novo", needed: false });
});

const adding = { "9999_coluna": 'alter table "posts" add column "novo" text' };

test("a migration waiting for a long reader lets others pass, and completes afterwards", async () => {
  const { db, url } = await openEmptyDatabase();
  await migrateDatabase(db, programDir);
  const reader = await connect(url);
  await reader.query('begin; select count(*) from "posts"');

  const next = await programWith(entries.length, adding);
  let isDone = false;
  const migration = migrateDatabase(db, next, { pauseMs: 5, tries: 1_000_000 }).then(() => {
    isDone = true;
  });
  const visitor = await connect(url);
  const watcher = await connect(url);
  for (let n = 0; n < 100; n++) {
    // If this waited behind an ALTER TABLE, it would wait for the reader.
    await visitor.query('select count(*) from "posts"');
    const waiting = `select 1 from pg_locks where not granted and locktype = 'relation'
      and database = (select oid from pg_database where datname = current_database())`;
    expect((await watcher.query(waiting)).rowCount).toBe(0);
  }
  expect(isDone).toBe(false);
  await reader.query("commit");
  await migration;
  await visitor.query('select "novo" from "posts"');
});

test("a migration that never gets its locks gives up with a message", async () => {
  const { db, url } = await openEmptyDatabase();
  await migrateDatabase(db, programDir);
  const reader = await connect(url);
  await reader.query('begin; select count(*) from "posts"');
  const next = await programWith(entries.length, adding);
  const refusal = await migrateDatabase(db, next, { pauseMs: 20, tries: 3 }).catch(
    (e: unknown) => e,
  );
  expect(isStartRefusal(refusal)).toBe(true);
  expect(String(refusal)).toContain("O banco de dados está ocupado demais para ser atualizado.");
});
