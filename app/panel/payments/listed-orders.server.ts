import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { PlanOrder } from "../../domain/accounts/orders/order.ts";
import { orderColumns } from "../../domain/accounts/orders/orders.server.ts";
import { endOfSale } from "../../domain/accounts/plans/plans.ts";
import { today } from "../../domain/calendar/civil-date.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { planOrders } from "../../platform/db/order-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { describePlan } from "../advertisers/describe-plan.ts";
import { contains } from "../search-panel.server.ts";

export interface ListedOrder extends PlanOrder {
  uid: string;
  ownerName: string;
  email: string;
  /** The plan of today, in words. */
  held: string;
  /** Last day of the plan if this is confirmed today; null if the operator must say it. */
  until: string | null;
}

const { settledAt, reportedPaidAt, createdAt, txid } = planOrders;

/** The advertiser says that the order is paid, and it waits for the operator. */
const isReported = and(isNotNull(reportedPaidAt), isNull(settledAt));

/**
 * Lists orders that are said to be paid, then the settled, newest first. A search by `txid`, name or e-mail also finds
 * orders that nobody has mentioned, since opening the page of a code creates one.
 */
export async function listOrders(
  db: Db,
  q: string,
  limit: number,
  day = today(),
): Promise<ListedOrder[]> {
  const rows = await db
    .select({
      ...orderColumns,
      uid: users.id,
      ownerName: users.displayName,
      email: users.email,
      owner: { plano: users.plano, validoAte: users.validoAte, planEndedOn: users.planEndedOn },
    })
    .from(planOrders)
    .innerJoin(users, eq(users.id, planOrders.uid))
    .where(
      contains(q, txid, users.displayName, users.email) ??
        or(isNotNull(reportedPaidAt), isNotNull(settledAt)),
    )
    .orderBy(
      sql`${settledAt} is not null`,
      sql`${reportedPaidAt} is null`,
      desc(createdAt),
      desc(planOrders.id),
    )
    .limit(limit);
  return rows.map(({ owner, ...row }) => ({
    ...row,
    held: describePlan(owner, day),
    until: endOfSale(owner, row, day),
  }));
}

export function countReportedOrders(db: Db): Promise<number> {
  return db.$count(planOrders, isReported);
}
