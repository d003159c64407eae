import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { openEmptyDatabase } from "../../../testing/empty-database.ts";
import { migrateToVersion1, migrationEntries, programWith } from "../../../testing/migrations.ts";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { type Db, openDatabase } from "./client.server.ts";
import { migrateDatabase } from "./migrate.server.ts";
import { siteRoleUrlFrom } from "./site-role/site-role.server.ts";

const programDir = ".";
const folder = import.meta.dirname;

async function openMigrated(): Promise<Db> {
  const { db, close } = openDatabase(await createTestDatabase(), () => undefined);
  onTestFinished(close);
  return db;
}

/** Everything that makes up a database but its rows, a line each. */
async function describe(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    with owned as (
      select pg_get_functiondef(oid) as line, proacl as rights, proowner as owner, 'f'::"char" as kind
        from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select relname, relacl, relowner, case relkind when 'S' then 's' else 'r' end::"char"
        from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'i'
    )
    select line from owned
    union all
    select format('%s: %s for %s', line, privilege_type, grantee::regrole)
      from owned, aclexplode(coalesce(rights, acldefault(kind, owner)))
    union all
    select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all
    select format('%s.%s', conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select concat_ws(' ', table_name, column_name, udt_name, is_nullable, column_default, generation_expression)
      from information_schema.columns where table_schema = 'public'
    order by line`);
  return rows.map(({ line }) => line);
}

test("a migrated database of version 1.0.0 equals a new one in tables, functions, triggers and rights", async () => {
  const { db } = await openEmptyDatabase();
  const options = { siteRoleUrl: siteRoleUrlFrom(inject("templateUrl")) };
  await migrateToVersion1(db, options);
  await migrateDatabase(db, programDir, options);

  expect(await describe(db)).toEqual(await describe(await openMigrated()));
});

test.each([
  [
    "altered",
    "create or replace function keep_audit_log() returns trigger language plpgsql as 'begin return old; end'",
  ],
  ["dropped", "drop function purge_audit_log(integer)"],
])("a function that somebody %s is as in its file after the next start", async (_, change) => {
  const db = await openMigrated();
  const before = await describe(db);
  await db.execute(change);
  expect(await describe(db)).not.toEqual(before);

  await migrateDatabase(db, programDir, { siteRoleUrl: siteRoleUrlFrom(inject("templateUrl")) });

  expect(await describe(db)).toEqual(before);
});

test.each([
  [
    "altered",
    "create or replace trigger posts_inserted after insert on posts execute function announce_posts()",
  ],
  ["switched off", "alter table audit_log disable trigger audit_log_kept"],
  ["dropped", "drop trigger audit_log_not_truncated on audit_log"],
])("a trigger that somebody %s is as in its file after the next start", async (_, change) => {
  const db = await openMigrated();
  const before = await describe(db);
  await db.execute(change);
  expect(await describe(db)).not.toEqual(before);

  await migrateDatabase(db, programDir);

  expect(await describe(db)).toEqual(before);
});

test("a start keeps how long the audit log is kept, and functions that aren't ours", async () => {
  const db = await openMigrated();
  await migrateDatabase(db, programDir, { auditRetentionDays: 90 });
  await db.execute(`create extension pg_trgm; drop trigger posts_inserted on posts;
    create function minha() returns integer language sql as 'select 1'`);
  const before = await describe(db);

  await migrateDatabase(db, programDir);

  const lines = await describe(db);
  expect(lines).toEqual(expect.arrayContaining(before));
  expect(lines).toContainEqual(expect.stringContaining("select 90"));
  expect(lines).toContainEqual(expect.stringContaining("TRIGGER posts_inserted "));
});

test("a start that finds functions and triggers as in their files waits for nobody", async () => {
  const db = await openMigrated();
  await db.transaction(async (tx) => {
    await tx.execute("lock table posts in access exclusive mode");
    await migrateDatabase(db, programDir, { tries: 1 });
  });
});

test("a program leaves the functions of a newer version alone", async () => {
  const db = await openMigrated();
  const newer = { "9999_tabela": "create table futuro (id integer)" };
  await migrateDatabase(db, await programWith(migrationEntries.length, newer));
  await db.execute("create function futura() returns integer language sql as 'select 1'");
  const before = await describe(db);

  await migrateDatabase(db, programDir);

  expect(await describe(db)).toEqual(before);
});

test("each table's definition names the files that have its triggers", () => {
  const triggers = /create or replace trigger \w+\s.*?\bon (\w+)/gs;
  const expected: string[] = [];
  for (const file of readdirSync(join(folder, "sql"))) {
    const text = readFileSync(join(folder, "sql", file), "utf8");
    const tables = new Set([...text.matchAll(triggers)].map(([, table]) => table));
    for (const table of tables) expected.push(`${table}: ${file.replace(".sql", "")}`);
  }
  const named: string[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith("schema.ts"))) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, files = "", table] of text.matchAll(
      /\/\/ Triggers in sql\/: (.*)\.\nexport const \w+ = pgTable\(\s*"(\w+)"/g,
    )) {
      for (const name of files.split(", ")) named.push(`${table}: ${name}`);
    }
  }
  expect(named.sort()).toEqual(expected.sort());
});
