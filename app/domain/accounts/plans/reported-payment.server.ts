import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { planOrders } from "../../../platform/db/order-schema.ts";

/** True while a payment that the advertiser has reported waits for the operator. */
export async function isPaymentReported(db: Db | Transaction, uid: string): Promise<boolean> {
  const { reportedPaidAt, settledAt } = planOrders;
  const isReported = and(eq(planOrders.uid, uid), isNotNull(reportedPaidAt), isNull(settledAt));
  return (await db.$count(planOrders, isReported)) > 0;
}
