import { readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./folder.ts";

interface JournalEntry {
  idx: number;
  when: number;
  tag: string;
}

export const migrationsDir = "db/migrations";
const journal: { entries: JournalEntry[] } = JSON.parse(
  readFileSync(join(migrationsDir, "meta/_journal.json"), "utf8"),
);
export const migrationEntries = journal.entries;

/** A folder with the first `count` migrations, followed by those of `more`. */
export async function migrationsFolder(
  count: number,
  more: Record<string, string> = {},
): Promise<string> {
  const copy = await makeFolder();
  await cp(migrationsDir, copy, { recursive: true });
  const kept = migrationEntries.slice(0, count);
  const last = kept.at(-1);
  const added = Object.keys(more).map((tag, n) => ({
    ...{ idx: count + n, version: "7", tag, breakpoints: true },
    when: (last?.when ?? 0) + n + 1,
  }));
  for (const [tag, text] of Object.entries(more)) await writeFile(join(copy, `${tag}.sql`), text);
  const text = JSON.stringify({ ...journal, entries: [...kept, ...added] });
  await writeFile(join(copy, "meta/_journal.json"), text);
  return copy;
}
