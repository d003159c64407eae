import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { and, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db, Transaction } from "../app/platform/db/client.server.ts";
import { replaceFile } from "../app/platform/db/files/durable-files.server.ts";
import { endedRows } from "../app/platform/db/operation-schema.ts";
import { timeOfArchive } from "./archive-names.ts";

// Lines of JSON: {"until"}, then {"kind", "hash", "at"} of each row that ended.

/** The file beside the archives that lists what ended since the oldest of them. */
export const endedName = "terminados.txt";

export async function writeEnded(db: Db, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const until = new Date().toISOString();
  const { rows } = await db.execute<{ line: string }>(
    sql`select to_json(row)::text as line from ${endedRows} as row`,
  );
  const lines = [JSON.stringify({ until }), ...rows.map(({ line }) => line)];
  await replaceFile(join(folder, endedName), lines.map((line) => `${line}\n`).join(""));
}

/** Forgets what ended before the oldest archive; a copy of the folder elsewhere may have some of as many days ago. */
export async function purgeEnded(db: Db, oldest: string, days: number): Promise<void> {
  const isOld = [
    lt(endedRows.at, timeOfArchive(oldest)),
    lt(endedRows.at, sql`now() - ${days} * interval '1 day'`),
  ];
  await db.delete(endedRows).where(and(...isOld));
}

/** Takes over what the file lists; returns when it was written. */
export async function loadEnded(tx: Transaction, file: string): Promise<Date> {
  const [head = "", ...lines] = file.split("\n").filter((line) => line !== "");
  try {
    await tx.transaction((part) =>
      part.execute(
        sql`insert into ${endedRows} select * from json_populate_recordset(null::${endedRows}, ${`[${lines.join(",")}]`}::json)
          on conflict do nothing`,
      ),
    );
    return new Date(new Date(JSON.parse(head).until).toISOString());
  } catch (cause) {
    throw new Error(
      `${endedName}, ao lado do backup, está danificado. Tire-o dali para repor sem ele.`,
      { cause },
    );
  }
}

/** True for rows that ended after they were made: whoever left the staff may have come back. */
export function hasEnded(kind: string, key: PgColumn, createdAt: PgColumn): SQL {
  return sql`exists (select 1 from ${endedRows} where ${endedRows.kind} = ${kind}
    and ${endedRows.hash} = encode(sha256(convert_to(${key}::text, 'UTF8')), 'hex')
    and ${endedRows.at} > ${createdAt})`;
}
