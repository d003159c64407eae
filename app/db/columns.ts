import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, timestamp } from "drizzle-orm/pg-core";

/** In characters, at or above the forms' limit. */
export const atMost = (name: string, column: AnyPgColumn, most: number) =>
  check(name, sql`char_length(${column}) <= ${sql.raw(String(most))}`);

export const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();
export const updatedAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();
