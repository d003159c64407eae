import { desc, eq } from "drizzle-orm";
import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { planOrders } from "../app/platform/db/order-schema.ts";
import type { Site } from "../server/create-site.ts";

/** Variables of a site that takes Pix. */
export const pixVariables = {
  PIX_KEY: "pix@mardeminas.example",
  PIX_NAME: "Mar de Minas Anúncios",
  PIX_CITY: "Capitólio",
};

/** Name of the receiver, as a bank shows it. */
export const receiverName = "Mar de Minas Anuncios";

/** Stores an order as if its page had been opened. */
export async function storeOrder(
  site: Pick<Site, "db">,
  uid: string,
  overrides: Partial<typeof planOrders.$inferInsert> = {},
) {
  const [order] = await site.db
    .insert(planOrders)
    .values({
      uid,
      plano: "basico",
      por: "mes",
      cents: 2500,
      txid: `TEST${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`,
      endsOn: addDays(today(), 7),
      ...overrides,
    })
    .returning();
  if (!order) throw new Error("insert returned no row");
  return order;
}

/** Lists an advertiser's orders, newest first. */
export function ordersOf(site: Pick<Site, "db">, uid: string) {
  return site.db
    .select()
    .from(planOrders)
    .where(eq(planOrders.uid, uid))
    .orderBy(desc(planOrders.createdAt));
}

/** The Pix code that a page shows; null if it shows none. */
export function codeIn(html: string): string | null {
  return /data-pix=""[^>]*>([^<]+)</.exec(html)?.[1] ?? null;
}
