import { type AnyColumn, or, type SQL, sql } from "drizzle-orm";
import { posts } from "../platform/db/schema.ts";

const maxSearchLength = 100;
const minDigits = 4;

/**
 * Finds the typed words anywhere in these columns, regardless of the text between them, without regard to accents or
 * capitals, composed or not; undefined if nothing was typed.
 */
export function contains(typed: string, ...columns: AnyColumn[]): SQL | undefined {
  const text = typed.replaceAll("\0", "").toWellFormed().trim().slice(0, maxSearchLength);
  const plain = text.normalize("NFD").replace(/[\p{Mn}\p{Cf}]/gu, "");
  const words = plain.replace(/[\\%_]/g, "\\$&").replace(/\s+/g, "%");
  if (words === "") return undefined;
  const pattern = `%${words}%`;
  return or(
    ...columns.map(
      (column) =>
        sql`regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g') ilike ${pattern}`,
    ),
  );
}

/** An ad with the digits that were typed in either of its numbers; undefined for fewer than four. */
export function hasPhone(typed: string): SQL | undefined {
  const digits = typed.replace(/\D/g, "");
  if (digits.length < minDigits) return undefined;
  const part = `%${digits}%`;
  return sql`(${posts.telefone} like ${part} or ${posts.telefone2} like ${part})`;
}
