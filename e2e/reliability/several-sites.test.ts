import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { nextChunkBytes } from "../../app/domain/photos/uploads/upload-requests.ts";
import { askAt, logIn, post, register } from "../../testing/advertiser.ts";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { cloneDatabase } from "../../testing/clone-database.ts";
import { makeFolder } from "../../testing/folder.ts";
import { patience } from "../../testing/patience.ts";
import { makeJpeg, padJpeg } from "../../testing/pictures.ts";
import { startVisiting } from "../../testing/steady-visitors.ts";
import type { TlsProxy } from "../../testing/tls-proxy.ts";
import { askOffset, beginUpload, fetchUploadStatus, sendPart } from "../../testing/upload.ts";
import { databaseVariables, removeData, type SiteProcess, startSite } from "../site-process.ts";
import { startBalancer } from "./balancer.ts";
import { spawnOperator } from "./operator-terminal.ts";

const folder = await makeFolder({ onDone: afterAll });
let bucket: TestBucket;
let env: Record<string, string>;
let sites: [SiteProcess, SiteProcess];
let balancer: TlsProxy;
let cookie: string;

beforeAll(async () => {
  bucket = await startBucket(join(folder, "balde"));
  const url = await cloneDatabase(inject("templateUrl"));
  balancer = await startBalancer(() => (sites ?? []).map(({ url }) => url));
  env = {
    ...bucket.env,
    ...databaseVariables(url),
    SITE_URL: balancer.url,
    TRUSTED_PROXIES: "loopback",
    RATE_LIMIT_FACTOR: "1000",
    DRAIN_SECONDS: "1",
  };
  // One of the sites has processes that in turn share its port.
  const own = [{ ...env, WORKERS: "2" }, env];
  sites = (await Promise.all(
    own.map((env) => startSite({ plainHttp: true, env })),
  )) as typeof sites;
  await vi.waitFor(async () => expect((await fetch(balancer.url)).status).toBe(200), patience);
});

afterAll(async () => {
  await balancer?.close();
  for (const site of sites ?? []) {
    await site.end("SIGTERM");
    await removeData(site);
  }
  await bucket?.stop();
});

const ask = ({ url }: SiteProcess) => askAt(url);

test("a login through the balancer is valid on both sites, and logging out on one ends it on both", async () => {
  const [first, second] = sites;
  cookie = await register(askAt(balancer.url), "ana@example.com");
  const isIn = async ({ url }: SiteProcess) => {
    const headers = { Cookie: cookie };
    return (await fetch(`${url}/dashboard`, { headers, redirect: "manual" })).status === 200;
  };
  expect(await Promise.all(sites.map(isIn))).toEqual([true, true]);
  await ask(second)("/logout", post({}, cookie));
  expect(await Promise.all(sites.map(isIn))).toEqual([false, false]);
  cookie = await logIn(ask(first), "ana@example.com");
  expect(await Promise.all(sites.map(isIn))).toEqual([true, true]);
});

test("an upload can alternate between the sites, chunk by chunk", async () => {
  const bytes = await padJpeg(await makeJpeg(1500, 1100), 900_000);
  const asks = [ask(sites[0]), ask(sites[1])] as const;
  const begun = await beginUpload(asks[0], cookie, { size: bytes.length });
  const path = begun.headers.get("Location") ?? "";
  let turn = 1;
  let chunk = 262_144;
  for (let offset = 0; offset < bytes.length; chunk = nextChunkBytes(chunk)) {
    const site = asks[turn++ % 2] ?? asks[0];
    expect(await askOffset(site, cookie, path)).toBe(offset);
    const part = bytes.subarray(offset, offset + chunk);
    expect((await sendPart(site, cookie, path, offset, part)).status).toBe(204);
    offset += part.length;
  }
  expect(turn).toBeGreaterThan(3);
  for (const site of sites) {
    const { photo } = await (await fetchUploadStatus(ask(site), cookie, path)).json();
    expect((await fetch(`${site.url}/fotos/${photo.key}/1500.jpg`)).status).toBe(200);
  }
});

test("a photo polled on both sites at once is processed only once", async () => {
  const bytes = await makeJpeg(1300, 900, { detail: true });
  const [here, there] = [ask(sites[0]), ask(sites[1])];
  const begun = await beginUpload(here, cookie, { size: bytes.length });
  const path = begun.headers.get("Location") ?? "";
  bucket.takeRequests();

  const sent = sendPart(here, cookie, path, 0, bytes);
  const polls: Response[] = [];
  let finished = false;
  const asking = (async () => {
    while (!finished) polls.push(await fetchUploadStatus(there, cookie, path));
  })();
  expect((await sent).status).toBe(204);
  finished = true;
  await asking;

  const states = await Promise.all(polls.map(async (poll) => (await poll.json()).state));
  expect(states.every((state) => ["uploading", "processing", "ready"].includes(state))).toBe(true);
  const made = bucket.takeRequests().filter((line) => /^PUT .*1300\.avif/.test(line));
  expect(made).toHaveLength(1);
  for (const site of [here, there]) {
    const answer = await (await fetchUploadStatus(site, cookie, path)).json();
    expect(answer).toMatchObject({ state: "ready", photo: { width: 1300 } });
  }
});

test("a backup includes the bucket's photos and restores them into an empty bucket", async () => {
  const file = join(folder, "copia.tar.gz");
  const saved = await spawnOperator({ ...env, DATA_DIR: folder }, "backup", file);
  const keys = (await bucket.keys()).filter((key) => key.startsWith("imoveis/"));
  expect(saved.out).toContain(` ${keys.length} arquivos de fotos`);
  const empty = await startBucket(join(folder, "outro-balde"));
  const url = await cloneDatabase(inject("templateUrl"));
  try {
    const to = { ...databaseVariables(url), DATA_DIR: join(folder, "outro") };
    const restored = await spawnOperator({ ...env, ...empty.env, ...to }, "restore", file);
    expect(restored.out).toMatch(/^Repostos: 1 anunciantes/);
    expect(await empty.keys()).toEqual(keys);
  } finally {
    await empty.stop();
  }
});

test("a photo is processed by the other site if the first is killed while processing it", async () => {
  const bytes = await makeJpeg(2600, 1900, { detail: true });
  const begun = await beginUpload(ask(sites[0]), cookie, { size: bytes.length });
  const path = begun.headers.get("Location") ?? "";
  const doomed = await startSite({ plainHttp: true, env });
  const sent = sendPart(ask(doomed), cookie, path, 0, bytes).catch(() => null);
  // Once all bytes are stored, the site is processing the photo.
  const other = ask(sites[1]);
  const deadline = Date.now() + 30_000;
  while ((await askOffset(other, cookie, path)) < bytes.length && Date.now() < deadline);
  await doomed.end("SIGKILL");
  await sent;
  await removeData(doomed);

  const status = async () => (await fetchUploadStatus(other, cookie, path)).json();
  const ready = { state: "ready", photo: { width: 2600 } };
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toMatchObject(ready);
});

test("replacing both sites one by one under load fails no request", async () => {
  const visitors = startVisiting(askAt(balancer.url), cookie);
  for (const n of [0, 1] as const) {
    const old = sites[n];
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
