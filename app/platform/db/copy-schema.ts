import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, smallint, timestamp, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";
import { photos } from "./schema.ts";

/** Two photos of different advertisers that look like copies of one another. */
export const photoCopies = pgTable(
  "photo_copies",
  {
    earlierId: uuid()
      .notNull()
      .references(() => photos.id, { onDelete: "cascade" }),
    laterId: uuid()
      .notNull()
      .references(() => photos.id, { onDelete: "cascade" }),
    /** 100 less the bits that their hashes differ in. */
    likeness: smallint().notNull(),
    foundAt: createdAt(),
    /** When the operator said that it is no copy. */
    dismissedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.earlierId, table.laterId] }),
    index("photo_copies_later").on(table.laterId),
    check("photo_copies_likeness", sql`${table.likeness} between 0 and 100`),
  ],
);
