import { createIsbotFromList, list } from "isbot";
import type { Db } from "../../../platform/db/client.server.ts";
import type { Auth } from "../../accounts/auth.server.ts";
import { readSession } from "../../accounts/session.server.ts";
import { readBeacon } from "./beacon.server.ts";
import type { VisitCounter } from "./visit-counter.server.ts";
import { isCountedFor } from "./visits.server.ts";

/** Crawlers that render pages name themselves; a headless browser that doesn't may be anyone's. */
const isBot = createIsbotFromList(list.filter((pattern) => !/headless/i.test(pattern)));

interface CountingSite {
  db: Db;
  auth: Auth;
  visitCounter: VisitCounter;
}

/** Answers the beacons of `countVisits`, in the same way whether or not they count. */
export function createVisitEndpoint({ db, auth, visitCounter }: CountingSite) {
  return async function countVisit(request: Request, address: string): Promise<Response> {
    const beacon = readBeacon(await request.text().catch(() => ""));
    if (!beacon) return new Response("Não entendemos esta contagem.", { status: 400 });
    const counted = new Response(null, { status: 204 });
    const agent = request.headers.get("User-Agent");
    if (!agent || isBot(agent)) return counted;
    const { user } = await readSession(auth, request.headers);
    if (user && !(await isCountedFor(db, user.uid, beacon.id))) return counted;
    await visitCounter.count(beacon, address);
    return counted;
  };
}
