import { Agent, request } from "node:http";
import { visitMark, visitPath } from "../app/site/visit-mark.ts";
import { newestAd } from "./advertiser.ts";
import { type Environment, query } from "./environment.ts";
import { median } from "./figures.ts";
import { connections, load } from "./load.ts";
import type { Plan } from "./plan.ts";
import type { Table } from "./table.ts";

/** Two million visits a day, many times what one small server's region has. */
const beaconsPerSecond = 25;

const phone =
  "Mozilla/5.0 (Linux; Android 14; SM-A145M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** A cached ad's throughput with and without visits being counted meanwhile, in turns. */
export async function measureCounting(
  environment: Environment,
  { seconds, rounds, sizes }: Plan,
): Promise<Table[]> {
  const ads = sizes[0] ?? 0;
  // All beacons come from one address.
  const site = await environment.site(ads, { RATE_LIMIT_FACTOR: "1000000" });
  const path = await newestAd(environment, ads);
  const id = path.split("/").at(-1) ?? "";
  const quiet: number[] = [];
  const counting: number[] = [];
  await load(site.url + path, 1);
  for (let round = 0; round < rounds; round++) {
    quiet.push((await load(site.url + path, seconds)).requestsPerSecond);
    const stop = sendBeacons(site.url, id);
    counting.push((await load(site.url + path, seconds)).requestsPerSecond);
    stop();
    site.check();
  }
  await site.stop();
  const { url } = await environment.database(ads);
  const [row] = await query(url, `select sum(n)::int as n from visits where "postId" = '${id}'`);
  const stored = Number(row?.n ?? 0);
  if (stored < (beaconsPerSecond * seconds * rounds) / 2) {
    throw new Error(`only ${stored} visits were stored`);
  }
  return [
    {
      title: "Counting visits",
      note: `A cached ad on ${connections} connections, alone and while ${beaconsPerSecond} visits a second are counted. ${stored.toLocaleString("en-US")} visits were stored.`,
      columns: ["", "requests/s", "vs. alone"],
      rows: [
        ["alone", median(quiet), 1],
        ["while counting", median(counting), median(counting) / median(quiet)],
      ],
    },
  ];
}

/** At a steady rate, like as many visitors; returns a function that stops it. */
function sendBeacons(origin: string, id: string): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const mark = visitMark("visita", id);
  const timer = setInterval(() => {
    const beacon = request(origin + visitPath, {
      agent,
      method: "POST",
      headers: {
        "Content-Type": "text/plain;charset=UTF-8",
        "Content-Length": mark.length,
        "User-Agent": phone,
      },
    });
    // A beacon lost when the load ends doesn't matter; too many make the sum of the rows too small.
    beacon.on("error", () => undefined);
    beacon.on("response", (response) => response.resume());
    beacon.end(mark);
  }, 1000 / beaconsPerSecond);
  return () => {
    clearInterval(timer);
    agent.destroy();
  };
}
