import { join } from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { schema } from "./all-tables.ts";
import type { Db, Queryable } from "./client.server.ts";
import { applyFunctions, functionsDiffer, readFunctions } from "./functions.server.ts";
import { lockNumbers } from "./lock-numbers.ts";
import { admitSite, prepareSiteRole, retainAuditLog } from "./site-role/site-role.server.ts";
import { StartRefusal } from "./start-refusal.server.ts";

interface MigrationOptions {
  pauseMs?: number;
  tries?: number;
  /** Throws to refuse the database before anything is changed. */
  check?: (db: Queryable) => Promise<void>;
  /** Address with which the site logs in, unless it does so as the owner of the tables, like `db`. */
  siteRoleUrl?: string | null;
  /** Minimum retention of the audit log, which the database enforces against the site's role. */
  auditRetentionDays?: number;
}

/**
 * Migrates the database, and brings its functions and triggers to what the program in `programDir`
 * has. Idempotent, and safe with several sites and while the previous version runs. Changes start
 * only once all table locks are held and never wait for one while holding others, which would queue
 * or deadlock visitors. Throws {@link StartRefusal} after `tries` attempts, or if a newer version
 * removed something this one uses.
 */
export async function migrateDatabase(
  db: Db,
  programDir: string,
  {
    pauseMs = 100,
    tries = 600,
    check,
    siteRoleUrl = null,
    auditRetentionDays,
  }: MigrationOptions = {},
): Promise<void> {
  const { $client: pool } = db;
  const migrations = readMigrationFiles({ migrationsFolder: join(programDir, "db", "migrations") });
  const newestKnown = Math.max(0, ...migrations.map(({ folderMillis }) => folderMillis));
  const functions = await readFunctions(programDir);
  // A migration may take long, so there are no timeouts.
  const client = new pg.Client({ ...pool.options, query_timeout: 0 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (let left = tries; ; left--) {
      try {
        // One transaction with a lock of its own: behind a pooler, a session's would outlive it.
        await client.query("begin");
        await client.query(
          `set local statement_timeout = 0; set local synchronous_commit = on;
           set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
           set local intervalstyle = 'postgres'`,
        );
        // Two sites starting at once would otherwise both create the first table.
        await client.query("select pg_advisory_xact_lock($1)", [lockNumbers.migration]);
        // Checked here, because another site's migration may have locked its table until now.
        await check?.(drizzle({ client }));
        const newest = await findNewestMigration(client);
        // A newer version only adds (docs/decisions/013), so this one can usually continue.
        if (newest > newestKnown && !(await hasUsableColumns(client))) {
          throw new StartRefusal(
            "Este banco de dados já foi atualizado por uma versão mais nova do Mar de Minas. Atualize o programa, ou reponha um backup em um banco vazio.",
          );
        }
        if (siteRoleUrl) await prepareSiteRole(client, siteRoleUrl);
        const isBehind = newest < newestKnown;
        // Triggers of a newer version may write what its tables demand.
        if (isBehind || (newest === newestKnown && (await functionsDiffer(client, functions)))) {
          await lockEveryTable(client);
          await applyMigrations(client, migrations, newest);
          await applyFunctions(client, functions);
        }
        if (siteRoleUrl) await admitSite(client, siteRoleUrl);
        if (auditRetentionDays) await retainAuditLog(client, auditRetentionDays);
        await client.query("commit");
        return;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        if (hasCode(error, insufficientPrivilege)) {
          throw new StartRefusal(
            "O usuário do banco de dados não pode migrá-lo. Indique o dono das tabelas em DATABASE_OWNER_URL.",
          );
        }
        if (!hasCode(error, lockNotAvailable)) throw error;
        if (left <= 1) {
          throw new StartRefusal(
            "O banco de dados está ocupado demais para ser atualizado. Tente de novo em instantes.",
          );
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  } finally {
    await client.end();
  }
}

/** Returns when the newest applied migration was made, in ms; 0 if there is none. */
async function findNewestMigration(client: pg.Client): Promise<number> {
  await client.query(
    `create schema if not exists drizzle;
     create table if not exists drizzle.__drizzle_migrations (
       id serial primary key, hash text not null, created_at bigint
     )`,
  );
  const { rows } = await client.query<{ newest: string | null }>(
    "select max(created_at) as newest from drizzle.__drizzle_migrations",
  );
  return Number(rows[0]?.newest ?? 0);
}

/** Like Drizzle's own `migrate`, which would commit before functions and triggers are applied. */
async function applyMigrations(
  client: pg.Client,
  migrations: MigrationMeta[],
  newest: number,
): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    if (folderMillis <= newest) continue;
    for (const statement of sql) await client.query(statement);
    await client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
      [hash, folderMillis],
    );
  }
}

async function lockEveryTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(
    "select string_agg(format('%I', tablename), ', ') as tables from pg_tables where schemaname = 'public'",
  );
  const tables = rows[0]?.tables;
  if (tables) await client.query(`lock table ${tables} in access exclusive mode nowait`);
}

async function hasUsableColumns(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ table: string; column: string; demanded: boolean }>(`
    select table_name as table, column_name as column, is_nullable = 'NO'
      and column_default is null and is_generated = 'NEVER' and is_identity = 'NO' as demanded
    from information_schema.columns where table_schema = 'public'`);
  const tables = Object.values(schema).filter((value) => is(value, PgTable));
  return tables.every((table) => {
    const own = rows.filter((row) => row.table === getTableName(table));
    const used = Object.values(getTableColumns(table)).map((column) => column.name);
    const there = own.map(({ column }) => column);
    return (
      used.every((name) => there.includes(name)) &&
      own.every(({ column, demanded }) => !demanded || used.includes(column))
    );
  });
}

const insufficientPrivilege = "42501";
const lockNotAvailable = "55P03";

/** Looks for an error code of PostgreSQL, which Drizzle may have wrapped. */
function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === code) || hasCode(error.cause, code);
}
