import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../../app/db/embedded/embedded.server.ts";
import { nextChunkBytes } from "../../app/uploads/task/upload-retry.ts";
import { projectNode, root } from "../../scripts/prepare.mjs";
import { askAt, register } from "../../testing/advertiser.ts";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { makeFolder } from "../../testing/folder.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { askOffset, beginUpload, fetchUploadStatus, sendPart } from "../../testing/upload.ts";
import { removeData, type SiteProcess, startSite } from "../site-process.ts";

const folder = await makeFolder({ onDone: afterAll });
let bucket: TestBucket;
let database: EmbeddedDatabase;
let sites: [SiteProcess, SiteProcess];
let cookie: string;

beforeAll(async () => {
  bucket = await startBucket(join(folder, "balde"));
  database = await startEmbeddedDatabase(folder);
  const env = {
    ...bucket.env,
    DATABASE_URL: database.url,
    AUTH_SECRET: "x".repeat(32),
    // One of the sites has processes that in turn share its port.
    WORKERS: "2",
  };
  sites = await Promise.all([startSite({ env }), startSite({ env: { ...env, WORKERS: "1" } })]);
  cookie = await register(askAt(sites[0].url));
});

afterAll(async () => {
  for (const site of sites ?? []) {
    await site.end("SIGTERM");
    await removeData(site);
  }
  await database?.stop();
  await bucket?.stop();
});

async function operator(env: Record<string, string>, ...args: string[]): Promise<string> {
  const child = spawn(projectNode, ["cli/main.ts", ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return text(child.stdout) as Promise<string>;
}

const ask = ({ url }: SiteProcess) => askAt(url);

test("an upload can alternate between two sites, chunk by chunk", async () => {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const bytes = await sharp({
    create: { width: 1500, height: 1100, channels: 3, background: "#808080", noise },
  })
    .jpeg({ quality: 96 })
    .toBuffer();
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
    const answer = await fetch(`${site.url}/fotos/${photo.key}/1500.jpg`);
    const picture = sharp(Buffer.from(await answer.arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ width: 1500, height: 1100 });
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
  const env = { DATABASE_URL: database.url, AUTH_SECRET: "x".repeat(32), DATA_DIR: folder };
  const saved = await operator({ ...bucket.env, ...env }, "backup", file);
  const keys = (await bucket.keys()).filter((key) => key.startsWith("imoveis/"));
  expect(saved).toContain(` ${keys.length} arquivos de fotos`);
  const empty = await startBucket(join(folder, "outro-balde"));
  await mkdir(join(folder, "outro"));
  const other = await startEmbeddedDatabase(join(folder, "outro"));
  try {
    const to = { DATABASE_URL: other.url, DATA_DIR: join(folder, "outro") };
    const restored = await operator({ ...empty.env, ...env, ...to }, "restore", file);
    expect(restored).toMatch(/^Repostos: 1 anunciantes/);
    expect(await empty.keys()).toEqual(keys);
  } finally {
    await other.stop();
    await empty.stop();
  }
});

test("a photo is processed by the other site if the first is killed while processing it", async () => {
  const bytes = await makeJpeg(2600, 1900, { detail: true });
  const begun = await beginUpload(ask(sites[0]), cookie, { size: bytes.length });
  const path = begun.headers.get("Location") ?? "";
  const doomed = await startSite({
    env: { ...bucket.env, DATABASE_URL: database.url, AUTH_SECRET: "x".repeat(32) },
  });
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
