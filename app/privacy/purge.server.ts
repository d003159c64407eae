import { lt, sql } from "drizzle-orm";
import { addDays, today } from "../calendar/civil-date.ts";
import type { Db } from "../db/client.server.ts";
import { rateLimits, sessions, verifications, vitals } from "../db/schema.ts";
import { purgeMail } from "../mail/outbox.server.ts";

/** A year, plus the weeks to compare with a year before. */
const vitalsDays = 400;

/** Numbers of removed rows. */
export interface Purged {
  sentMail: number;
  failedMail: number;
  sessions: number;
  links: number;
  rateLimits: number;
  vitals: number;
}

/**
 * Removes e-mails `retentionDays` after they were sent (failed ones after three times as long), old
 * measurements, and expired sessions, links and rate limits. Null while another site is purging.
 */
export function purgeExpired(db: Db, retentionDays: number): Promise<Purged | null> {
  return db.transaction(async (tx) => {
    // Two sites removing the same rows in different orders would deadlock.
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
