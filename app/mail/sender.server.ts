import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, asc, eq, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Db } from "../db/client.server.ts";
import { type OutboxContent, outbox } from "../db/schema.ts";
import { type Mailer, patienceMs } from "./mailer.server.ts";

/** After this many attempts (about two days of doubling waits) an e-mail counts as failed. */
const maxAttempts = 14;
const firstWaitSeconds = 30;
const longestWaitSeconds = 6 * 60 * 60;

/** Longer than any send may take, so that a claim expires only if its process has died. */
const claimSeconds = (1.5 * patienceMs) / 1000;

/** How often to look whether another process has delivered an e-mail, in ms. */
const lookMs = 200;

/** How long to wait after so many failed attempts, in seconds: doubling, six hours at most. */
export function waitAfter(attempts: number): number {
  return Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds);
}

/** Sends the e-mails of the outbox. */
export interface Sender {
  /** Sends what is due, now and from then on, looking every `everyMs`. */
  start: (everyMs?: number) => void;
  /** Sends one e-mail that is due; gives whether there was one. */
  sendNext: () => Promise<boolean>;
  /**
   * Sends one e-mail at once, due or not. Gives whether it was delivered within `withinMs`, by this
   * process or another; a slower delivery continues, and counts once it is done.
   */
  sendNow: (id: string, withinMs: number) => Promise<boolean>;
  /** Stops looking, waits for the e-mails under way and closes the mailer. */
  stop: () => Promise<void>;
}

/** The sender, for actions. */
export const senderContext = createContext<Sender>();

/**
 * A sender on this database. While an e-mail is sent no transaction is open and no connection held:
 * its row carries a claim meanwhile, which keeps other senders and sites away, and expires if this
 * process dies.
 */
export function createSender(db: Db, mailer: Mailer, log: Logger): Sender {
  const obstacles = findObstacles(mailer);
  const underWay = new Set<Promise<unknown>>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  function look(everyMs: number): void {
    round = sendDue().finally(() => {
      if (!isStopped) timer = setTimeout(look, everyMs, everyMs);
    });
  }

  let isOut = false;
  async function sendDue(): Promise<void> {
    try {
      await noteObstacles();
      while (!isStopped && (await sendNext())) {
        // one after another, until none is due
      }
      if (isOut) log.info("outbox within reach again");
      isOut = false;
    } catch (error) {
      // Once, not every second for as long as the database is away.
      if (!isOut) log.warn({ err: error }, "outbox out of reach");
      isOut = true;
    }
  }

  const noted = new Set<string>();
  /** Records in their rows, and once in the log, why e-mails cannot leave as configured. */
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
      log.warn({ kind, reason }, "mail waits for the configuration");
    }
  }

  /** Takes one waiting e-mail for this process alone; null where there is none to take. */
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

  /** Sends a claimed e-mail and notes the outcome; gives whether it was delivered. */
  function deliver(mail: Claimed): Promise<boolean> {
    const sending = send(mail).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  }

  async function send(mail: Claimed): Promise<boolean> {
    const { id, content, token } = mail;
    const attempts = mail.attempts + 1;
    try {
      await mailer.send({ id, content });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Written by another server, so cut down to what the table accepts.
      const lastError = reason.replaceAll("\0", "").slice(0, 1000).toWellFormed();
      await db
        .update(outbox)
        .set({
          attempts,
          lastError,
          state: attempts >= maxAttempts ? "failed" : "waiting",
          nextAttemptAt: inSeconds(waitAfter(attempts)),
          claim: null,
        })
        .where(and(eq(outbox.id, id), eq(outbox.claim, token)));
      log.warn({ mail: id, attempts, reason: lastError }, "mail not sent");
      return false;
    }
    // Whoever holds the claim by now: the e-mail has been delivered.
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
      if (mail) return Promise.race([deliver(mail), whenAborted(deadline)]);
      const [row] = await db
        .select({ state: outbox.state, kind: kindOf })
        .from(outbox)
        .where(eq(outbox.id, id));
      if (row?.state === "sent") return true;
      if (row?.state !== "waiting" || mailer.obstacle(row.kind)) return false;
      // Someone else is sending it; wait for the outcome.
      await delay(lookMs, undefined, { signal: deadline }).catch(() => undefined);
    }
    return false;
  }

  return {
    start: (everyMs = 1_000) => look(everyMs),
    sendNext,
    sendNow,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
      await Promise.allSettled(underWay);
      mailer.close();
    },
  };
}

/** An e-mail that this process alone may send now. */
interface Claimed {
  id: string;
  content: OutboxContent;
  attempts: number;
  token: string;
}

type Kind = OutboxContent["kind"];

const kindOf = sql<Kind>`${outbox.content}->>'kind'`;
const isUnclaimed = or(isNull(outbox.claim), lte(outbox.nextAttemptAt, sql`now()`));

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

function whenAborted(signal: AbortSignal): Promise<false> {
  return new Promise((done) => {
    if (signal.aborted) return done(false);
    signal.addEventListener("abort", () => done(false), { once: true });
  });
}
