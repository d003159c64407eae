import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { atMost, createdAt } from "./columns.ts";
import { posts } from "./schema.ts";

/**
 * Invitations of an ad's past guests, each of which becomes a testimonial once its guest writes and
 * confirms one (docs/decisions/051).
 */
// Triggers in sql/: changes, ended-rows.
export const testimonials = pgTable(
  "testimonials",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    entrada: date({ mode: "string" }).notNull(),
    saida: date({ mode: "string" }).notNull(),
    /** When the advertiser invited the guest. */
    createdAt: createdAt(),
    /** Keyed hash of the network that the invitation came from, until the testimonial is public. */
    inviterHash: text(),
    nome: text(),
    email: text(),
    nota: integer(),
    texto: text(),
    writtenAt: timestamp({ withTimezone: true }),
    /** Reasons for the operator to look at it, found when it was written. */
    flags: text().array().$type<("network" | "device" | "email")[]>().notNull().default([]),
    /** When the guest confirmed it by the link in their letter. */
    publishedAt: timestamp({ withTimezone: true }),
    resposta: text(),
    /** When the operator last found flags and reports unfounded. */
    reviewedAt: timestamp({ withTimezone: true }),
    hiddenAt: timestamp({ withTimezone: true }),
    hiddenReason: text(),
  },
  (table) => [
    index("testimonials_listing").on(table.postId, table.publishedAt),
    index("testimonials_unpublished").on(table.createdAt).where(sql`${table.publishedAt} is null`),
    check("testimonials_order", sql`${table.saida} > ${table.entrada}`),
    check("testimonials_nota", sql`${table.nota} between 1 and 5`),
    check(
      "testimonials_written",
      sql`num_nulls(${table.nome}, ${table.email}, ${table.nota}, ${table.texto}, ${table.writtenAt}) in (0, 5)`,
    ),
    check(
      "testimonials_published",
      sql`${table.publishedAt} is null or ${table.writtenAt} is not null`,
    ),
    check(
      "testimonials_public",
      sql`${table.publishedAt} is not null or num_nonnulls(${table.resposta}, ${table.hiddenAt}) = 0`,
    ),
    check(
      "testimonials_hidden",
      sql`(${table.hiddenAt} is null) = (${table.hiddenReason} is null)`,
    ),
    atMost("testimonials_inviter_hash", table.inviterHash, 64),
    atMost("testimonials_nome", table.nome, 40),
    atMost("testimonials_email", table.email, 254),
    atMost("testimonials_texto", table.texto, 1000),
    atMost("testimonials_resposta", table.resposta, 1000),
    atMost("testimonials_hidden_reason", table.hiddenReason, 1000),
    check(
      "testimonials_flags",
      sql`${table.flags} <@ array['network', 'device', 'email'] and cardinality(${table.flags}) <= 3`,
    ),
  ],
);
