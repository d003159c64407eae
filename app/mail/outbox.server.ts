import { and, desc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "../db/client.server.ts";
import { type OutboxContent, outbox } from "../db/schema.ts";

/** Queues an e-mail of no account, in the transaction of what causes it. Returns its id. */
export function queueMail(tx: Db | Transaction, content: OutboxContent): Promise<string> {
  return insertMail(tx, null, content);
}

async function insertMail(
  tx: Db | Transaction,
  userId: string | null,
  content: OutboxContent,
): Promise<string> {
  const [row] = await tx.insert(outbox).values({ userId, content }).returning({ id: outbox.id });
  if (!row) throw new Error("insert gave no row");
  return row.id;
}

/**
 * Queues a letter of the account `userId`, in the transaction of what causes it. The letter is
 * exported and deleted with that account, whatever address it goes to; null for a letter that
 * outlives its account.
 */
export async function queueLetter(
  tx: Db | Transaction,
  userId: string | null,
  letter: { to: string; subject: string; text: string },
): Promise<void> {
  await insertMail(tx, userId, { kind: "letter", ...letter });
}

/** A message of the contact form. */
type MessageContent = Extract<OutboxContent, { kind: "message" }>;

/**
 * Queues a message of the contact form, unless an identical one was queued within the last day: a
 * visitor who is asked to try again must not be heard twice. If that one still waits, its attempts
 * start over. Gives the row's id and whether it has been delivered already.
 */
export function queueMessage(
  db: Db,
  content: MessageContent,
): Promise<{ id: string; isSent: boolean }> {
  return db.transaction(async (tx) => {
    const text = JSON.stringify(content);
    // When identical messages arrive together, the second waits here, then finds the first one's row.
    await tx.execute(sql`select pg_advisory_xact_lock(727004, hashtext(${text}))`);
    const [known] = await tx
      .select({ id: outbox.id, state: outbox.state })
      .from(outbox)
      .where(
        and(
          isMessage,
          sql`${outbox.content} = ${text}::jsonb`,
          gt(outbox.createdAt, sql`now() - interval '1 day'`),
        ),
      )
      .orderBy(desc(outbox.createdAt))
      .limit(1);
    if (!known) return { id: await queueMail(tx, content), isSent: false };
    if (known.state === "sent") return { id: known.id, isSent: true };
    await tx
      .update(outbox)
      .set({ state: "waiting", attempts: 0 })
      .where(and(eq(outbox.id, known.id), ne(outbox.state, "sent")));
    return { id: known.id, isSent: false };
  });
}

/** PostgreSQL uses the index `outbox_message` only for its very predicate, spelled like this. */
const isMessage = sql`${outbox.content}->>'kind' = 'message'`;

/** An e-mail as the operator sees it. */
interface OutboxRow {
  id: string;
  content: OutboxContent;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** The newest e-mails, newest first. */
export function listMail(db: Db, limit = 50): Promise<OutboxRow[]> {
  return db
    .select({
      id: outbox.id,
      content: outbox.content,
      state: outbox.state,
      attempts: outbox.attempts,
      lastError: outbox.lastError,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .orderBy(desc(outbox.createdAt))
    .limit(limit);
}

/** Has an e-mail sent again, whatever became of it; gives whether there is such an e-mail. */
export async function sendAgain(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(outbox)
    .set({
      state: "waiting",
      attempts: 0,
      nextAttemptAt: sql`now()`,
      lastError: null,
      sentAt: null,
      claim: null,
    })
    .where(eq(outbox.id, id))
    .returning({ id: outbox.id });
  return rows.length > 0;
}

/** An account as its letters are found by. */
export interface LetterOwner {
  uid: string;
  email: string;
}

/** The letters of an account by subject and dates, newest first; their texts hold links that log in. */
export function listLettersOf(tx: Db | Transaction, owner: LetterOwner) {
  return tx
    .select({
      subject: sql<string>`${outbox.content}->>'subject'`,
      state: outbox.state,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(belongsTo(owner))
    .orderBy(desc(outbox.createdAt));
}

/** Deletes all letters of an account, waiting ones included. */
export async function deleteLettersOf(tx: Transaction, owner: LetterOwner): Promise<void> {
  await tx.delete(outbox).where(belongsTo(owner));
}

/** Letters queued by a version without `userId` are matched by the account's address. */
function belongsTo({ uid, email }: LetterOwner) {
  return or(
    eq(outbox.userId, uid),
    and(
      isNull(outbox.userId),
      sql`${outbox.content}->>'kind' = 'letter'`,
      sql`${outbox.content}->>'to' = ${email}`,
    ),
  );
}

/** Failed e-mails are kept so many times as long as sent ones: someone may still send them again. */
const failedFactor = 3;

/**
 * Removes e-mails, their texts and addresses, so many days after they were sent; failed ones after
 * three times as many. Gives how many of each.
 */
export async function purgeMail(
  tx: Transaction,
  retentionDays: number,
): Promise<{ sent: number; failed: number }> {
  const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;
  const sent = await tx
    .delete(outbox)
    .where(and(eq(outbox.state, "sent"), lt(outbox.sentAt, daysAgo(retentionDays))));
  const failed = await tx
    .delete(outbox)
    .where(
      and(eq(outbox.state, "failed"), lt(outbox.createdAt, daysAgo(retentionDays * failedFactor))),
    );
  return { sent: sent.rowCount ?? 0, failed: failed.rowCount ?? 0 };
}
