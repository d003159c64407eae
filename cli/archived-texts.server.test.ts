import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { listFilesOf } from "../app/domain/photos/store.server.ts";
import { schema } from "../app/platform/db/all-tables.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import { openContext } from "../testing/backups.ts";
import { makeFolder } from "../testing/folder.ts";
import { oddCharacters } from "../testing/odd-characters.ts";
import { columnsOf, type Table, tables } from "./archive.ts";
import { writeArchive } from "./backup.ts";
import { restore } from "./restore.ts";

const odd = oddCharacters.join("a");
const photo = { key: "imoveis/a/images/0/b-foto", widths: [400], cover: true };

/** A value for a column, by the type's name in PostgreSQL. */
const values: Record<string, () => unknown> = {
  text: () => odd,
  _text: () => [odd, odd],
  jsonb: () => ({ [odd]: odd }),
  uuid: randomUUID,
  bool: () => true,
  bit: () => "01".repeat(32),
  int2: () => 1,
  int4: () => 1,
  int8: () => 1,
  _int4: () => [1],
  float8: () => 0.1,
  date: () => "2026-11-28",
  timestamptz: () => "2026-11-28T12:00:00.123456+00:00",
  daterange: () => "[2026-11-28,2026-11-30)",
  _daterange: () => ["[2026-11-28,2026-11-30)"],
  datemultirange: () => "{[2026-11-28,2026-11-30)}",
};

/** Lets tables take any text, from which nothing is computed; rows needn't belong together. */
async function loosen(db: Db): Promise<void> {
  await db.execute(
    sql.raw(`do $$ declare c record; begin
      for c in select conrelid::regclass as of, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f')
      loop execute format('alter table %s drop constraint %I', c.of, c.conname); end loop;
      for c in select oid::regclass as of from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
      loop execute format('alter table %s disable trigger all', c.of); end loop;
      for c in select table_name as of, column_name as name from information_schema.columns
        where table_schema = 'public' and is_generated = 'ALWAYS'
      loop execute format('alter table %I alter %I drop expression', c.of, c.name); end loop;
    end $$`),
  );
}

async function fill(db: Db, table: Table): Promise<void> {
  const name = getTableName(table);
  const { rows } = await db.execute<{ name: string; type: string }>(
    sql`select column_name as name, udt_name as type from information_schema.columns
        where table_schema = 'public' and table_name = ${name}`,
  );
  const given = rows.filter((column) => columnsOf(table).includes(column.name));
  const row = Object.fromEntries(
    given.map((column) => {
      const make = values[column.type];
      if (!make) throw new Error(`${name}.${column.name} is of a new type: ${column.type}`);
      return [column.name, make()];
    }),
  );
  const columns = sql.join(
    given.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const json = JSON.stringify(name === "photos" ? { ...row, ...photo } : row);
  await db.execute(
    sql`insert into ${table} (${columns})
        select ${columns} from json_populate_record(null::${table}, ${json}::json)`,
  );
}

async function contentsOf(db: Db): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await db.execute<{ text: string }>(
      sql`select to_json(row)::text as text from ${table} as row`,
    );
    contents[getTableName(table)] = rows.map(({ text }) => text).join("\n");
  }
  return contents;
}

test("every character in every column of every table is restored as it was", async () => {
  const { site, context } = await openContext();
  await loosen(site.owner);
  for (const table of tables) await fill(site.owner, table);
  for (const key of listFilesOf(photo)) await site.photoStore.disk.put(key, "foto");
  const file = join(await makeFolder(), "copia.tar.gz");
  await writeArchive(context, file);

  const { site: empty, context: target } = await openContext();
  await loosen(empty.owner);
  expect(await restore(target, [file])).toMatchObject({ status: 0 });
  const { sessions, ...kept } = await contentsOf(site.owner);
  expect(sessions).not.toBe("");
  expect(Object.values(kept)).not.toContain("");
  expect(await contentsOf(empty.owner)).toEqual({ ...kept, sessions: "" });
});

test("every table is archived except short-lived and derived ones", () => {
  // Left out, among others: the mark and the address, since a
  // restored database is another one, perhaps of another site, and what ended, which the file beside archives has.
  const leftOut = [
    ...["job_runs", "rate_limits", "uploads", "listing_changes", "alert_events", "database_mark"],
    ...["mailed_site", "ended_rows"],
  ];
  const all = Object.values(schema).filter((value) => is(value, PgTable));
  expect([...tables.map(getTableName), ...leftOut].sort()).toEqual(all.map(getTableName).sort());
});
