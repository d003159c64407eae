import { and, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { alertHits, alerts } from "../../../platform/db/alert-schema.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { queueMail } from "../../../platform/mail/outbox.server.ts";
import type { LinkingSite } from "../../../platform/mail/signed-links.server.ts";
import { formatClock, today } from "../../calendar/civil-date.ts";
import type { ListingSummary } from "../../listings/listing.ts";
import { listById } from "../../listings/listings.server.ts";
import { offerStay } from "../../listings/offers/stay-offers.server.ts";
import { readIndexed } from "../index/live-index.server.ts";
import { stayOf, watchedOf } from "./alert.ts";
import { writeAlertLetter } from "./alert-letter.ts";
import { alertLink } from "./alert-mail.server.ts";
import { matcherOf } from "./alert-matches.server.ts";

type Alert = typeof alerts.$inferSelect;

/** The morning by the region's clock. A letter that missed it is sent the next day. */
const morning = { from: "07:00", to: "12:00" };

/** Maximum number of listings considered for one letter, which names some of them. */
const maxHits = 200;

const batch = 500;

/**
 * Queues the letters of the morning: at most one a day and alert. Several sites may do so at once. Returns
 * how many were queued.
 */
export async function sendAlertLetters(site: LinkingSite, now = new Date()): Promise<number> {
  const clock = formatClock(now);
  if (clock < morning.from || clock >= morning.to) return 0;
  const day = today(now);
  let queued = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const due = await listDue(site.db, day, after);
    for (const alert of due) {
      if (await sendLetter(site, alert, day)) queued += 1;
    }
    const last = due.at(-1);
    if (due.length < batch || !last) return queued;
    after = last.id;
  }
}

const wasNotWritten = (day: string) => or(isNull(alerts.toldOn), lt(alerts.toldOn, day));

const hasHits = sql`exists (select from ${alertHits} where ${alertHits.alertId} = ${alerts.id})`;

function listDue(db: Db, day: string, after: string): Promise<Alert[]> {
  return db
    .select()
    .from(alerts)
    .where(
      and(
        sql`${alerts.id} > ${after}`,
        wasNotWritten(day),
        isNotNull(alerts.confirmedAt),
        gte(alerts.endsOn, day),
        hasHits,
      ),
    )
    .orderBy(alerts.id)
    .limit(batch);
}

/**
 * The letter, its day and its hits are one transaction: killed before its end, all are due
 * again, and afterwards none is.
 */
async function sendLetter(site: LinkingSite, alert: Alert, day: string): Promise<boolean> {
  const { db } = site;
  const hits = await db
    .select({ postId: alertHits.postId })
    .from(alertHits)
    .where(eq(alertHits.alertId, alert.id))
    .limit(maxHits);
  const found = await listFound(db, alert, day, hits);
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(alerts)
      .where(and(eq(alerts.id, alert.id), wasNotWritten(day)))
      .for("update", { skipLocked: true });
    if (!due) return false;
    const sentIds = hits.map(({ postId }) => postId);
    await tx
      .delete(alertHits)
      .where(and(eq(alertHits.alertId, alert.id), inArray(alertHits.postId, sentIds)));
    if (found.length === 0) return false;
    await tx.update(alerts).set({ toldOn: day }).where(eq(alerts.id, alert.id));
    const link = await alertLink(site, tx, alert.id);
    const { filters } = watchedOf(alert);
    const { subject, text, button } = writeAlertLetter({
      filters,
      day,
      listings: found,
      endsOn: alert.endsOn,
      link,
      siteUrl: site.mailedSiteUrl,
    });
    await queueMail(tx, {
      kind: "letter",
      to: alert.email,
      subject,
      text,
      button,
      unsubscribe: `${link}/parar`,
      about: alert.id,
    });
    return true;
  });
}

/** The hits that are still right this morning, newest first, with their estimates. */
async function listFound(
  db: Db,
  alert: Alert,
  day: string,
  hits: readonly { postId: string }[],
): Promise<ListingSummary[]> {
  const listings = await readIndexed(
    db,
    hits.map(({ postId }) => postId),
  );
  const ids = listings
    .filter((listing) => matcherOf(listing)(alert))
    .map(({ id }) => id)
    .reverse();
  const stay = stayOf(alert);
  const found = await listById(db, ids);
  const offers = stay && (await offerStay(db, { stay, ids, day }));
  return found.map((listing) => ({ ...listing, offer: offers?.(listing) ?? null }));
}
