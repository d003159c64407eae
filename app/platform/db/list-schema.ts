import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, createdAt } from "./columns.ts";

/** Anyone who knows the code may read a list, add to it, and join it; only members change the rest. */
// Triggers in sql/: previous-version.
export const lists = pgTable(
  "lists",
  {
    /** Unguessable last part of the list's address. */
    code: text().primaryKey(),
    nome: text().notNull(),
    entrada: date({ mode: "string" }),
    saida: date({ mode: "string" }),
    pessoas: integer(),
    /** The dates before the last change, which only the previous version shows. */
    formerEntrada: date({ mode: "string" }),
    formerSaida: date({ mode: "string" }),
    /** The member who replaced them, in the previous version. */
    datesChangedBy: uuid(),
    /** SHA-256 in hex of the secret kept by the creator's browser. */
    creatorKeyHash: text().notNull(),
    createdAt: createdAt(),
    /** Civil date in the region; a list is deleted a year after it. */
    lastVisitOn: date({ mode: "string" }).notNull(),
    /** The list is read-only from then on. */
    /** Lists can no longer be closed; the previous version still reads it. */
    closedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("lists_last_visit").on(table.lastVisitOn),
    check("lists_code", sql`${table.code} ~ '^[A-Za-z0-9_-]{22}$'`),
    check("lists_stay", sql`(${table.entrada} is null) = (${table.saida} is null)`),
    check("lists_stay_order", sql`${table.entrada} < ${table.saida}`),
    check(
      "lists_former_stay",
      sql`(${table.formerEntrada} is null) = (${table.formerSaida} is null)`,
    ),
    check("lists_pessoas", sql`${table.pessoas} between 1 and 999`),
    atMost("lists_nome", table.nome, 80),
    atMost("lists_creator_key_hash", table.creatorKeyHash, 64),
  ],
);

// Triggers in sql/: previous-version.
export const listItems = pgTable(
  "list_items",
  {
    listCode: text()
      .notNull()
      .references(() => lists.code, { onDelete: "cascade" }),
    /** Not a foreign key: a deleted listing stays in the list as no longer there. */
    postId: uuid().notNull(),
    /** The listing's title when it was added. */
    title: text().notNull(),
    createdAt: createdAt(),
    /** When it was taken off the list, which the previous version keeps for a day. */
    removedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.listCode, table.postId] }),
    index("list_items_post").on(table.postId),
    atMost("list_items_title", table.title, 120),
  ],
);

export const listMembers = pgTable(
  "list_members",
  {
    id: uuid().primaryKey().defaultRandom(),
    listCode: text()
      .notNull()
      .references(() => lists.code, { onDelete: "cascade" }),
    nome: text().notNull(),
    /** SHA-256 in hex of the secret kept by the member's browser. */
    keyHash: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("list_members_list").on(table.listCode),
    atMost("list_members_nome", table.nome, 40),
    atMost("list_members_key_hash", table.keyHash, 64),
  ],
);

export const listVotes = pgTable(
  "list_votes",
  {
    memberId: uuid()
      .notNull()
      .references(() => listMembers.id, { onDelete: "cascade" }),
    listCode: text().notNull(),
    postId: uuid().notNull(),
    /** True for 'Quero esta', false for 'Não quero'. */
    quer: boolean().notNull(),
    /** The list's dates when the vote was given, in the previous version. */
    entrada: date({ mode: "string" }),
    saida: date({ mode: "string" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.postId] }),
    index("list_votes_listing").on(table.listCode, table.postId),
    foreignKey({
      columns: [table.listCode, table.postId],
      foreignColumns: [listItems.listCode, listItems.postId],
      name: "list_votes_item",
    }).onDelete("cascade"),
  ],
);
