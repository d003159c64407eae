import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../scripts/prepare.mjs";
import { cookiesOf } from "../testing/cookies.ts";
import { type Environment, query } from "./environment.ts";
import { median, percentile } from "./figures.ts";
import { ask, connections, type Load, load, timeEach } from "./load.ts";
import { kinds, measurePages } from "./page-bytes.ts";
import { checkBare, makePhotos, type PhotoRun, runBare, runPipeline } from "./photos.ts";
import { searchPaths } from "./searches.ts";
import { nginxVersion, type Server, startNginx, startSite } from "./servers.ts";
import type { Table } from "./table.ts";

export interface Plan {
  seconds: number;
  rounds: number;
  sizes: number[];
  photos: number;
}

const uncached = { PAGE_CACHE_MB: "0" };

/** On filled data, including the embedded database, until /healthz responds. */
export async function measureStart(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table> {
  const rows: Table["rows"] = [];
  for (const ads of sizes) {
    await environment.stopDatabase(ads);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const site = environment.stopAtEnd(await startSite(root, environment.dataDir(ads)));
      times.push(site.startMs);
      await site.stop();
    }
    rows.push([ads, median(times)]);
  }
  return { title: "Start-up on filled data", columns: ["ads", "ms"], rows };
}

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
): Promise<{ pages: Table; memory: Table }> {
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
    const old = await environment.baselineSite(ads);
    for (const path of paths) {
      const page = path.startsWith("/posts/") ? "an ad" : path;
      cases.push({ page, kind: "baseline", server: old, url: old.url + path });
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
    const toBaseline = kind === "uncached" ? own / perSecond(page, "baseline") : Number.NaN;
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
  return {
    pages: {
      title: "Pages under load",
      note: `${connections} connections, gzip, ${ads.toLocaleString("en-US")} ads. "Uncached" is a site with PAGE_CACHE_MB=0; "nginx" serves a file with the same bytes as /.`,
      columns: ["page", "kind", "requests/s", "p50", "p99", "p99/p50", "vs. nginx", "vs. baseline"],
      rows,
    },
    memory: {
      title: "Resident memory of the site, MB",
      columns: ["site", "idle", "under load", "5 s after"],
      rows: memoryRows,
    },
  };
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

export async function newestAd(environment: Environment, ads: number): Promise<string> {
  const { url } = await environment.database(ads);
  const [row] = await query(url, `select id from posts order by "createdAt" desc, id desc limit 1`);
  return `/posts/${row?.id}`;
}

async function logIn(site: Server): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const password = "serra-da-canastra";
  await send("/register", { displayName: "Maria", email, password, confirmPassword: password });
  const cookie = await send("/login", { email, password });
  if (!cookie) throw new Error("the login set no cookie");
  return cookie;

  async function send(path: string, fields: Record<string, string>): Promise<string> {
    const body = new URLSearchParams(fields);
    const answer = await fetch(site.url + path, { method: "POST", body, redirect: "manual" });
    if (answer.status !== 302) throw new Error(`${path} answered ${answer.status}`);
    return cookiesOf(answer);
  }
}

/** Uncached, at each number of ads, in turns. */
export async function measureSearch(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table> {
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
  return {
    title: "Search, uncached",
    note: `${paths.length} searches, ${rounds} times each, one at a time: random mixes of price, location, dates (a third of them at Réveillon, when 95 % are taken), people, amenities, pets, order and deep pages.`,
    columns: ["ads", "p50", "p95", "p95 vs. fewest ads"],
    rows: [...times].map(([ads, all]) => {
      const p95 = percentile(all, 0.95);
      return [ads, percentile(all, 0.5), p95, p95 / smallest];
    }),
  };
}

/** Compares the photo pipeline with the bare sharp calls it makes. */
export async function measurePhotos({ photos: count, rounds }: Plan): Promise<Table> {
  const photos = await makePhotos(count);
  const [first] = photos;
  if (first) await checkBare(first);
  const bare: PhotoRun[] = [];
  const pipeline: PhotoRun[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await runBare(photos));
    pipeline.push(await runPipeline(photos));
  }
  const bareMs = median(bare.map(({ ms }) => ms));
  const row = (name: string, runs: PhotoRun[]) => {
    const ms = median(runs.map((run) => run.ms));
    const blocked = Math.max(...runs.map(({ blockedMs }) => blockedMs));
    return [name, ms / 1000, ms / bareMs, blocked];
  };
  return {
    title: `Photos: making the variants of ${count} photos of 12 megapixels`,
    columns: ["", "seconds", "vs. bare sharp", "longest event loop block, ms"],
    rows: [row("bare sharp", bare), row("the site's pipeline", pipeline)],
  };
}

export async function measureBytes(
  environment: Environment,
  { sizes }: Plan,
): Promise<{ table: Table; version: string }> {
  const ads = sizes[0] ?? 0;
  const site = await environment.site(ads);
  const ad = await newestAd(environment, ads);
  const paths = ["/", ad, "/search?q=500", "/blog", "/about", "/plans", "/register"];
  const { version, pages } = await measurePages(site.url, paths);
  await site.stop();
  const rows = [...pages].map(([path, bytes]) => [
    path === ad ? "an ad" : path,
    ...kinds.map((kind) => bytes[kind] / 1000),
    kinds.reduce((sum, kind) => sum + bytes[kind], 0) / 1000,
  ]);
  return {
    version,
    table: {
      title: "Downloads on a phone, kB",
      note: "390 × 844 at 2× density, empty cache, no scrolling; transferred bytes, including headers. All photos are the same illustration.",
      columns: ["page", ...kinds, "total"],
      rows,
    },
  };
}
