import { and, desc, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../db/client.server.ts";
import { planOrders } from "../../db/order-schema.ts";
import { describePayment, type PaymentNotice } from "./payment-notice.ts";

/** Days during which a payment that wasn't found is still shown. */
const missingDays = 7;

/**
 * Lists an advertiser's payments that wait for the operator, latest first; if none does, the one settled
 * last, if that wasn't found.
 */
export async function listPaymentNotices(
  db: Db | Transaction,
  uid: string,
  day: string,
): Promise<PaymentNotice[]> {
  const { settledAt, paidAt, createdAt } = planOrders;
  const rows = await db
    .select({
      orderId: planOrders.id,
      plano: planOrders.plano,
      por: planOrders.por,
      cents: planOrders.cents,
      // The operator may look for a payment that nobody has told of.
      toldAt: sql`coalesce(${paidAt}, ${createdAt})`.mapWith(createdAt),
      motivo: planOrders.motivo,
      settledAs: planOrders.settledAs,
    })
    .from(planOrders)
    .where(
      and(
        eq(planOrders.uid, uid),
        or(
          and(isNotNull(paidAt), isNull(settledAt)),
          gte(settledAt, sql`now() - ${missingDays} * interval '1 day'`),
        ),
      ),
    )
    .orderBy(desc(sql`coalesce(${settledAt}, ${paidAt})`));
  const waiting = rows.filter(({ settledAs }) => settledAs === null);
  const latest = rows.slice(0, 1).filter(({ settledAs }) => settledAs === "missing");
  return (waiting.length > 0 ? waiting : latest).map((row) => describePayment(row, day));
}
