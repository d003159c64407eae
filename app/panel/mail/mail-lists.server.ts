import { and, asc, desc, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { isMessage } from "../../platform/mail/outbox.server.ts";

export interface ContactMessage {
  id: string;
  nome: string;
  email: string;
  mensagem: string;
  createdAt: Date;
  doneAt: Date | null;
}

/** Lists messages, those that wait before those that are resolved, newest first. */
export function listMessages(db: Db, limit: number): Promise<ContactMessage[]> {
  return db
    .select({
      id: outbox.id,
      nome: sql<string>`${outbox.content}->>'nome'`,
      email: sql<string>`${outbox.content}->>'email'`,
      mensagem: sql<string>`${outbox.content}->>'mensagem'`,
      createdAt: outbox.createdAt,
      doneAt: outbox.doneAt,
    })
    .from(outbox)
    .where(isMessage)
    .orderBy(asc(isNotNull(outbox.doneAt)), desc(outbox.createdAt), desc(outbox.id))
    .limit(limit);
}

export function countOpenMessages(db: Db): Promise<number> {
  return db.$count(outbox, and(isMessage, isNull(outbox.doneAt)));
}

/** The e-mail was given up, or waits after a failed attempt or for the configuration. */
const isUndelivered = and(
  ne(outbox.state, "sent"),
  or(sql`${outbox.state} = 'failed'`, isNotNull(outbox.lastError)),
);

export interface UndeliveredMail {
  id: string;
  /** The e-mail's subject, or the sender of a contact message. */
  title: string;
  to: string | null;
  state: "waiting" | "failed";
  attempts: number;
  lastError: string | null;
  nextAttemptAt: Date;
}

/** Lists e-mails, newest first. Leaves out their texts, which contain links that log in. */
export function listUndelivered(db: Db, limit: number): Promise<UndeliveredMail[]> {
  return db
    .select({
      id: outbox.id,
      title: sql<string>`coalesce(${outbox.content}->>'subject', 'Mensagem de ' || (${outbox.content}->>'nome'))`,
      to: sql<string | null>`${outbox.content}->>'to'`,
      state: sql<UndeliveredMail["state"]>`${outbox.state}`,
      attempts: outbox.attempts,
      lastError: outbox.lastError,
      nextAttemptAt: outbox.nextAttemptAt,
    })
    .from(outbox)
    .where(isUndelivered)
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit);
}

export function countUndelivered(db: Db): Promise<number> {
  return db.$count(outbox, isUndelivered);
}
