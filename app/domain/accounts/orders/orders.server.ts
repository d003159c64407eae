import { randomBytes } from "node:crypto";
import { and, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { planOrders } from "../../../platform/db/order-schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { queueOperatorMail } from "../../../platform/mail/outbox.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { lockUser } from "../account.server.ts";
import { planPrices } from "../plans/plans.ts";
import type { PlanOrder } from "./order.ts";
import { writeReportedLetter } from "./order-letters.ts";
import type { PlanChoice } from "./plan-choice.ts";

export const noSuchOrder = refuse("not-found", "Este pedido não existe mais.", { status: 404 });

export const orderColumns = {
  id: planOrders.id,
  plano: planOrders.plano,
  por: planOrders.por,
  cents: planOrders.cents,
  txid: planOrders.txid,
  createdAt: planOrders.createdAt,
  reportedPaidAt: planOrders.reportedPaidAt,
  settledAt: planOrders.settledAt,
  settledAs: planOrders.settledAs,
  validoAte: planOrders.validoAte,
  motivo: planOrders.motivo,
};

function ofChoice(uid: string, { plano, por }: PlanChoice) {
  return and(eq(planOrders.uid, uid), eq(planOrders.plano, plano), eq(planOrders.por, por));
}

/** Days during which the page shows what became of a payment. */
const shownDays = 7;

/** The order of this plan and period that was settled last, if that was within days. */
export async function findSettled(
  db: Db,
  uid: string,
  choice: PlanChoice,
): Promise<PlanOrder | null> {
  const { settledAt } = planOrders;
  const isRecent = gte(settledAt, sql`now() - ${shownDays} * interval '1 day'`);
  const [order] = await db
    .select(orderColumns)
    .from(planOrders)
    .where(and(ofChoice(uid, choice), isRecent))
    .orderBy(desc(settledAt))
    .limit(1);
  return order ?? null;
}

/** Orders a plan, unless an order of it waits already; null if the account is gone. */
export function openOrder(
  db: Db,
  uid: string,
  choice: PlanChoice,
  day: string,
): Promise<PlanOrder | null> {
  return db.transaction(async (tx) => {
    // A second tab waits here, then finds the first one's order.
    if (!(await lockUser(tx, uid))) return null;
    const isOpen = and(ofChoice(uid, choice), isNull(planOrders.settledAt));
    const [open] = await tx
      .select(orderColumns)
      .from(planOrders)
      .where(isOpen)
      .orderBy(desc(planOrders.createdAt))
      .limit(1);
    if (open) return open;
    const [order] = await tx
      .insert(planOrders)
      .values({
        uid,
        ...choice,
        cents: planPrices[choice.plano][choice.por],
        txid: createTxid(),
        endsOn: day,
      })
      .returning(orderColumns);
    if (!order) throw new Error("insert returned no row");
    return order;
  });
}

/** Crockford's base 32, whose characters can't be confused in a bank statement. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 100 random bits. */
function createTxid(): string {
  return [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length]).join("");
}

export interface OrderSite {
  db: Db;
  mailedSiteUrl: string;
  operatorEmail: string;
}

/**
 * Notes that the advertiser has paid, and writes to the operator, once for each order. `isNew` is false if
 * they had said so before.
 */
export async function reportPayment(
  { db, mailedSiteUrl, operatorEmail }: OrderSite,
  uid: string,
  id: string,
): Promise<{ ok: true; isNew: boolean } | Refusal<"not-found" | "no-change">> {
  if (!isUuid(id)) return noSuchOrder;
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id, uid);
    if (!order) return noSuchOrder;
    if (order.settledAt) return refuse("no-change", "Este Pix já foi conferido.", { status: 409 });
    if (order.reportedPaidAt) return { ok: true, isNew: false };
    await tx.update(planOrders).set({ reportedPaidAt: sql`now()` }).where(eq(planOrders.id, id));
    await queueOperatorMail(tx, {
      to: operatorEmail,
      ...writeReportedLetter(order, mailedSiteUrl),
    });
    return { ok: true, isNew: true };
  });
}

export interface LockedOrder extends PlanOrder {
  uid: string;
  email: string;
  displayName: string;
}

/** Locks an order and its account, in the order of all commands; null if either is gone. */
export async function lockOrder(
  tx: Transaction,
  id: string,
  owner?: string,
): Promise<LockedOrder | null> {
  const which = and(eq(planOrders.id, id), owner ? eq(planOrders.uid, owner) : undefined);
  const [found] = await tx.select({ uid: planOrders.uid }).from(planOrders).where(which);
  const account = found && (await lockUser(tx, found.uid));
  if (!account) return null;
  const [order] = await tx.select(orderColumns).from(planOrders).where(which).for("update");
  const { email, displayName } = account;
  return order ? { ...order, uid: found.uid, email, displayName } : null;
}

const retentionDays = 180;

/** Deletes orders half a year after they were made. */
export async function purgeOrders(tx: Transaction): Promise<number> {
  const { rowCount } = await tx
    .delete(planOrders)
    .where(lt(planOrders.createdAt, sql`now() - ${retentionDays} * interval '1 day'`));
  return rowCount ?? 0;
}
