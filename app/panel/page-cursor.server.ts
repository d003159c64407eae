import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { instantOf } from "../db/columns.ts";
import { isUuid } from "../db/uuid.ts";

export const rowsPerPage = 20;

/** Continues after a cursor, newest first; an invalid or missing one means the first page. */
export function afterCursor(
  cursor: string | null,
  columns: { at: AnyColumn; id: AnyColumn },
): SQL | undefined {
  const [, micros, id = ""] = /^([1-9]\d{0,15})\.([^.]+)$/.exec(cursor ?? "") ?? [];
  if (!micros || !isUuid(id)) return undefined;
  return sql`(${columns.at}, ${columns.id}) < (${instantOf(micros)}, ${id}::uuid)`;
}

/** Expects one row more than a page, which yields the next page's cursor. */
export function pageOf<Row extends { id: string; micros: string }>(
  rows: readonly Row[],
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, rowsPerPage);
  const last = page.at(-1);
  const next = rows.length > rowsPerPage && last ? `${last.micros}.${last.id}` : null;
  return { rows: page, next };
}

const maxSearchLength = 100;

/**
 * A pattern for {@link isLike} that matches anywhere in the text, whatever stands between words; null if nothing
 * was typed.
 */
export function searchPattern(typed: string | null): string | null {
  const text = (typed ?? "").replaceAll("\0", "").toWellFormed().trim().slice(0, maxSearchLength);
  const plain = text.normalize("NFD").replace(/[\p{Mn}\p{Cf}]/gu, "");
  const words = plain.replace(/[\\%_]/g, "\\$&").replace(/\s+/g, "%");
  return words === "" ? null : `%${words}%`;
}

/** Compares without accents or capitals, composed or not. */
export function isLike(column: AnyColumn, pattern: string): SQL {
  return sql`regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g') ilike ${pattern}`;
}
