import { type AnyColumn, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, check, timestamp } from "drizzle-orm/pg-core";

/** Limits a text in characters, at or above the forms' limit. */
export const atMost = (name: string, column: AnyPgColumn, most: number) =>
  check(name, sql`char_length(${column}) <= ${sql.raw(String(most))}`);

export const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();
export const updatedAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();

/** Microseconds since 1970, as text: a Date would truncate them, and so skip or repeat rows. */
export function microsOf(column: AnyColumn): SQL<string> {
  return sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`;
}

/** Converts the microseconds of {@link microsOf} back. */
export function instantOf(micros: string | number | Placeholder): SQL {
  return sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
}
