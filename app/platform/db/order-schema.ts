import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { atMost, createdAt } from "./columns.ts";
import { users } from "./schema.ts";

/** An advertiser's order of a plan, paid by Pix and confirmed by the operator (docs/decisions/023). */
export const planOrders = pgTable(
  "plan_orders",
  {
    id: uuid().primaryKey().defaultRandom(),
    uid: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    plano: text().$type<"basico" | "profissional">().notNull(),
    por: text().$type<"mes" | "ano">().notNull(),
    /** The price when it was ordered, in cents of BRL. */
    cents: integer().notNull(),
    /** Identifies the payment in the receiver's bank statement. */
    txid: text().notNull().unique(),
    createdAt: createdAt(),
    /** Nobody reads it any more: a code may be paid until the order is settled. */
    endsOn: date({ mode: "string" }).notNull(),
    /** When the advertiser said that it is paid. */
    reportedPaidAt: timestamp("paidAt", { withTimezone: true }),
    settledAt: timestamp({ withTimezone: true }),
    /** A payment found missing may still be received later. */
    settledAs: text().$type<"received" | "missing">(),
    /** Last day of the plan that it bought. */
    validoAte: date({ mode: "string" }),
    /** Why the payment was found missing. */
    motivo: text(),
  },
  (table) => [
    index("plan_orders_owner").on(table.uid, table.createdAt),
    index("plan_orders_created").on(table.createdAt),
    index("plan_orders_open").on(table.reportedPaidAt).where(sql`${table.settledAt} is null`),
    check("plan_orders_plano", sql`${table.plano} in ('basico', 'profissional')`),
    check("plan_orders_por", sql`${table.por} in ('mes', 'ano')`),
    check("plan_orders_cents", sql`${table.cents} between 1 and 9999999`),
    check("plan_orders_txid", sql`${table.txid} ~ '^[A-Za-z0-9]{1,25}$'`),
    check("plan_orders_settled_as", sql`${table.settledAs} in ('received', 'missing')`),
    check("plan_orders_settled", sql`(${table.settledAt} is null) = (${table.settledAs} is null)`),
    check(
      "plan_orders_received",
      sql`(${table.validoAte} is not null) = (${table.settledAs} is not null and ${table.settledAs} = 'received')`,
    ),
    check(
      "plan_orders_missing",
      sql`(${table.motivo} is not null) = (${table.settledAs} is not null and ${table.settledAs} = 'missing')`,
    ),
    atMost("plan_orders_motivo", table.motivo, 1000),
  ],
);
