import { sql } from "drizzle-orm";
import {
  bit,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";
import { photos } from "./schema.ts";

/** Which photos were compared with all others; a trigger adds each, except drawings (docs/decisions/053). */
export const photoComparisons = pgTable(
  "photo_comparisons",
  {
    photoId: uuid()
      .primaryKey()
      .references(() => photos.id, { onDelete: "cascade" }),
    /** The photo's. */
    createdAt: createdAt(),
    /** Null while it is due. */
    comparedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("photo_comparisons_due")
      .on(table.createdAt.desc())
      .where(sql`${table.comparedAt} is null`),
  ],
);

/** A band of 16 bits; those of crops are in a range of their own. */
const band = (first: number) =>
  integer().generatedAlwaysAs(
    sql.raw(
      `(case crop when 0 then 0 else 65536 end + substring(hash from ${first} for 16)::bit(16)::integer)`,
    ),
  );

/** Perceptual hashes of a photo and of two crops of it. */
export const photoHashes = pgTable(
  "photo_hashes",
  {
    photoId: uuid()
      .notNull()
      .references(() => photos.id, { onDelete: "cascade" }),
    /** Per cent cut off on each side; 0 is the whole photo. */
    crop: smallint().notNull(),
    hash: bit({ dimensions: 64 }).notNull(),
    band1: band(1),
    band2: band(17),
    band3: band(33),
    band4: band(49),
  },
  (table) => [
    primaryKey({ columns: [table.photoId, table.crop] }),
    // Lookups read these alone: the rows of neighbours lie far apart.
    index("photo_hashes_band1").on(table.band1, table.crop, table.hash, table.photoId),
    index("photo_hashes_band2").on(table.band2, table.crop, table.hash, table.photoId),
    index("photo_hashes_band3").on(table.band3, table.crop, table.hash, table.photoId),
    index("photo_hashes_band4").on(table.band4, table.crop, table.hash, table.photoId),
  ],
);

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
    /** Per cent, 100 being the same picture. */
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
