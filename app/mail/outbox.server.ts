import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db, Transaction } from "../db/client.server.ts";
import { type OutboxContent, outbox } from "../db/schema.ts";
import type { Mailer } from "./mailer.server.ts";

/** After this many attempts (about two days of doubling waits) an e-mail counts as failed. */
const maxAttempts = 14;
const firstWaitSeconds = 30;
const longestWaitSeconds = 6 * 60 * 60;

/** Writes an e-mail to be sent, in the transaction of what causes it. Gives its id. */
export async function queueMail(
  tx: Db | Transaction,
  content: OutboxContent,
  userId: string | null = null,
): Promise<string> {
  const [row] = await tx.insert(outbox).values({ content, userId }).returning({ id: outbox.id });
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
  await queueMail(tx, { kind: "letter", ...letter }, userId);
}

/** How long to wait after so many failed attempts, in seconds: doubling, six hours at most. */
export function waitAfter(attempts: number): number {
  return Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds);
}

/**
 * Sends one e-mail that is due; gives whether there was one. Its row is locked meanwhile, so that
 * no other site sends it too; what was confirmed is never sent again.
 */
export async function sendNext(db: Db, mailer: Mailer, log: Logger): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select({ id: outbox.id, content: outbox.content, attempts: outbox.attempts })
      .from(outbox)
      .where(and(eq(outbox.state, "waiting"), lte(outbox.nextAttemptAt, sql`now()`)))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!mail) return false;
    const attempts = mail.attempts + 1;
    try {
      await mailer.send(mail);
      await tx
        .update(outbox)
        .set({ state: "sent", attempts, sentAt: sql`now()`, lastError: null })
        .where(eq(outbox.id, mail.id));
      log.info({ mail: mail.id, attempts }, "mail sent");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Another server's words: kept as far as the table takes them.
      const lastError = reason.replaceAll("\0", "").slice(0, 1000).toWellFormed();
      const given = attempts >= maxAttempts;
      await tx
        .update(outbox)
        .set({
          attempts,
          lastError,
          state: given ? "failed" : "waiting",
          nextAttemptAt: sql`clock_timestamp() + ${waitAfter(attempts)} * interval '1 second'`,
        })
        .where(eq(outbox.id, mail.id));
      log.warn({ mail: mail.id, attempts, reason: lastError }, "mail not sent");
    }
    return true;
  });
}

/**
 * Sends what is due, now and from then on, looking every `everyMs`. Gives the way to stop, which
 * waits for the e-mail under way.
 */
export function startSender(
  db: Db,
  mailer: Mailer,
  log: Logger,
  everyMs = 1_000,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isOut = false;
  const look = () => {
    round = sendAll()
      .then(
        () => {
          if (isOut) log.info("outbox within reach again");
          isOut = false;
        },
        (error) => {
          // Once, not every second for as long as the database is away.
          if (!isOut) log.warn({ err: error }, "outbox out of reach");
          isOut = true;
        },
      )
      .finally(() => {
        if (!stopped) timer = setTimeout(look, everyMs);
      });
  };
  async function sendAll(): Promise<void> {
    while (!stopped && (await sendNext(db, mailer, log))) {
      // one after another, until none is due
    }
  }
  look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
    mailer.close();
  };
}

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

/**
 * Deletes all letters of an account, waiting ones included. A letter that is being sent at this
 * moment stays until the purge.
 */
export async function deleteLettersOf(tx: Transaction, owner: LetterOwner): Promise<void> {
  const letters = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(belongsTo(owner))
    .for("update", { skipLocked: true });
  if (letters.length === 0) return;
  const ids = letters.map(({ id }) => id);
  await tx.delete(outbox).where(inArray(outbox.id, ids));
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
