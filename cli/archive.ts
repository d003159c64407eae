import { getTableColumns } from "drizzle-orm";
import { schema } from "../app/platform/db/all-tables.ts";

// A gzipped tar: mar-de-minas.json (the manifest), fotos/{key}, banco/{table}.jsonl, and
// conferencia.json (the checks). A mirrored archive has, instead of fotos/{key}, the list fotos.jsonl of
// files in the folder fotos beside it.

export const manifestName = "mar-de-minas.json";
export const checksumsName = "conferencia.json";

export const photoListName = "fotos.jsonl";

/** Version 1 had no checks. */
export const archiveVersion = 2;

/** Version of archives whose photos are in the mirror. */
export const mirrorVersion = 3;

export interface Manifest {
  version: number;
  tables: string[];
}

/** Written last, so an archive without it is truncated. */
export interface Checks {
  rows: Record<string, number>;
  photoFiles: number;
  /** Hex digest of the names and contents of all preceding entries. */
  sha256: string;
}

/** Referenced tables first, so that rows can be inserted in this order. */
export const tables = [
  schema.users,
  schema.sessions,
  schema.accounts,
  schema.verifications,
  schema.passkeys,
  schema.authenticators,
  schema.recoveryCodes,
  schema.posts,
  schema.listingChecks,
  schema.deletedPosts,
  schema.unavailableDays,
  schema.seasons,
  schema.feeds,
  schema.doubleBookings,
  schema.stayNotes,
  schema.photos,
  schema.photoCopies,
  schema.listingDrafts,
  schema.outbox,
  schema.vitals,
  schema.visits,
  schema.searches,
  schema.testimonials,
  schema.reports,
  schema.questions,
  schema.planOrders,
  schema.staff,
  schema.auditLog,
  schema.lists,
  schema.listItems,
  schema.listMembers,
  schema.listVotes,
  schema.alerts,
  schema.alertHits,
] as const;

export type Table = (typeof tables)[number];

/** Lists a table's columns, except generated ones. */
export function columnsOf(table: Table): string[] {
  return Object.values(getTableColumns(table))
    .filter((column) => column.generated === undefined)
    .map((column) => column.name);
}
