import { type Environment, newestAd } from "./environment.ts";
import { median } from "./figures.ts";
import { type Load, load } from "./load.ts";
import { type Plan, uncached } from "./plan.ts";
import { type Server, startBareApp } from "./servers.ts";
import type { Table } from "./table.ts";

/** Few enough that a page waits for others, not for its turn in a long queue. */
const connections = 16;

/** Measures rendering uncached, in turns with a bare React Router app and the baseline. */
export async function measureRendering(
  environment: Environment,
  { seconds, rounds, sizes }: Plan,
): Promise<Table[]> {
  const ads = sizes[0] ?? 0;
  const bare = environment.stopAtEnd(await startBareApp(environment.folder));
  const site = await environment.site(ads, uncached);
  const old = environment.baseline ? await environment.baselineSite(ads, uncached) : null;
  const pages = { "/": "/", "an ad": await newestAd(environment, ads), search: "/search?q=500" };

  const runs: { page: string; server: Server; url: string; loads: Load[] }[] = [];
  const plan = (page: string, server: Server, path: string) =>
    runs.push({ page, server, url: server.url + path, loads: [] });
  plan("twelve cards", bare, "/");
  for (const [page, path] of Object.entries(pages)) {
    plan(page, site, path);
    if (old) plan(page, old, path);
  }
  for (const { url } of runs) await load(url, 2, {}, connections);
  for (let round = 0; round < rounds; round++) {
    for (const { server, url, loads } of runs) {
      loads.push(await load(url, seconds, {}, connections));
      server.check();
    }
  }
  for (const server of [bare, site, old]) await server?.stop();

  const find = (page: string, server: Server | null) =>
    runs.find((run) => run.page === page && run.server === server)?.loads ?? [];
  const perSecond = (loads: Load[]) => median(loads.map((one) => one.requestsPerSecond));
  const floor = perSecond(find("twelve cards", bare));
  const rows = runs.map(({ page, server, loads }) => {
    const own = perSecond(loads);
    const p50 = median(loads.map((one) => one.p50));
    const p99 = median(loads.map((one) => one.p99));
    const app = server === bare ? "bare app" : server === old ? "baseline" : "site";
    const toBaseline = server === site ? own / perSecond(find(page, old)) : Number.NaN;
    return [page, app, own, p50, p99, p99 / p50, own / floor, toBaseline];
  });
  return [
    {
      title: "Rendering",
      note: `${connections} connections, gzip, ${ads.toLocaleString("en-US")} ads, PAGE_CACHE_MB=0, one process each. The bare app is React Router behind the same HTTP shell, with twelve such cards from memory.`,
      columns: [
        "page",
        "app",
        "requests/s",
        "p50",
        "p99",
        "p99/p50",
        "vs. bare app",
        "vs. baseline",
      ],
      rows,
    },
  ];
}
