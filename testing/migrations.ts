import { readFileSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../app/platform/db/client.server.ts";
import { migrateDatabase } from "../app/platform/db/migrate.server.ts";
import { makeFolder } from "./folder.ts";

interface JournalEntry {
  idx: number;
  when: number;
  tag: string;
}

export const migrationsDir = "db/migrations";
const functionsDir = "app/platform/db/sql";
const journal: { entries: JournalEntry[] } = JSON.parse(
  readFileSync(join(migrationsDir, "meta/_journal.json"), "utf8"),
);
export const migrationEntries = journal.entries;

/**
 * A program that has the first `count` migrations, followed by those of `more`. Only with all of them does it have
 * the functions and triggers, too: those are today's, and need today's tables.
 */
export async function programWith(
  count: number,
  more: Record<string, string> = {},
): Promise<string> {
  const copy = await makeFolder();
  await cp(migrationsDir, join(copy, migrationsDir), { recursive: true });
  await mkdir(join(copy, functionsDir), { recursive: true });
  if (count === migrationEntries.length) {
    await cp(functionsDir, join(copy, functionsDir), { recursive: true });
  }
  const kept = migrationEntries.slice(0, count);
  const last = kept.at(-1);
  const added = Object.keys(more).map((tag, n) => ({
    ...{ idx: count + n, version: "7", tag, breakpoints: true },
    when: (last?.when ?? 0) + n + 1,
  }));
  for (const [tag, text] of Object.entries(more)) {
    await writeFile(join(copy, migrationsDir, `${tag}.sql`), text);
  }
  const text = JSON.stringify({ ...journal, entries: [...kept, ...added] });
  await writeFile(join(copy, migrationsDir, "meta/_journal.json"), text);
  return copy;
}

const lastOfVersion1 = "0046_note_mailed_site";

/** Makes what version 1.0.0 left in its databases. */
export async function migrateToVersion1(
  db: Db,
  options?: Parameters<typeof migrateDatabase>[2],
): Promise<void> {
  const count = migrationEntries.findIndex(({ tag }) => tag === lastOfVersion1) + 1;
  await migrateDatabase(db, await programWith(count), options);
  await db.execute(await readFile("testing/functions-of-1.0.0.sql", "utf8"));
}
