import { eq, sql } from "drizzle-orm";
import { writeMissingLetter } from "../../domain/accounts/orders/order-letters.ts";
import {
  type LockedOrder,
  lockOrder,
  noSuchOrder,
} from "../../domain/accounts/orders/orders.server.ts";
import { grantPlan } from "../../domain/accounts/plans/grant-plan.server.ts";
import { readPlanGrant } from "../../domain/accounts/plans/plan-grants.ts";
import { formatPrice } from "../../domain/accounts/plans/plans.ts";
import { today } from "../../domain/calendar/civil-date.ts";
import type { Transaction } from "../../platform/db/client.server.ts";
import { planOrders } from "../../platform/db/order-schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { queueAccountMail } from "../../platform/mail/outbox.server.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import type { OperationSite } from "../listings/listing-commands.server.ts";
import { readReason } from "../reason.ts";
import { type Operator, operate } from "../staff/staff.server.ts";

type PaymentResult = { ok: true } | Refusal;

function withOrder(
  { db }: Pick<OperationSite, "db">,
  operator: Operator,
  id: string,
  command: (tx: Transaction, order: LockedOrder, actor: string) => Promise<PaymentResult>,
): Promise<PaymentResult> {
  return operate(db, operator, async (tx, actor) => {
    const order = isUuid(id) ? await lockOrder(tx, id) : null;
    return order ? command(tx, order, actor) : noSuchOrder;
  });
}

/**
 * Grants the ordered plan, once, also if its payment was found missing before: to the day `ate`, or for the term that
 * was paid. A second operator learns that it is done.
 */
export function receivePayment(
  site: OperationSite,
  operator: Operator,
  { id, ate = "" }: { id: string; ate?: string },
  day = today(),
): Promise<PaymentResult> {
  return withOrder(site, operator, id, async (tx, order, actor) => {
    if (order.settledAs === "received") {
      return refuse("no-change", "Este Pix já foi confirmado, e o plano já vale.", { status: 409 });
    }
    const { uid, plano, por, cents, txid } = order;
    const reason = `Pix de ${formatPrice(cents)}, identificador ${txid}`;
    const read = readPlanGrant(ate ? { plano, ate } : { plano, por });
    if (!read.ok) return read;
    const granted = await grantPlan(tx, uid, read.grant, { actor, reason, day });
    if (!granted.ok) return { ...granted, field: "ate" };
    await tx
      .update(planOrders)
      .set({
        settledAt: sql`now()`,
        settledAs: "received",
        validoAte: granted.validoAte,
        motivo: null,
      })
      .where(eq(planOrders.id, id));
    return { ok: true };
  });
}

/** Writes to the advertiser why their payment wasn't found. Nothing is granted or taken away. */
export async function missPayment(
  site: OperationSite,
  operator: Operator,
  id: string,
  motivo: string,
): Promise<PaymentResult> {
  const read = readReason(motivo);
  if (!read.ok) return read;
  return withOrder(site, operator, id, async (tx, order, actor) => {
    if (order.settledAt) return refuse("no-change", "Este Pix já foi conferido.", { status: 409 });
    await tx
      .update(planOrders)
      .set({ settledAt: sql`now()`, settledAs: "missing", motivo: read.reason })
      .where(eq(planOrders.id, id));
    await recordAction(tx, {
      actor,
      action: "payment-missing",
      subjectId: order.uid,
      subject: order.email,
      reason: read.reason,
      after: { txid: order.txid, cents: order.cents },
    });
    const letter = writeMissingLetter(order, order.displayName, read.reason, site.mailedSiteUrl);
    await queueAccountMail(tx, order.uid, { to: order.email, ...letter });
    return { ok: true };
  });
}
