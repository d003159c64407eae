import { newestAd } from "./advertiser.ts";
import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import { connections, type Load, load } from "./load.ts";
import { type Plan, uncached } from "./plan.ts";
import type { Server } from "./servers.ts";
import type { Table } from "./table.ts";

/** Each is started with a page cache and without. */
const arrangements = [
  { name: "one worker", sites: 1, workers: 1 },
  // They share nothing but the machine, which costs each of them time, too.
  { name: "two sites at once", sites: 2, workers: 1 },
  { name: "two workers", sites: 1, workers: 2 },
];

interface Case {
  page: string;
  arrangement: string;
  servers: Server[];
  path: string;
  requestsPerSecond: number[];
  /** Processor time of all the sites' processes, without the database's. */
  msPerRequest: number[];
}

/** The same pages from one worker, from two separate sites, and from two workers, in turns. */
export async function measureWorkers(
  environment: Environment,
  { seconds, rounds, sizes }: Plan,
): Promise<Table[]> {
  const ads = sizes[0] ?? 0;
  const ad = await newestAd(environment, ads);
  const cases: Case[] = [];
  for (const { name: arrangement, sites, workers } of arrangements) {
    const start = async (env: Record<string, string>) => {
      const servers: Server[] = [];
      for (let n = 0; n < sites; n++) {
        servers.push(await environment.site(ads, { ...env, WORKERS: String(workers) }));
      }
      return servers;
    };
    const cached = await start({});
    const bare = await start(uncached);
    const results = () => ({ arrangement, requestsPerSecond: [], msPerRequest: [] });
    cases.push({ ...results(), page: "/, cached", servers: cached, path: "/" });
    cases.push({ ...results(), page: "/, uncached", servers: bare, path: "/" });
    cases.push({ ...results(), page: "an ad, uncached", servers: bare, path: ad });
  }
  // Long enough for both workers to have compiled their hot code.
  for (const { servers, path } of cases) await loadAll(servers, path, Math.max(2, seconds));
  for (let round = 0; round < rounds; round++) {
    for (const { servers, path, requestsPerSecond, msPerRequest } of cases) {
      const before = await processorMs(servers);
      const loads = await loadAll(servers, path, seconds);
      const spent = (await processorMs(servers)) - before;
      const perSecond = sumOf(loads.map((one) => one.requestsPerSecond));
      requestsPerSecond.push(perSecond);
      msPerRequest.push(spent / (perSecond * seconds));
      for (const server of servers) server.check();
    }
  }
  // The last case of each is the site without a page cache.
  const memory = new Map<string, number>();
  for (const { arrangement, servers } of cases) {
    memory.set(arrangement, sumOf(await Promise.all(servers.map((one) => one.totalMemory()))));
  }
  for (const server of new Set(cases.flatMap(({ servers }) => servers))) await server.stop();

  const rows = cases.map((each): Table["rows"][number] => {
    const among = cases.filter(({ page }) => page === each.page);
    const [single = each, separate = each] = among;
    const costTo = (other: Case) =>
      median(each.msPerRequest.map((ms, round) => ms / (other.msPerRequest[round] ?? ms)));
    return [
      each.page,
      each.arrangement,
      median(each.requestsPerSecond),
      median(each.requestsPerSecond) / median(single.requestsPerSecond),
      median(each.msPerRequest),
      costTo(single),
      costTo(separate),
    ];
  });
  return [
    {
      title: "Workers",
      note: `${connections} connections, gzip, ${ads.toLocaleString("en-US")} ads. Processor time is that of all processes of the site, without the database's. Two separate sites of one worker share nothing but the machine and the database: what they take more than one alone is the cost of busy cores, and what two workers take more than they is our own. The target, against one worker, is at most 1.05.`,
      columns: [
        "page",
        "site",
        "requests/s",
        "vs. one",
        "ms of CPU per request",
        "vs. one",
        "vs. two sites",
      ],
      rows,
    },
    {
      title: "Resident memory of all processes without a page cache, MB",
      columns: ["site", "after the load"],
      rows: [...memory],
    },
  ];
}

/** With the same number of connections in all. */
function loadAll(servers: Server[], path: string, seconds: number): Promise<Load[]> {
  const open = connections / servers.length;
  return Promise.all(servers.map(({ url }) => load(url + path, seconds, {}, open)));
}

async function processorMs(servers: Server[]): Promise<number> {
  return sumOf(await Promise.all(servers.map((one) => one.processorMs())));
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
