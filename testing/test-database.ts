import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject, onTestFinished } from "vitest";

/** Registers a cleanup for the end of a test or file; cleanups run last in, first out. */
export type OnDone = (cleanup: () => Promise<void>) => void;

interface TestDatabase {
  url: string;
  client: pg.Client;
  /** State of the schema when the database was created. */
  schema: string;
}

/** Databases of this worker that no test is using. Emptying one takes a fiftieth of creating one. */
const idle: TestDatabase[] = [];

const inUse = new Map<string, pg.Client>();

/** A connection to a test database as its owner, which other tests use as well. */
export function clientOf(url: string): pg.Client {
  const client = inUse.get(url);
  if (!client) throw new Error("not a database that a test is using");
  return client;
}

/** Returns the URL of a migrated, empty database, which belongs to the test until it ends. */
export async function createTestDatabase(onDone: OnDone = onTestFinished): Promise<string> {
  const database = idle.pop() ?? (await create());
  inUse.set(database.url, database.client);
  onDone(async () => {
    inUse.delete(database.url);
    await giveBack(database);
  });
  return database.url;
}

async function create(): Promise<TestDatabase> {
  const template = new URL(inject("templateUrl"));
  const name = `teste_${randomUUID().replaceAll("-", "")}`;
  const from = template.pathname.slice(1);
  // Copying files is much faster than logging every page, as nothing waits for the disk here.
  await onServer(`create database ${name} template ${from} strategy file_copy`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  client.on("error", () => undefined);
  await client.connect();
  return { url: url.href, client, schema: await readSchema(client) };
}

/** Keeps the emptied database for the next test, unless the test changed its schema. */
async function giveBack(database: TestDatabase): Promise<void> {
  const { client, schema } = database;
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  if ((await readSchema(client)) !== schema) {
    await client.end();
    await onServer(`drop database ${new URL(database.url).pathname.slice(1)} with (force)`);
    return;
  }
  const tables = await client.query("select tablename from pg_tables where schemaname = 'public'");
  const deletions = tables.rows.map(({ tablename }) => `delete from "${tablename}";`);
  // As a replica, the server neither runs triggers nor checks foreign keys.
  await client.query(
    `set session_replication_role = replica; ${deletions.join(" ")} reset session_replication_role`,
  );
  idle.push(database);
}

async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select md5(concat(
       (select string_agg(concat(oid, relname), ',' order by oid) from pg_class
        where relnamespace = 'public'::regnamespace),
       (select string_agg(concat(oid, convalidated), ',' order by oid) from pg_constraint
        where connamespace = 'public'::regnamespace),
       (select string_agg(concat(attrelid, attname, attnotnull), ',' order by attrelid, attnum)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace),
       (select string_agg(concat(oid, tgenabled), ',' order by oid) from pg_trigger)
     )) as schema`,
  );
  return rows[0].schema;
}

async function onServer(text: string): Promise<void> {
  const url = new URL(inject("templateUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(text);
  await client.end();
}
