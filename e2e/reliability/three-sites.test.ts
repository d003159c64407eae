import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "../../app/db/embedded.server.ts";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { cookiesOf } from "../../testing/cookies.ts";
import { patience } from "../../testing/patience.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import type { TlsProxy } from "../../testing/tls-proxy.ts";
import { removeData, type SiteProcess, startSite } from "../site-process.ts";
import { startBalancer } from "./balancer.ts";

let folder: string;
let bucket: TestBucket;
let database: EmbeddedDatabase;
let env: Record<string, string>;
let sites: SiteProcess[] = [];
let balancer: TlsProxy;
let cookie: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mar-de-minas-tres-"));
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
  await rm(folder, { recursive: true, force: true });
});

function post(to: string, form: FormData | URLSearchParams, more: Record<string, string> = {}) {
  return fetch(to, { method: "POST", body: form, redirect: "manual", headers: more });
}

test("a login through the balancer is valid on all sites, and logging out on one ends it on all", async () => {
  const [first, second] = sites as [SiteProcess, SiteProcess, SiteProcess];
  const fromOwnPage = { Origin: balancer.url };
  const form = { displayName: "Ana", email: "ana@example.com", password: "canastra" };
  const registered = await post(
    `${balancer.url}/register`,
    new URLSearchParams({ ...form, confirmPassword: form.password }),
    fromOwnPage,
  );
  expect(registered.status).toBe(302);
  cookie = cookiesOf(registered);
  const isIn = async ({ url }: SiteProcess) => {
    const answer = await fetch(`${url}/dashboard`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    return answer.status === 200;
  };
  expect(await Promise.all(sites.map(isIn))).toEqual([true, true, true]);
  await post(`${second.url}/logout`, new URLSearchParams(), { Cookie: cookie });
  expect(await Promise.all(sites.map(isIn))).toEqual([false, false, false]);
  const login = await post(`${first.url}/login`, new URLSearchParams(form), fromOwnPage);
  cookie = cookiesOf(login);
  expect(await Promise.all(sites.map(isIn))).toEqual([true, true, true]);
});

test("an ad published on one site appears with its photo on all, in spite of their caches", async () => {
  // An ETag shows that the site has its home page cached.
  const cachedTag = async ({ url }: SiteProcess) => (await fetch(url)).headers.get("ETag");
  await vi.waitFor(
    async () => expect((await Promise.all(sites.map(cachedTag))).every(Boolean)).toBe(true),
    patience,
  );
  const form = new FormData();
  const fields = { title: "Rancho das Três Casas", body: "Na beira.", valorFds: "900" };
  for (const [name, value] of Object.entries({
    ...fields,
    telefone: "37900010264",
    localizacao: "Turvo",
  })) {
    form.set(name, value);
  }
  const jpeg = new Uint8Array(await makeJpeg(900, 700));
  form.append("images", new File([jpeg], "casa.jpg", { type: "image/jpeg" }));
  const published = await post(`${sites[0]?.url}/posts/create`, form, { Cookie: cookie });
  expect(published.status).toBe(302);

  await vi.waitFor(async () => {
    const pages = await Promise.all(
      sites.map(async ({ url }) => (await fetch(`${url}/search?localizacao=Turvo`)).text()),
    );
    for (const page of pages) expect(page).toContain("Rancho das Três Casas");
    const homes = await Promise.all(sites.map(async ({ url }) => (await fetch(url)).text()));
    for (const page of homes) expect(page).toContain("Rancho das Três Casas");
  }, patience);
  const home = await (await fetch(sites[1]?.url ?? "")).text();
  const photo = /\/fotos\/[^" ]+\/400\.avif/.exec(home)?.[0];
  for (const { url } of sites) expect((await fetch(url + photo)).status).toBe(200);
});

test("replacing all sites one by one under load fails no request", async () => {
  const paths = ["/", "/search?q=900", "/blog", "/dashboard", "/plans"];
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  async function visit(first: number): Promise<void> {
    for (let n = first; !isOver; n++) {
      const path = paths[n % paths.length] ?? "/";
      const headers = new Headers(path === "/dashboard" ? { Cookie: cookie } : {});
      const answer = await fetch(balancer.url + path, { headers, redirect: "manual" });
      await answer.arrayBuffer();
      answered += 1;
      if (answer.status !== 200) failures.push(`${path}: ${answer.status}`);
    }
  }
  const visitors = [0, 1, 2, 3].map(visit);
  for (let n = 0; n < 3; n++) {
    const old = sites[n] as SiteProcess;
    const before = answered;
    expect(await old.end("SIGTERM")).toBe(0);
    await removeData(old);
    sites[n] = await startSite({ plainHttp: true, env });
    await vi.waitFor(() => expect(answered).toBeGreaterThan(before + 20), { timeout: 40_000 });
  }
  isOver = true;
  await Promise.all(visitors);
  expect(failures).toEqual([]);
});
