import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { atMost, createdAt } from "./columns.ts";
import { users } from "./schema.ts";

/** A visitor's question to an advertiser (docs/decisions/050). Outlives the ad, but not the account. */
// Triggers in sql/: changes, ended-rows.
export const questions = pgTable(
  "questions",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The advertiser. */
    uid: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** This is no foreign key: the listing may be deleted meanwhile. */
    postId: uuid().notNull(),
    title: text().notNull(),
    nome: text().notNull(),
    email: text().notNull(),
    /** Digits. */
    telefone: text(),
    entrada: date({ mode: "string" }),
    saida: date({ mode: "string" }),
    pessoas: integer(),
    mensagem: text().notNull(),
    /** Hash of the visitor's own words, to notice the same ones; null if they only kept the greeting. */
    wordsHash: text(),
    createdAt: createdAt(),
    /** Null while the operator holds it. */
    deliveredAt: timestamp({ withTimezone: true }),
    /** Nobody reads or writes it any more. */
    seenAt: timestamp({ withTimezone: true }),
    answer: text().$type<"livre" | "ocupado" | "respondido">(),
    /** The first answer; a correction doesn't change it. */
    answeredAt: timestamp({ withTimezone: true }),
    /** Nobody reads or writes it any more. */
    nudgedAt: timestamp({ withTimezone: true }),
    /** When the advertiser reported it, until the operator keeps or discards it. */
    reportedAt: timestamp({ withTimezone: true }),
    discardedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("questions_owner").on(table.uid, table.createdAt),
    index("questions_words").on(table.wordsHash, table.createdAt),
    index("questions_created").on(table.createdAt),
    index("questions_open").on(table.deliveredAt).where(sql`${table.answer} is null`),
    check("questions_answer", sql`${table.answer} in ('livre', 'ocupado', 'respondido')`),
    check("questions_answered", sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
    check("questions_stay", sql`(${table.entrada} is null) = (${table.saida} is null)`),
    check("questions_order", sql`${table.saida} > ${table.entrada}`),
    check("questions_pessoas", sql`${table.pessoas} between 1 and 999`),
    check("questions_telefone", sql`${table.telefone} ~ '^[0-9]{10,11}$'`),
    atMost("questions_title", table.title, 120),
    atMost("questions_nome", table.nome, 80),
    atMost("questions_email", table.email, 254),
    atMost("questions_mensagem", table.mensagem, 2000),
    atMost("questions_words_hash", table.wordsHash, 64),
  ],
);
