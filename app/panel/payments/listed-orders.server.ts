import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { endOfSale } from "../../accounts/plans/plan-state.ts";
import { today } from "../../calendar/civil-date.ts";
import type { Db } from "../../db/client.server.ts";
import { planOrders } from "../../db/order-schema.ts";
import { users } from "../../db/schema.ts";
import type { PlanOrder } from "../../orders/order.ts";
import { orderColumns } from "../../orders/orders.server.ts";
import { describePlan } from "../advertisers/plan-words.ts";

export interface ListedOrder extends PlanOrder {
  uid: string;
  ownerName: string;
  email: string;
  /** The plan of today, in words. */
  held: string;
  /** Last day of the plan if this is confirmed today; null if the operator must say it. */
  until: string | null;
}

export interface ListedOrders {
  /** The advertiser says that they are paid; the one that has waited longest first. */
  told: ListedOrder[];
  /** Nobody has said anything; newest first. */
  others: ListedOrder[];
  /** Settled last first. */
  settled: ListedOrder[];
}

const isTold = and(isNotNull(planOrders.paidAt), isNull(planOrders.settledAt));
const isOther = and(isNull(planOrders.paidAt), isNull(planOrders.settledAt));

const maxListed = 200;
const maxSettled = 50;

export async function listOrders(db: Db, day = today()): Promise<ListedOrders> {
  const list = async (which: SQL | undefined, order: SQL, most: number) => {
    const rows = await db
      .select({
        ...orderColumns,
        uid: users.id,
        ownerName: users.displayName,
        email: users.email,
        owner: {
          plano: users.plano,
          validoAte: users.validoAte,
          planEndedOn: users.planEndedOn,
        },
      })
      .from(planOrders)
      .innerJoin(users, eq(users.id, planOrders.uid))
      .where(which)
      .orderBy(order, asc(planOrders.id))
      .limit(most);
    return rows.map(
      ({ owner, ...row }): ListedOrder => ({
        ...row,
        held: describePlan(owner, day),
        until: endOfSale(owner, row, day),
      }),
    );
  };
  const [told, others, settled] = await Promise.all([
    list(isTold, asc(planOrders.paidAt), maxListed),
    list(isOther, desc(planOrders.createdAt), maxListed),
    list(isNotNull(planOrders.settledAt), sql`${planOrders.settledAt} desc`, maxSettled),
  ]);
  return { told, others, settled };
}
