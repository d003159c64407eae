import { lt, sql } from "drizzle-orm";
import { addDays, today } from "../calendar/civil-date.ts";
import type { Db } from "../db/client.server.ts";
import { rateLimits, sessions, verifications, vitals } from "../db/schema.ts";
import { purgeMail } from "../mail/outbox.server.ts";

/** How long the measures of the pages' speed are kept: a year, and the same weeks a year before. */
const vitalsDays = 400;

/** How many rows a purge removed. */
export interface Purged {
  sentMail: number;
  failedMail: number;
  sessions: number;
  links: number;
  rateLimits: number;
  vitals: number;
}

/**
 * Removes what has served its purpose: e-mails `retentionDays` after they were sent (failed ones
 * after three times as long), sessions, one-time links and counted tries
 * that have run out, and old measures. Gives null where another site is at it.
 */
export function purgeExpired(db: Db, retentionDays: number): Promise<Purged | null> {
  return db.transaction(async (tx) => {
    // Two sites that remove the same rows in another order would wait for each other.
    const lock = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(727002) as taken`,
    );
    if (!lock.rows[0]?.taken) return null;
    const mail = await purgeMail(tx, retentionDays);
    const ended = await tx.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    const links = await tx.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
    const tries = await tx.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
    const measures = await tx.delete(vitals).where(lt(vitals.day, addDays(today(), -vitalsDays)));
    return {
      sentMail: mail.sent,
      failedMail: mail.failed,
      sessions: ended.rowCount ?? 0,
      links: links.rowCount ?? 0,
      rateLimits: tries.rowCount ?? 0,
      vitals: measures.rowCount ?? 0,
    };
  });
}
