import type { RouterContextProvider } from "react-router";
import { hour, type Limit, tooManyTries, withinLimits } from "../site/rate-limit.server.ts";
import type { Refusal } from "../site/refusal.ts";
import { siteContext } from "../site/site.server.ts";
import { tellPaid } from "./orders.server.ts";

/** Each counts a letter to the operator; accounts are cheap, so networks count as well. */
const paidOfUser: Limit = { name: "paid-user", points: 10, duration: 24 * hour };
const paidOfAddress: Limit = { name: "paid-address", points: 20, duration: 24 * hour };

export async function receivePaid(
  context: Readonly<RouterContextProvider>,
  uid: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  const { db, mailedSiteUrl, operatorEmail, clientAddress } = context.get(siteContext);
  const result = await withinLimits(
    context,
    [
      [paidOfUser, uid],
      [paidOfAddress, clientAddress],
    ],
    () => tellPaid({ db, mailedSiteUrl, operatorEmail }, uid, id),
    (told) => told.ok && told.isNew,
  );
  return result ?? tooManyTries;
}
