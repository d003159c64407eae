import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, createdAt } from "./columns.ts";

/** An e-mail of ours, or the three fields of the contact form (spec §7). */
export type OutboxContent =
  | {
      kind: "letter";
      to: string;
      subject: string;
      text: string;
      /** Ranges of the text that somebody other than us typed; `to` is exclusive. */
      typed?: [from: number, to: number][];
      /** The one thing that it asks for, which its HTML shows as a button. */
      button?: { label: string; url: string };
      /** Addresses on other sites that its HTML makes links; the site's own always are. */
      links?: string[];
      /** Address that ends such e-mails by a POST, without login (RFC 8058). */
      unsubscribe?: string;
      /** The visitor whose question the letter passes on, and who gets the reply. */
      replyTo?: { name: string; address: string };
      /** True if it goes to the site's address, with which a stranger may have an account. */
      toOperator?: true;
      /** The alert, question or testimonial that it belongs to, and is erased with. */
      about?: string;
    }
  | { kind: "message"; nome: string; email: string; mensagem: string };

// Triggers in sql/: ended-rows.
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey().defaultRandom(),
    // Not a foreign key: the previous version locks rows while a mail server responds, which would
    // block an account deletion.
    /** The account it concerns, whichever address it goes to. */
    userId: uuid(),
    content: jsonb().$type<OutboxContent>().notNull(),
    state: text().$type<"waiting" | "sent" | "failed">().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Due time of the next attempt; during one, when the claim expires. */
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    claim: uuid(),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: timestamp({ withTimezone: true }),
    readAt: timestamp({ withTimezone: true }),
    doneAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("outbox_due").on(table.nextAttemptAt).where(sql`${table.state} = 'waiting'`),
    index("outbox_user").on(table.userId),
    index("outbox_about")
      .on(sql`(${table.content}->>'about')`)
      .where(sql`${table.content}->>'about' is not null`),
    index("outbox_message").on(table.createdAt).where(sql`${table.content}->>'kind' = 'message'`),
    check("outbox_state", sql`${table.state} in ('waiting', 'sent', 'failed')`),
    check("outbox_nome", sql`char_length(${table.content}->>'nome') <= 120`),
    check("outbox_email", sql`char_length(${table.content}->>'email') <= 254`),
    check("outbox_mensagem", sql`char_length(${table.content}->>'mensagem') <= 5000`),
    check("outbox_content", sql`octet_length(${table.content}::text) <= 65536`),
    atMost("outbox_last_error", table.lastError, 10_000),
  ],
);

/** One row: what letters say of the site, noted whenever it starts. Never in a backup. */
export const mailedSite = pgTable(
  "mailed_site",
  {
    single: boolean().primaryKey().default(true),
    siteUrl: text().notNull(),
    siteEmail: text().notNull(),
    /** Nobody reads or writes it any more. */
    takesPix: boolean().notNull().default(false),
  },
  (table) => [
    check("mailed_site_single", sql`${table.single}`),
    atMost("mailed_site_site_url", table.siteUrl, 2048),
    atMost("mailed_site_site_email", table.siteEmail, 254),
  ],
);
