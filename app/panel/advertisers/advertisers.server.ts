import { and, desc, eq, exists, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Account, accountColumns } from "../../domain/accounts/account.server.ts";
import { graceDays, warningDays } from "../../domain/accounts/plans/plans.ts";
import { addDays } from "../../domain/calendar/civil-date.ts";
import { isCalendarStale } from "../../domain/listings/stale-calendars.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { contains, hasPhone } from "../search-panel.server.ts";

export interface ListedAdvertiser extends Account {
  id: string;
  blockedAt: Date | null;
  notes: string;
  createdAt: Date;
}

/** Lists advertisers, newest first. Searches id, name, e-mail and the phone numbers of their ads. */
export function listAdvertisers(
  db: Db,
  q: string,
  limit: number,
  mostrar = "",
): Promise<ListedAdvertiser[]> {
  const isCalled = hasPhone(q);
  const hasAd = (condition: SQL | undefined) =>
    exists(
      db
        .select({ id: posts.id })
        .from(posts)
        .where(and(eq(posts.uid, users.id), condition)),
    );
  const kinds = new Map([
    ["bloqueados", isNotNull(users.blockedAt)],
    ["sem-confirmar", eq(users.emailVerified, false)],
    ["parados", hasAd(isCalendarStale)],
  ]);
  return db
    .select({
      id: users.id,
      ...accountColumns,
      blockedAt: users.blockedAt,
      notes: users.notes,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(
      and(
        kinds.get(mostrar),
        or(
          contains(q, users.displayName, users.email),
          isUuid(q.trim()) ? eq(users.id, q.trim()) : undefined,
          isCalled && hasAd(isCalled),
        ),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

export interface AdvertisersAd {
  id: string;
  title: string;
  telefone: string;
  pausedBy: string | null;
}

/** Lists an advertiser's ads, newest first. */
export function listAdsOf(db: Db, uid: string): Promise<AdvertisersAd[]> {
  return db
    .select({
      id: posts.id,
      title: posts.title,
      telefone: posts.telefone,
      pausedBy: posts.pausedBy,
    })
    .from(posts)
    .where(eq(posts.uid, uid))
    .orderBy(desc(posts.createdAt), desc(posts.id));
}

const maxEnding = 50;

interface EndingPlan {
  uid: string;
  displayName: string;
  /** Its last day. */
  end: string;
}

/** Lists plans within a week of their end, and those that ended while their ads are still shown; the first end first. */
export function listEndingPlans(db: Db, day: string): Promise<EndingPlan[]> {
  const end = sql<string>`coalesce(${users.validoAte}, ${users.planEndedOn})`;
  const [from, to] = [addDays(day, -graceDays), addDays(day, warningDays)];
  return db
    .select({ uid: users.id, displayName: users.displayName, end })
    .from(users)
    .where(and(sql`${end} between ${from} and ${to}`, isNull(users.blockedAt)))
    .orderBy(end, users.id)
    .limit(maxEnding);
}
