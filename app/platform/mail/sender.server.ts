import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, asc, desc, eq, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { createContext, type RouterContextProvider } from "react-router";
import type { Db, Transaction } from "../db/client.server.ts";
import { type OutboxContent, outbox } from "../db/mail-schema.ts";
import { siteContext } from "../web/site.server.ts";
import { createRounds, type Rounds } from "../web/watch/rounds.server.ts";
import { deadMailbox, refusedForGood } from "./mail-problems.ts";
import { type Mailer, timeoutMs } from "./mailer.server.ts";

/** Doubling waits spread these over about two days. */
const maxAttempts = 14;
/** A server that refuses for good may still be wrong once. */
const maxRefusals = 2;
const firstWaitSeconds = 30;
const maxWaitSeconds = 6 * 60 * 60;

/** Longer than any attempt, so that a claim only expires if its process died. */
const claimSeconds = (1.5 * timeoutMs) / 1000;

/** Interval between checks for a delivery by another process. */
const lookMs = 200;

/** Seconds to wait after this many failures: doubling, up to six hours. */
export function waitAfter(attempts: number): number {
  return Math.min(firstWaitSeconds * 2 ** (attempts - 1), maxWaitSeconds);
}

export interface Sender extends Rounds {
  /** Sends the most overdue e-mail; returns whether one was due. */
  sendNext: () => Promise<boolean>;
  /**
   * Sends an e-mail even if it isn't due. Returns whether anyone delivered it within `withinMs`;
   * its own attempt ends then, so that the next call begins another.
   */
  sendNow: (id: string, withinMs: number) => Promise<boolean>;
  /** Deletes the files of a deleted account's e-mails, whose rows are gone. */
  forget: Mailer["forget"];
}

export const senderContext = createContext<Sender>();

/**
 * Erases what a visitor's link is for; `erase` deletes the rows with the letters about them, and returns the
 * letters' ids, which also name files.
 */
export async function eraseForGood(
  context: Readonly<RouterContextProvider>,
  erase: (tx: Transaction) => Promise<string[]>,
): Promise<void> {
  const mailIds = await context.get(siteContext).db.transaction(erase);
  await context.get(senderContext).forget(mailIds, null);
}

