import type { Environment } from "./environment.ts";
import { percentile } from "./figures.ts";
import { timeEach } from "./load.ts";
import { type Plan, uncached } from "./plan.ts";
import { searchPaths } from "./searches.ts";
import type { Server } from "./servers.ts";
import type { Table } from "./table.ts";

/** Measures uncached searches, at each number of ads, in turns. */
export async function measureSearch(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table[]> {
  const paths = searchPaths();
  const sites: [number, Server][] = [];
  for (const ads of sizes) sites.push([ads, await environment.site(ads, uncached)]);
  const times = new Map<number, number[]>(sizes.map((ads) => [ads, []]));
  for (const [, site] of sites) {
    // Warm up the JIT compiler.
    for (let pass = 0; pass < 2; pass++) await timeEach(site.url, paths);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [ads, site] of sites) times.get(ads)?.push(...(await timeEach(site.url, paths)));
  }
  for (const [, site] of sites) await site.stop();
  const smallest = percentile(times.get(sizes[0] ?? 0) ?? [], 0.95);
  return [
    {
      title: "Search, uncached",
      note: `${paths.length} searches, ${rounds} times each, one at a time: random mixes of price, location, dates (a third of them at Réveillon, when 95 % are taken), people, amenities, pets, order and deep pages.`,
      columns: ["ads", "p50", "p95", "p95 vs. fewest ads"],
      rows: [...times].map(([ads, all]) => {
        const p95 = percentile(all, 0.95);
        return [ads, percentile(all, 0.5), p95, p95 / smallest];
      }),
    },
  ];
}
