import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, timestamp } from "drizzle-orm/pg-core";

/** Bounds a text in the table too, in characters, at the forms' own limit or above. */
export const atMost = (name: string, column: AnyPgColumn, most: number) =>
  check(name, sql`char_length(${column}) <= ${sql.raw(String(most))}`);

export const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();
export const updatedAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();