/** A claim in the row replaces an open transaction: it expires if this process dies. */
export function createSender(db: Db, mailer: Mailer, log: Logger): Sender {
  const obstacles = findObstacles(mailer);
  const underWay = new Set<Promise<unknown>>();
  const noted = new Set<string>();
  /** Records in the rows, and once in the log, why e-mails can't be sent as configured. */
  async function noteObstacles(): Promise<void> {
    for (const { kind, reason } of obstacles) {
      const { rowCount } = await db
        .update(outbox)
        .set({ lastError: reason })
        .where(
          and(
            eq(outbox.state, "waiting"),
            eq(kindOf, kind),
            sql`${outbox.lastError} is distinct from ${reason}`,
          ),
        );
      if (!rowCount || noted.has(kind)) continue;
      noted.add(kind);
      log.warn({ kind, reason }, "mail waiting for configuration");
    }
  }

  async function claim(which: SQL | undefined): Promise<Claimed | null> {
    const token = randomUUID();
    const chosen = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          eq(outbox.state, "waiting"),
          which,
          obstacles.length > 0
            ? notInArray(
                kindOf,
                obstacles.map(({ kind }) => kind),
              )
            : undefined,
        ),
      )
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(1)
      .for("update", { skipLocked: true });
    const [mail] = await db
      .update(outbox)
      .set({ claim: token, nextAttemptAt: inSeconds(claimSeconds) })
      .where(sql`${outbox.id} = (${chosen})`)
      .returning({ id: outbox.id, content: outbox.content, attempts: outbox.attempts });
    return mail ? { ...mail, token } : null;
  }

  function deliver(mail: Claimed, patience?: AbortSignal): Promise<boolean> {
    const sending = send(mail, patience).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  }

  async function send(mail: Claimed, patience?: AbortSignal): Promise<boolean> {
    const { id, content, token } = mail;
    const attempts = mail.attempts + 1;
    if (isUnsolicited(content) && (await isDeadMailbox(db, content.to))) {
      await db
        .update(outbox)
        .set({ state: "failed", lastError: deadMailbox, claim: null })
        .where(and(eq(outbox.id, id), eq(outbox.claim, token)));
      return false;
    }
    try {
      await mailer.send({ id, content }, patience);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Another server wrote the reason, so cut it to what the column accepts.
      const lastError = reason.replaceAll("\0", "").slice(0, 1000).toWellFormed();
      const most = refusedForGood.test(lastError) ? maxRefusals : maxAttempts;
      await db
        .update(outbox)
        .set({
          attempts,
          lastError,
          state: attempts >= most ? "failed" : "waiting",
          nextAttemptAt: inSeconds(waitAfter(attempts)),
          claim: null,
        })
        .where(and(eq(outbox.id, id), eq(outbox.claim, token)));
      log.warn({ mail: id, attempts, reason: lastError }, "mail not sent");
      return false;
    }
    // The e-mail was delivered, whoever has the claim by now.
    await db
      .update(outbox)
      .set({ state: "sent", attempts, sentAt: sql`now()`, lastError: null, claim: null })
      .where(eq(outbox.id, id));
    log.info({ mail: id, attempts }, "mail sent");
    return true;
  }

  async function sendNext(): Promise<boolean> {
    const mail = await claim(lte(outbox.nextAttemptAt, sql`now()`));
    if (!mail) return false;
    await deliver(mail);
    return true;
  }

  async function sendNow(id: string, withinMs: number): Promise<boolean> {
    const deadline = AbortSignal.timeout(withinMs);
    await noteObstacles();
    while (!deadline.aborted) {
      const mail = await claim(and(eq(outbox.id, id), isUnclaimed));
      if (mail) return deliver(mail, deadline);
      const [row] = await db
        .select({ state: outbox.state, kind: kindOf })
        .from(outbox)
        .where(eq(outbox.id, id));
      if (row?.state === "sent") return true;
      if (row?.state !== "waiting" || mailer.obstacle(row.kind)) return false;
      await delay(lookMs, undefined, { signal: deadline }).catch(() => undefined);
    }
    return false;
  }

  async function sendDue(): Promise<number | null> {
    await noteObstacles();
    return (await sendNext()) ? 0 : null;
  }
  const rounds = createRounds(sendDue, { everyMs: 1_000, log, failure: "outbox unreachable" });

  return {
    start: rounds.start,
    sendNext,
    sendNow,
    forget: mailer.forget,
    async stop() {
      await rounds.stop();
      await Promise.allSettled(underWay);
      mailer.close();
    },
  };
}

interface Claimed {
  id: string;
  content: OutboxContent;
  attempts: number;
  token: string;
}

type Kind = OutboxContent["kind"];

const kindOf = sql<Kind>`${outbox.content}->>'kind'`;
const isUnclaimed = or(isNull(outbox.claim), lte(outbox.nextAttemptAt, sql`now()`));

/** Letters that come by themselves, unlike an answer or a link somebody asked for. */
function isUnsolicited(content: OutboxContent): content is OutboxContent & { kind: "letter" } {
  return content.kind === "letter" && content.unsubscribe !== undefined;
}

/** True if an address permanently refused its latest letter. A letter that gets through clears it. */
async function isDeadMailbox(db: Db, to: string): Promise<boolean> {
  const [last] = await db
    .select({ lastError: outbox.lastError })
    .from(outbox)
    .where(
      and(
        sql`${outbox.content}->>'to' = ${to}`,
        or(
          eq(outbox.state, "sent"),
          and(eq(outbox.state, "failed"), sql`${outbox.lastError} ~ ${refusedForGood.source}`),
        ),
      ),
    )
    .orderBy(desc(outbox.createdAt))
    .limit(1);
  return typeof last?.lastError === "string";
}

function findObstacles(mailer: Mailer): { kind: Kind; reason: string }[] {
  const kinds: Kind[] = ["letter", "message"];
  return kinds.flatMap((kind) => {
    const reason = mailer.obstacle(kind);
    return reason ? [{ kind, reason }] : [];
  });
}

function inSeconds(seconds: number): SQL {
  return sql`clock_timestamp() + ${seconds} * interval '1 second'`;
}
