import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { atMost } from "./columns.ts";
import { lists } from "./list-schema.ts";
import { posts } from "./schema.ts";

/**
 * The pictures of shared links, one per listing and list. Triggers add the rows and count every
 * change of what a card shows (db/migrations/0019), which makes it due.
 */
export const shareCards = pgTable(
  "share_cards",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid()
      .unique()
      .references(() => posts.id, { onDelete: "cascade" }),
    listCode: text()
      .unique()
      .references(() => lists.code, { onDelete: "cascade" }),
    changes: integer().notNull().default(1),
    /** The value of `changes` that the card reflects; less than that while it is due. */
    drawn: integer().notNull().default(0),
    /** Set after a failure: the card is not drawn again before. */
    retryAt: timestamp({ withTimezone: true }),
    /** SHA-256 in hex of everything the card shows. */
    contentHash: text(),
    /** Its file in the object store; null until drawn, and while the listing isn't public. */
    key: text(),
    /** The card before it: apps may load that one a while after they read the page that named it. */
    formerKey: text(),
    drawnAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("share_cards_due").on(table.id).where(sql`${table.changes} > ${table.drawn}`),
    check("share_cards_subject", sql`num_nonnulls(${table.postId}, ${table.listCode}) = 1`),
    atMost("share_cards_content_hash", table.contentHash, 64),
    atMost("share_cards_key", table.key, 300),
    atMost("share_cards_former_key", table.formerKey, 300),
  ],
);
