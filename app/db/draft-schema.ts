import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import type { DraftFields, DraftPhoto } from "../ui/forms/form-drafts.ts";
import { users } from "./schema.ts";

/** The new ad that an advertiser hasn't published yet: one each, so that they can't fill the disk. */
export const listingDrafts = pgTable(
  "listing_drafts",
  {
    uid: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    draftId: uuid("draft").notNull(),
    fields: jsonb().$type<DraftFields>().notNull().default({}),
    /** In order. The sweep keeps those that are its owner's. */
    photos: jsonb().$type<DraftPhoto[]>().notNull().default([]),
    /** By the clock of the device that typed it, but never in the future. */
    typedAt: timestamp({ withTimezone: true }).notNull(),
    savedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("listing_drafts_saved").on(table.savedAt),
    check("listing_drafts_fields", sql`octet_length(${table.fields}::text) <= 400000`),
    check("listing_drafts_photos", sql`jsonb_array_length(${table.photos}) <= 10`),
    check("listing_drafts_names", sql`octet_length(${table.photos}::text) <= 20000`),
  ],
);
