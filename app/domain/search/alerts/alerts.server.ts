import { and, asc, eq, getTableColumns, gte, inArray, type SQL, sql } from "drizzle-orm";
import { alertHits, alerts } from "../../../platform/db/alert-schema.ts";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { lockNumbers } from "../../../platform/db/lock-numbers.ts";
import { posts } from "../../../platform/db/schema.ts";
import { deleteMailAbout } from "../../../platform/mail/outbox.server.ts";
import type { LinkingSite } from "../../../platform/mail/signed-links.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { isPublic } from "../../accounts/visibility/visibility.server.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import {
  type AlertColumns,
  columnsOfWatched,
  endOfAlert,
  maxAlertsOfEmail,
  type NamedListing,
  openAlertDays,
  unconfirmedDays,
  type Watched,
} from "./alert.ts";
import { queueFullLetter, queueLinkLetter } from "./alert-mail.server.ts";

export type Alert = typeof alerts.$inferSelect;

/**
 * Stores what a visitor watches, and queues the letter that asks for confirmation. The answer is
 * the same whatever the address watches already: only its letters say that.
 */
export async function requestAlert(site: LinkingSite, email: string, watched: Watched) {
  const day = today();
  const wanted = columnsOfWatched(watched);
  await site.db.transaction(async (tx) => {
    // Two requests of one address at once could both be its fifth.
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.alerts}, hashtext(${email}))`);
    const running = await tx
      .select()
      .from(alerts)
      .where(and(eq(alerts.email, email), gte(alerts.endsOn, day)))
      .orderBy(asc(alerts.createdAt), asc(alerts.id));
    const known = running.find((alert) => isSame(alert, wanted));
    if (known) return queueLinkLetter(site, tx, known);
    const confirmed = running.filter(({ confirmedAt }) => confirmedAt !== null);
    if (confirmed.length >= maxAlertsOfEmail) return queueFullLetter(site, tx, email, confirmed);
    // Whoever asks for others' addresses can't take their places for good.
    const waiting = running.filter(({ confirmedAt }) => confirmedAt === null);
    const surplus = running.length + 1 - maxAlertsOfEmail;
    const oldest = waiting.slice(0, Math.max(surplus, 0)).map(({ id }) => id);
    await eraseAlerts(tx, inArray(alerts.id, oldest));
    const [alert] = await tx
      .insert(alerts)
      .values({ ...wanted, email, endsOn: endOfAlert(wanted, day) })
      .returning();
    if (!alert) throw new Error("insert gave no row");
    return queueLinkLetter(site, tx, alert);
  });
}

function isSame(alert: Alert, wanted: AlertColumns): boolean {
  const names = Object.keys(wanted) as (keyof AlertColumns)[];
  return names.every((name) => JSON.stringify(alert[name]) === JSON.stringify(wanted[name]));
}

/** Null once it has ended. */
export async function findAlert(db: Db, id: string): Promise<Alert | null> {
  const [alert] = await db
    .select()
    .from(alerts)
    .where(and(eq(alerts.id, id), gte(alerts.endsOn, today())));
  return alert ?? null;
}

/** Finds the title of a listing that visitors can see; null otherwise. */
export async function findWatchedListing(db: Db, id: string): Promise<NamedListing | null> {
  const [post] = await db
    .select({ title: posts.title, localizacao: posts.localizacao })
    .from(posts)
    .where(and(eq(posts.id, id), isPublic));
  return post ?? null;
}

const isOver = refuse("dead-link", "Este aviso já terminou.", { status: 410 });

/** Idempotent. An alert without dates runs from now on. */
export async function confirmAlert(db: Db, id: string): Promise<{ ok: true } | Refusal> {
  const day = today();
  const { rowCount } = await db
    .update(alerts)
    .set({
      confirmedAt: sql`coalesce(${alerts.confirmedAt}, now())`,
      endsOn: sql`case when ${alerts.confirmedAt} is null
        then coalesce(${alerts.entrada}, ${addDays(day, openAlertDays)}::date) else ${alerts.endsOn} end`,
    })
    .where(and(eq(alerts.id, id), gte(alerts.endsOn, day)));
  return rowCount ? { ok: true } : isOver;
}

/** Erases alerts and the letters about them. Returns the letters' ids, which also name files. */
export async function eraseAlerts(tx: Transaction, which: SQL): Promise<string[]> {
  const gone = await tx.delete(alerts).where(which).returning({ id: alerts.id });
  const ids = gone.map(({ id }) => id);
  await tx.delete(alertHits).where(inArray(alertHits.alertId, ids));
  return deleteMailAbout(tx, ids);
}

export function eraseAlert(tx: Transaction, id: string): Promise<string[]> {
  return eraseAlerts(tx, eq(alerts.id, id));
}

/** Lists the alerts of an address as its owner may export them. */
export function listAlertsOf(tx: Transaction, email: string) {
  const { id: _id, ...fields } = getTableColumns(alerts);
  return tx
    .select(fields)
    .from(alerts)
    .where(eq(alerts.email, email))
    .orderBy(asc(alerts.createdAt), asc(alerts.id));
}

/** Erases alerts that have ended, and requests that nobody confirmed. */
export async function purgeAlerts(tx: Transaction, day: string): Promise<number> {
  const isOver = sql`(${alerts.endsOn} < ${day} or (${alerts.confirmedAt} is null
    and ${alerts.createdAt} < now() - ${unconfirmedDays} * interval '1 day'))`;
  const count = await tx.$count(alerts, isOver);
  await eraseAlerts(tx, isOver);
  return count;
}
