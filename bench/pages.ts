import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { logIn, newestAd } from "./advertiser.ts";
import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import { ask, connections, type Load, load } from "./load.ts";
import { type Plan, uncached } from "./plan.ts";
import { nginxVersion, type Server, startNginx } from "./servers.ts";
import type { Table } from "./table.ts";

interface Case {
  page: string;
  kind: string;
  server: Server;
  url: string;
  headers?: Record<string, string>;
}

/** Also measures the sites' memory under load. */
export async function measureMemoryAndPages(
  environment: Environment,
  { seconds, rounds, sizes }: Plan,
): Promise<Table[]> {
  const ads = sizes[0] ?? 0;
  const cached = await environment.site(ads);
  const bare = await environment.site(ads, uncached);
  const idle = new Map<Server, number>([
    [cached, await cached.memory()],
    [bare, await bare.memory()],
  ]);
  const Cookie = await logIn(cached);
  const paths = ["/", await newestAd(environment, ads), "/search?q=500"];
  const cases: Case[] = [];
  for (const path of paths) {
    const page = path.startsWith("/posts/") ? "an ad" : path;
    cases.push({ page, kind: "cached", server: cached, url: cached.url + path });
    cases.push({ page, kind: "uncached", server: bare, url: bare.url + path });
    const headers = { Cookie };
    cases.push({ page, kind: "logged in", server: cached, url: cached.url + path, headers });
  }
  if (nginxVersion()) {
    const html = (await ask(`${cached.url}/`)).body;
    const gzipped = (await ask(`${cached.url}/`, { "Accept-Encoding": "gzip" })).body;
    const nginx = environment.stopAtEnd(
      await startNginx(join(environment.folder, "nginx"), html, gzipped),
    );
    cases.unshift({ page: "/", kind: "nginx, a file", server: nginx, url: `${nginx.url}/` });
  }
  if (environment.baseline) {
    const old = await environment.baselineSite(ads, uncached);
    for (const path of paths) {
      const page = path.startsWith("/posts/") ? "an ad" : path;
      cases.push({ page, kind: "baseline, uncached", server: old, url: old.url + path });
    }
  }

  const loads = new Map<Case, Load[]>(cases.map((each) => [each, []]));
  const peak = new Map(idle);
  for (const { url, headers } of cases) await load(url, 1, headers);
  for (let round = 0; round < rounds; round++) {
    for (const [each, results] of loads) {
      const watch = watchMemory(each.server, peak);
      results.push(await load(each.url, seconds, each.headers));
      await watch.stop();
      each.server.check();
    }
  }
  await pause(5_000);

  const perSecond = (page: string, kind: string) => {
    const found = [...loads].find(([each]) => each.page === page && each.kind === kind);
    return found ? median(found[1].map((result) => result.requestsPerSecond)) : Number.NaN;
  };
  const rows = [...loads].map(([{ page, kind }, results]) => {
    const p50 = median(results.map((result) => result.p50));
    const p99 = median(results.map((result) => result.p99));
    const own = perSecond(page, kind);
    const toNginx = page === "/" ? own / perSecond("/", "nginx, a file") : Number.NaN;
    const toBaseline =
      kind === "uncached" ? own / perSecond(page, "baseline, uncached") : Number.NaN;
    return [page, kind, own, p50, p99, p99 / p50, toNginx, toBaseline];
  });
  const memoryRows: Table["rows"] = [];
  for (const [name, server] of [
    ["with the page cache", cached],
    ["without it", bare],
  ] as const) {
    const before = idle.get(server) ?? Number.NaN;
    memoryRows.push([name, before, peak.get(server) ?? Number.NaN, await server.memory()]);
    await server.stop();
  }
  return [
    {
      title: "Pages under load",
      note: `${connections} connections, gzip, ${ads.toLocaleString("en-US")} ads. "Uncached" is a site with PAGE_CACHE_MB=0; "nginx" serves a file with the same bytes as /.`,
      columns: ["page", "kind", "requests/s", "p50", "p99", "p99/p50", "vs. nginx", "vs. baseline"],
      rows,
    },
    {
      title: "Resident memory of the site, MB",
      columns: ["site", "idle", "under load", "5 s after"],
      rows: memoryRows,
    },
  ];
}

function watchMemory(server: Server, peak: Map<Server, number>): { stop: () => Promise<void> } {
  if (!peak.has(server)) return { stop: async () => undefined };
  const note = async () => {
    const now = await server.memory();
    peak.set(server, Math.max(now, peak.get(server) ?? 0));
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
