import { newestAd } from "./advertiser.ts";
import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import { connections, load } from "./load.ts";
import { type Plan, uncached } from "./plan.ts";
import type { Server } from "./servers.ts";
import type { Table } from "./table.ts";

const counts = [1, 2];

interface Case {
  page: string;
  workers: number;
  server: Server;
  path: string;
  requestsPerSecond: number[];
  /** Processor time of all the site's processes, without the database's. */
  msPerRequest: number[];
}

/** The same pages from sites with one worker and with two, in turns. */
export async function measureWorkers(
  environment: Environment,
  { seconds, rounds, sizes }: Plan,
): Promise<Table[]> {
  const ads = sizes[0] ?? 0;
  const ad = await newestAd(environment, ads);
  const cases: Case[] = [];
  const memory = new Map<number, number>();
  for (const workers of counts) {
    const env = { WORKERS: String(workers) };
    const cached = await environment.site(ads, env);
    const bare = await environment.site(ads, { ...env, ...uncached });
    const results = () => ({ workers, requestsPerSecond: [], msPerRequest: [] });
    cases.push({ ...results(), page: "/, cached", server: cached, path: "/" });
    cases.push({ ...results(), page: "/, uncached", server: bare, path: "/" });
    cases.push({ ...results(), page: "an ad, uncached", server: bare, path: ad });
  }
  // Long enough for both workers to have compiled their hot code.
  for (const { server, path } of cases) await load(server.url + path, Math.max(2, seconds));
  for (let round = 0; round < rounds; round++) {
    for (const { server, path, requestsPerSecond, msPerRequest } of cases) {
      const before = await server.processorMs();
      const result = await load(server.url + path, seconds);
      const spent = (await server.processorMs()) - before;
      requestsPerSecond.push(result.requestsPerSecond);
      msPerRequest.push(spent / (result.requestsPerSecond * seconds));
      server.check();
    }
  }
  // The last case of each is the site without a page cache.
  for (const { workers, server } of cases) memory.set(workers, await server.totalMemory());
  for (const server of new Set(cases.map((each) => each.server))) await server.stop();

  const rows = cases.map((each): Table["rows"][number] => {
    const single = cases.find(({ page, workers }) => page === each.page && workers === 1) ?? each;
    const cost = each.msPerRequest.map((ms, round) => ms / (single.msPerRequest[round] ?? ms));
    return [
      each.page,
      each.workers,
      median(each.requestsPerSecond),
      median(each.requestsPerSecond) / median(single.requestsPerSecond),
      median(each.msPerRequest),
      median(cost),
    ];
  });
  return [
    {
      title: "Workers",
      note: `${connections} connections, gzip, ${ads.toLocaleString("en-US")} ads. Processor time is that of all processes of the site, without the database; "vs. one" compares medians of requests, and is the median of each round's ratio of processor time (target: at most 1.05).`,
      columns: ["page", "workers", "requests/s", "vs. one", "ms of CPU per request", "vs. one"],
      rows,
    },
    {
      title: "Resident memory of all processes without a page cache, MB",
      columns: ["workers", "after the load"],
      rows: [...memory],
    },
  ];
}
