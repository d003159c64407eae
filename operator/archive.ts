import { getTableColumns } from "drizzle-orm";
import { schema } from "../app/db/client.server.ts";

// An archive is a gzipped tar: mar-de-minas.json (the manifest), fotos/{key} for each file of a
// photo, banco/{table}.jsonl for each table, conferencia.json (the checks).

export const manifestName = "mar-de-minas.json";
export const checksName = "conferencia.json";

/** Version 1 had no checks. */
export const archiveVersion = 2;

export interface Manifest {
  version: number;
  tables: string[];
}

/** Written last: an archive without it is cut short. */
export interface Checks {
  /** Rows per table. */
  rows: Record<string, number>;
  photoFiles: number;
  /** Over the names and contents of all entries before, in hexadecimal. */
  sha256: string;
}

/** The archived tables, in an order in which their rows can be inserted: referenced ones first. */
export const tables = [
  schema.users,
  schema.sessions,
  schema.accounts,
  schema.verifications,
  schema.posts,
  schema.deletedPosts,
  schema.unavailableDays,
  schema.seasons,
  schema.feeds,
  schema.photos,
  schema.outbox,
  schema.vitals,
] as const;

export type Table = (typeof tables)[number];

/** The columns of a table that can be written: all but generated ones. */
export function columnsOf(table: Table): string[] {
  return Object.values(getTableColumns(table))
    .filter((column) => column.generated === undefined)
    .map((column) => column.name);
}
