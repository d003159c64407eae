import { alertLinks } from "../app/domain/search/alerts/alert-mail.server.ts";
import { alerts } from "../app/platform/db/alert-schema.ts";
import { planOrders } from "../app/platform/db/order-schema.ts";
import { watch } from "../testing/alerts.ts";
import { ordersOf, storeOrder } from "../testing/orders.ts";
import type { TestSite } from "../testing/site.ts";
import type { World } from "./world.ts";

/** Gives advertisers an order whose payment nobody has reported; returns all. */
export async function addOrders({
  site,
  owner,
  other,
  bystander,
}: World): Promise<World["orders"]> {
  for (const user of [owner.user, other.user, bystander]) {
    if (!user) continue;
    const orders = await ordersOf(site, user.uid);
    if (!orders.some(({ reportedPaidAt }) => !reportedPaidAt)) await storeOrder(site, user.uid);
  }
  return site.db.select({ id: planOrders.id, uid: planOrders.uid }).from(planOrders);
}

/** Adds alerts until there are a few; returns their links. */
export async function addAlerts({ db, signedLinks }: TestSite): Promise<string[]> {
  const known = await db.$count(alerts);
  for (let n = known; n < 4; n++) {
    await watch(db, { email: `bia${n}@example.com`, isConfirmed: n % 2 === 0 });
  }
  const rows = await db.select({ id: alerts.id }).from(alerts).limit(8);
  return Promise.all(rows.map(({ id }) => signedLinks.sign(db, alertLinks, id)));
}
