import { and, count, desc, isNotNull, isNull, min, ne, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { microsOf } from "../../db/columns.ts";
import { outbox } from "../../db/mail-schema.ts";
import { isMessage } from "../../mail/outbox.server.ts";
import { afterCursor, pageOf, rowsPerPage } from "../page-cursor.server.ts";

export interface ContactMessage {
  id: string;
  nome: string;
  email: string;
  mensagem: string;
  createdAt: Date;
  doneAt: Date | null;
}

/** Lists messages, newest first; pending ones or all. */
export async function listMessages(
  db: Db,
  { all, after }: { all: boolean; after: string | null },
): Promise<{ rows: ContactMessage[]; next: string | null }> {
  const rows = await db
    .select({
      id: outbox.id,
      nome: sql<string>`${outbox.content}->>'nome'`,
      email: sql<string>`${outbox.content}->>'email'`,
      mensagem: sql<string>`${outbox.content}->>'mensagem'`,
      createdAt: outbox.createdAt,
      doneAt: outbox.doneAt,
      micros: microsOf(outbox.createdAt),
    })
    .from(outbox)
    .where(
      and(
        isMessage,
        all ? undefined : isNull(outbox.doneAt),
        afterCursor(after, { at: outbox.createdAt, id: outbox.id }),
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(rowsPerPage + 1);
  const page = pageOf(rows);
  return { rows: page.rows.map(({ micros: _, ...row }) => row), next: page.next };
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
  createdAt: Date;
}

/** Lists e-mails, newest first. Leaves out their texts, which contain links that log in. */
export async function listUndelivered(
  db: Db,
  after: string | null,
): Promise<{ rows: UndeliveredMail[]; next: string | null }> {
  const rows = await db
    .select({
      id: outbox.id,
      title: sql<string>`coalesce(${outbox.content}->>'subject', 'Mensagem de ' || (${outbox.content}->>'nome'))`,
      to: sql<string | null>`${outbox.content}->>'to'`,
      state: sql<UndeliveredMail["state"]>`${outbox.state}`,
      attempts: outbox.attempts,
      lastError: outbox.lastError,
      nextAttemptAt: outbox.nextAttemptAt,
      createdAt: outbox.createdAt,
      micros: microsOf(outbox.createdAt),
    })
    .from(outbox)
    .where(and(isUndelivered, afterCursor(after, { at: outbox.createdAt, id: outbox.id })))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(rowsPerPage + 1);
  const page = pageOf(rows);
  return { rows: page.rows.map(({ micros: _, ...row }) => row), next: page.next };
}

/** Counts e-mails; `nextAt` is null if no attempt is due. */
export async function countUndelivered(db: Db): Promise<{ mails: number; nextAt: Date | null }> {
  const [row] = await db
    .select({
      mails: count(),
      nextAt: min(
        sql`case when ${outbox.state} = 'waiting' then ${outbox.nextAttemptAt} end`,
      ).mapWith(outbox.nextAttemptAt),
    })
    .from(outbox)
    .where(isUndelivered);
  return row ?? { mails: 0, nextAt: null };
}
