import { expect, test } from "vitest";
import { postForm } from "../../testing/account-pages.ts";
import { ordersOf, storeOrder } from "../../testing/orders.ts";
import { openTestSite, signIn } from "../../testing/site.ts";
import { planOrders } from "../db/order-schema.ts";
import { readAccountData } from "./account-data.server.ts";
import { purgeExpired } from "./purge.server.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("orders are purged 180 days after they were made, settled or not", async () => {
  const site = await openTestSite();
  const { user } = await signIn(site);
  const received = { settledAs: "received", validoAte: "2027-01-31" } as const;
  for (const [txid, age, state] of [
    ["old", 181, {}],
    ["oldAndTold", 181, { paidAt: daysAgo(181) }],
    ["oldAndReceived", 181, { ...received, settledAt: daysAgo(1) }],
    ["kept", 179, {}],
    ["keptReceived", 179, { ...received, settledAt: daysAgo(178) }],
  ] as const) {
    await storeOrder(site, user.uid, { txid, createdAt: daysAgo(age), ...state });
  }
  const retention = { mail: 30, visits: 731, auditLog: 1825 };
  expect(await purgeExpired(site.db, retention)).toMatchObject({ orders: 3 });
  const left = await ordersOf(site, user.uid);
  expect(left.map(({ txid }) => txid).sort()).toEqual(["kept", "keptReceived"]);
});

test("an advertiser's data has their orders, which go with the account, and no other's", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const other = await signIn(site);
  const { txid } = await storeOrder(site, user.uid);
  await storeOrder(site, other.user.uid);
  const data = await readAccountData(site.db, user.uid);
  expect(data?.json.pedidosDePlano).toEqual([
    expect.objectContaining({ txid, plano: "basico", por: "mes", cents: 2500, settledAs: null }),
  ]);
  const form = { currentPassword: password };
  expect((await postForm(site, "/minha-conta/excluir", form, cookie)).status).toBe(302);
  expect(await ordersOf(site, user.uid)).toEqual([]);
  expect(await site.db.$count(planOrders)).toBe(1);
});
