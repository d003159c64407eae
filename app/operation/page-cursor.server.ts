import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { isUuid } from "../db/uuid.ts";

/** Rows on one page of the panel's lists. */
export const rowsPerPage = 20;

/** A row's instant in microseconds: JavaScript's dates would truncate it, and skip or repeat rows. */
export function microsOf(column: AnyColumn): SQL<string> {
  return sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`;
}

/** The rows after a cursor, newest first; all of them for a missing or invalid one. */
export function afterCursor(
  cursor: string | null,
  columns: { at: AnyColumn; id: AnyColumn },
): SQL | undefined {
  const [, micros, id = ""] = /^([1-9]\d{0,15})\.([^.]+)$/.exec(cursor ?? "") ?? [];
  if (!micros || !isUuid(id)) return undefined;
  return sql`(${columns.at}, ${columns.id}) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

/** Cuts rows, of which one more than a page was read, into the page and the cursor of the next one. */
export function pageOf<Row extends { id: string; micros: string }>(
  rows: readonly Row[],
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, rowsPerPage);
  const last = page.at(-1);
  const next = rows.length > rowsPerPage && last ? `${last.micros}.${last.id}` : null;
  return { rows: page, next };
}

const maxSearchLength = 100;

/** A pattern for `ilike` that finds a typed text anywhere; null if nothing was typed. */
export function searchPattern(typed: string | null): string | null {
  const text = (typed ?? "").replaceAll("\0", "").toWellFormed().trim().slice(0, maxSearchLength);
  return text === "" ? null : `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
