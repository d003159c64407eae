import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { posts } from "./schema.ts";

/** The parts of a listing that a check vouches for. */
export interface CheckedState {
  telefone: string;
  /** Missing in checks from before there was a second number. */
  telefone2?: string;
  createdBy: string;
  localizacao: string;
  enderecoCompleto: string;
  nomePix: string;
  position: { latitude: number; longitude: number } | null;
  photos: { id: string; sha256: string | null }[];
}

/** A listing's last check; its date is `posts.checkedAt` (docs/decisions/052). */
export const listingChecks = pgTable(
  "listing_checks",
  {
    postId: uuid()
      .primaryKey()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** The listing as the operator saw it; null once a change has ended the check. */
    seen: jsonb().$type<CheckedState>(),
    /** Days that were left at the last letter about the end: 30, 7 or 0. */
    toldDaysLeft: integer(),
    /** When a change ended it, and what changed. */
    endedAt: timestamp({ withTimezone: true }),
    endedBy: text().array().notNull().default([]),
  },
  (table) => [
    check("listing_checks_seen", sql`octet_length(${table.seen}::text) <= 16384`),
    check("listing_checks_ended", sql`(${table.endedAt} is null) <> (${table.seen} is null)`),
    check("listing_checks_ended_by", sql`cardinality(${table.endedBy}) <= 10`),
    check(
      "listing_checks_ended_by_names",
      sql`char_length(array_to_string(${table.endedBy}, ',')) <= 300`,
    ),
  ],
);
