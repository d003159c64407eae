import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../../app/db/embedded/embedded.server.ts";
import { askAt, findPhoto, logIn, post, publish, register } from "../../testing/advertiser.ts";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { makeFolder } from "../../testing/folder.ts";
import { patience } from "../../testing/patience.ts";
import { startVisiting } from "../../testing/steady-visitors.ts";
import type { TlsProxy } from "../../testing/tls-proxy.ts";
import { removeData, type SiteProcess, startSite } from "../site-process.ts";
import { startBalancer } from "./balancer.ts";

const folder = await makeFolder({ onDone: afterAll });
let bucket: TestBucket;
let database: EmbeddedDatabase;
let env: Record<string, string>;
let sites: SiteProcess[] = [];
let balancer: TlsProxy;
let cookie: string;

beforeAll(async () => {
  bucket = await startBucket(join(folder, "balde"));
  database = await startEmbeddedDatabase(folder);
  balancer = await startBalancer(() => sites.map(({ url }) => url));
  env = {
    ...bucket.env,
    DATABASE_OWNER_URL: database.url,
    AUTH_SECRET: "x".repeat(32),
    SITE_URL: balancer.url,
    TRUSTED_PROXIES: "loopback",
    RATE_LIMIT_FACTOR: "1000",
    DRAIN_SECONDS: "1",
    WORKERS: "2",
  };
  sites = await Promise.all([1, 2, 3].map(() => startSite({ plainHttp: true, env })));
  await vi.waitFor(async () => expect((await fetch(balancer.url)).status).toBe(200), patience);
});

afterAll(async () => {
  await balancer?.close();
  for (const site of sites) {
    await site.end("SIGTERM");
    await removeData(site);
  }
  await database?.stop();
  await bucket?.stop();
});

test("a login through the balancer is valid on all sites, and logging out on one ends it on all", async () => {
  const [first, second] = sites as [SiteProcess, SiteProcess, SiteProcess];
  cookie = await register(askAt(balancer.url), "ana@example.com");
  const isIn = async ({ url }: SiteProcess) => {
    const answer = await fetch(`${url}/dashboard`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    return answer.status === 200;
  };
  expect(await Promise.all(sites.map(isIn))).toEqual([true, true, true]);
  await askAt(second.url)("/logout", post({}, cookie));
  expect(await Promise.all(sites.map(isIn))).toEqual([false, false, false]);
  cookie = await logIn(askAt(first.url), "ana@example.com");
  expect(await Promise.all(sites.map(isIn))).toEqual([true, true, true]);
});

test("an ad published on one site appears with its photo on all, in spite of their caches", async () => {
  // An ETag shows that the site has its home page cached.
  const cachedTag = async ({ url }: SiteProcess) => (await fetch(url)).headers.get("ETag");
  await vi.waitFor(
    async () => expect((await Promise.all(sites.map(cachedTag))).every(Boolean)).toBe(true),
    patience,
  );
  const [{ url = "" } = {}] = sites;
  await publish(askAt(url), cookie, { title: "Rancho das Três Casas" });

  await vi.waitFor(async () => {
    const pages = await Promise.all(
      sites.map(async ({ url }) => (await fetch(`${url}/search?localizacao=Turvo`)).text()),
    );
    for (const page of pages) expect(page).toContain("Rancho das Três Casas");
    const homes = await Promise.all(sites.map(async ({ url }) => (await fetch(url)).text()));
    for (const page of homes) expect(page).toContain("Rancho das Três Casas");
  }, patience);
  const photo = await findPhoto(askAt(sites[1]?.url ?? ""));
  for (const { url } of sites) expect((await fetch(url + photo)).status).toBe(200);
});

test("replacing all sites one by one under load fails no request", async () => {
  const visitors = startVisiting(askAt(balancer.url), cookie);
  for (let n = 0; n < 3; n++) {
    const old = sites[n] as SiteProcess;
    const before = visitors.answered();
    expect(await old.end("SIGTERM")).toBe(0);
    await removeData(old);
    sites[n] = await startSite({ plainHttp: true, env });
    await vi.waitFor(() => expect(visitors.answered()).toBeGreaterThan(before + 20), {
      timeout: 40_000,
    });
  }
  expect((await visitors.stop()).failures).toEqual([]);
});
