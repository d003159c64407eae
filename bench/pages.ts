import { setTimeout as pause } from "node:timers/promises";
import { askAt, register } from "../testing/advertiser.ts";
import { type Environment, newestAd } from "./environment.ts";
import { median } from "./figures.ts";
import { connections, type Load, load } from "./load.ts";
import { type Plan, uncached } from "./plan.ts";
import type { Server } from "./servers.ts";
import type { Table } from "./table.ts";

interface Site {
  checkout: string;
  pageCache: "on" | "off";
  server: Server;
  idle: number;
  /** The most memory seen under load, MB. */
  peak: number;
}

interface Case {
  page: string;
  kind: string;
  site: Site;
  path: string;
  headers: Record<string, string>;
  /** Connections at once. */
  open: number;
  loads: Load[];
}

/** Few enough that an uncached page waits for others, not for its turn in a long queue. */
const uncachedConnections = 16;

/** Measures both checkouts in turns, and the sites' memory under load. */
export async function measureMemoryAndPages(
  environment: Environment,
  { seconds, rounds, sizes }: Plan,
): Promise<Table[]> {
  const ads = sizes[0] ?? 0;
  const checkouts = environment.baseline
    ? { "this checkout": environment.site, baseline: environment.baselineSite }
    : { "this checkout": environment.site };
  const sites: Site[] = [];
  const kinds: Omit<Case, "page" | "path" | "loads">[] = [];
  for (const [checkout, start] of Object.entries(checkouts)) {
    const open = async (pageCache: Site["pageCache"], server: Server): Promise<Site> => {
      const idle = await server.memory();
      const site = { checkout, pageCache, server, idle, peak: idle };
      sites.push(site);
      return site;
    };
    const cached = await open("on", await start(ads));
    const bare = await open("off", await start(ads, uncached));
    kinds.push({ kind: "cached", site: cached, headers: {}, open: connections });
    kinds.push({ kind: "uncached", site: bare, headers: {}, open: uncachedConnections });
    const Cookie = await register(askAt(cached.server.url));
    kinds.push({ kind: "logged in", site: cached, headers: { Cookie }, open: connections });
  }
  kinds.sort((one, other) => one.kind.localeCompare(other.kind));
  const pages = { "/": "/", "an ad": await newestAd(environment, ads), search: "/search?q=500" };
  const cases = Object.entries(pages).flatMap(([page, path]) =>
    kinds.map((kind): Case => ({ page, path, ...kind, loads: [] })),
  );

  for (const { site, path, headers, open } of cases) {
    await load(site.server.url + path, 1, headers, open);
  }
  for (let round = 0; round < rounds; round++) {
    for (const { site, path, headers, open, loads } of cases) {
      const watch = watchMemory(site);
      loads.push(await load(site.server.url + path, seconds, headers, open));
      await watch.stop();
      site.server.check();
    }
  }
  await pause(5_000);

  const rows = cases.map((each): Table["rows"][number] => {
    const { page, kind, site, loads } = each;
    const old = cases.find(
      (other) => other.page === page && other.kind === kind && other.site.checkout === "baseline",
    );
    const perSecond = median(loads.map((one) => one.requestsPerSecond));
    const p50 = median(loads.map((one) => one.p50));
    const p99 = median(loads.map((one) => one.p99));
    const ratios = loads.map(
      (one, round) => one.requestsPerSecond / (old?.loads[round]?.requestsPerSecond ?? Number.NaN),
    );
    return [page, kind, site.checkout, perSecond, p50, p99, p99 / p50, median(ratios)];
  });
  const memory: Table["rows"] = [];
  for (const { checkout, pageCache, server, idle, peak } of sites) {
    memory.push([pageCache, checkout, idle, peak, await server.memory()]);
    await server.stop();
  }
  return [
    {
      title: "Pages under load",
      note: `${connections} connections, uncached ${uncachedConnections}, gzip, ${ads.toLocaleString("en-US")} ads. "Uncached" is a site with PAGE_CACHE_MB=0. The ratio to the baseline is the median of the rounds'.`,
      columns: ["page", "kind", "site", "requests/s", "p50", "p99", "p99/p50", "vs. baseline"],
      rows,
    },
    {
      title: "Resident memory, MB",
      columns: ["page cache", "site", "idle", "under load", "5 s after"],
      rows: memory,
    },
  ];
}

function watchMemory(site: Site): { stop: () => Promise<void> } {
  const note = async () => {
    site.peak = Math.max(site.peak, await site.server.memory());
  };
  // If the site has died, the load test fails.
  const timer = setInterval(() => note().catch(() => undefined), 200);
  return {
    async stop() {
      clearInterval(timer);
      await note();
    },
  };
}
