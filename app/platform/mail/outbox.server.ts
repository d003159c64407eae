import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "../db/client.server.ts";
import { lockNumbers } from "../db/lock-numbers.ts";
import { type OutboxContent, outbox } from "../db/mail-schema.ts";
import { users } from "../db/schema.ts";
import { type LetterButton, takeMarks } from "./letter-words.ts";
import type { OwnerWords, WrittenLetter } from "./owner-words.ts";

/** Queues an e-mail that belongs to no account. Returns its id. */
export function queueMail(tx: Db | Transaction, content: OutboxContent): Promise<string> {
  return insertMail(tx, null, content);
}

async function insertMail(
  tx: Db | Transaction,
  userId: string | null,
  content: OutboxContent,
): Promise<string> {
  const unmarked = content.kind === "letter" ? withoutMarks(content) : content;
  const [row] = await tx
    .insert(outbox)
    .values({ userId, content: unmarked })
    .returning({ id: outbox.id });
  if (!row) throw new Error("insert gave no row");
  return row.id;
}

function withoutMarks(letter: LetterContent): LetterContent {
  const { text, typed } = takeMarks(letter.text);
  return { ...letter, text, ...(typed.length > 0 && { typed }) };
}

interface AccountLetter extends WrittenLetter {
  to: string;
  /** Addresses on other sites that the letter's own words name. */
  links?: string[];
  unsubscribe?: string;
  /** Left out, as the owner's words are, while nobody has confirmed the address. */
  replyTo?: { name: string; address: string };
  /** The question or testimonial that it is erased with. */
  about?: string;
}

/** Queues an e-mail that is exported and deleted with the account, regardless of its address. */
export async function queueAccountMail(
  tx: Db | Transaction,
  userId: string,
  letter: AccountLetter,
): Promise<void> {
  const isConfirmed = await isOwnAddress(tx, userId, letter.to);
  await insertMail(tx, userId, writeOut(letter, isConfirmed));
}

/** Queues an e-mail that outlives the account, which is gone by now. */
export async function queueFarewell(
  tx: Db | Transaction,
  letter: AccountLetter,
  isConfirmed: boolean,
): Promise<void> {
  await insertMail(tx, null, writeOut(letter, isConfirmed));
}

async function isOwnAddress(tx: Db | Transaction, uid: string, email: string): Promise<boolean> {
  const isOwn = and(eq(users.id, uid), eq(users.email, email), users.emailVerified);
  return (await tx.$count(users, isOwn)) > 0;
}

function writeOut(
  { text, button, replyTo, ...letter }: AccountLetter,
  isConfirmed: boolean,
): OutboxContent {
  const theirs: OwnerWords = (words, instead) => (isConfirmed ? words : instead);
  const written = typeof text === "string" ? text : text(theirs);
  const action = typeof button === "function" ? button(theirs) : button;
  return {
    kind: "letter",
    ...letter,
    ...(action && { button: action }),
    ...(isConfirmed && replyTo && { replyTo }),
    text: written,
  };
}

/**
 * Queues an e-mail that belongs to no account, not even to one registered with the operator's
 * address.
 */
export async function queueOperatorMail(
  tx: Db | Transaction,
  letter: { to: string; subject: string; text: string; button?: LetterButton },
): Promise<void> {
  await insertMail(tx, null, { kind: "letter", toOperator: true, ...letter });
}

type MessageContent = Extract<OutboxContent, { kind: "message" }>;
type LetterContent = Extract<OutboxContent, { kind: "letter" }>;

/**
 * Reuses an identical message queued within a day, so that a visitor's retry is delivered once; if
 * that one is still waiting, its attempts start over. Returns the row's id and whether it has been
 * delivered.
 */
export function queueMessage(
  db: Db,
  content: MessageContent,
): Promise<{ id: string; isSent: boolean }> {
  return db.transaction(async (tx) => {
    const text = JSON.stringify(content);
    // A concurrent identical message waits here, then finds the first one's row.
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.messages}, hashtext(${text}))`);
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

/** Must match the predicate of the index `outbox_message` literally. */
export const isMessage = sql`${outbox.content}->>'kind' = 'message'`;

interface OutboxRow {
  id: string;
  content: OutboxContent;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

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

/** Queues an e-mail again, whatever its state; returns whether it exists. */
export async function sendAgain(db: Db | Transaction, id: string): Promise<boolean> {
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

export interface MailOwner {
  uid: string;
  email: string;
  /** An unconfirmed address may be somebody else's, and so may the letters sent to it. */
  emailVerified: boolean;
}

/** Lists e-mails, newest first. Leaves out their texts, which contain links that log in. */
export function listMailOf(tx: Db | Transaction, owner: MailOwner) {
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

/** Returns the ids of the deleted rows, which also name the files of e-mails written to files. */
export async function deleteMailOf(tx: Transaction, owner: MailOwner): Promise<string[]> {
  const gone = await tx.delete(outbox).where(belongsTo(owner)).returning({ id: outbox.id });
  return gone.map(({ id }) => id);
}

/** Deletes the letters of alerts, questions or testimonials. Returns the ids, which also name the files. */
export async function deleteMailAbout(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const about = sql`${outbox.content}->>'about'`;
  const gone = await tx
    .delete(outbox)
    .where(and(sql`${about} is not null`, inArray(about, [...ids])))
    .returning({ id: outbox.id });
  return gone.map(({ id }) => id);
}

/** E-mails queued by the version without `userId` are matched by a confirmed address. */
function belongsTo({ uid, email, emailVerified }: MailOwner) {
  return or(
    eq(outbox.userId, uid),
    and(
      emailVerified ? undefined : sql`false`,
      isNull(outbox.userId),
      sql`${outbox.content}->>'kind' = 'letter'`,
      sql`${outbox.content}->>'toOperator' is null`,
      // The letters of an alert or a guest are their address's, whoever registers with it.
      sql`${outbox.content}->>'about' is null`,
      sql`${outbox.content}->>'to' = ${email}`,
    ),
  );
}

/** Failed e-mails are kept this many times longer, because someone may resend them. */
const failedFactor = 3;

/** Deletes old e-mails, failed ones later; returns how many of each. */
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
