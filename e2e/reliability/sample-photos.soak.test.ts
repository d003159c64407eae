import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { joinEmbeddedDatabase } from "../../app/db/embedded/embedded.server.ts";
import { listFilesOf } from "../../app/photos/store.server.ts";
import { sampleAdvertisers } from "../../samples/sample-listings.ts";
import {
  expectNoProcesses,
  listDatabaseProcesses,
  signalAll,
} from "../../testing/database-processes.ts";
import { copyWithPlainDrawings } from "../plain-drawings.ts";
import { type SiteProcess, startSite } from "../site-process.ts";
import { openSiteStorage } from "./fault-checks.ts";

const samples = sampleAdvertisers.flatMap(({ listings }) => listings);
const photoCount = samples.reduce((all, { photos }) => all + photos.length, 0);

interface SamplePhoto {
  postId: string;
  key: string;
  widths: number[];
  cover: boolean;
  bytes: number;
  sizesDue: boolean;
}

async function listPhotos(db: pg.Client): Promise<SamplePhoto[]> {
  const { rows } = await db.query<SamplePhoto>(
    `select "postId", key, widths, cover, bytes::int, "sizesDue" from photos`,
  );
  return rows;
}

/** Size of a file's body, once the answer is 200. */
async function fetchFile(site: SiteProcess, file: string): Promise<number> {
  const answer = await fetch(`${site.url}/fotos/${file}`);
  expect([file, answer.status]).toEqual([file, 200]);
  return (await answer.bytes()).length;
}

test("a site killed while drawing the sample photos draws the rest on its next start", {
  // Time for both waits, on cores that the machine shares.
  timeout: 420_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-exemplos-"));
  onTestFinished(async () => {
    // If the test failed before the second start, nothing else stops it.
    signalAll(await listDatabaseProcesses(dataDir).catch(() => []), "SIGQUIT");
    await rm(dataDir, { recursive: true, force: true });
  });
  const options = {
    dataDir,
    programDir: await copyWithPlainDrawings(),
    env: { DEMO: "1", WORKERS: "2" },
  };
  const killed = await startSite(options);
  onTestFinished(() => killed.end("SIGTERM").then(() => undefined));
  const { url } = await joinEmbeddedDatabase(dataDir);
  const before = await openSiteStorage(url, dataDir);
  const drawn = async () => (await listPhotos(before.db)).filter(({ sizesDue }) => !sizesDue);
  await vi.waitUntil(async () => (await drawn()).length > 2, { timeout: 120_000, interval: 10 });

  await killed.end("SIGKILL");

  // The database outlives the site.
  expect((await drawn()).length).toBeLessThan(photoCount);
  await before.db.end();
  const site = await startSite(options);
  onTestFinished(() => site.end("SIGTERM").then(() => undefined));
  const { db } = await openSiteStorage((await joinEmbeddedDatabase(dataDir)).url, dataDir);
  const isDone = async () => (await listPhotos(db)).every(({ sizesDue }) => !sizesDue);
  await vi.waitUntil(isDone, { timeout: 240_000, interval: 100 });

  const ads = await db.query<{ id: string; title: string }>("select id, title from posts");
  expect(ads.rows.map(({ title }) => title).sort()).toEqual(
    samples.map(({ title }) => title).sort(),
  );
  const photos = await listPhotos(db);
  expect(photos).toHaveLength(photoCount);
  for (const { id } of ads.rows) {
    const page = await fetch(`${site.url}/posts/${id}`);
    expect(page.status).toBe(200);
    const html = await page.text();
    for (const { key } of photos.filter(({ postId }) => postId === id)) expect(html).toContain(key);
  }
  for (const photo of photos) {
    expect(photo.cover && photo.widths.length > 1).toBe(true);
    const sizes = await Promise.all(listFilesOf(photo).map((file) => fetchFile(site, file)));
    // A file cut off by the kill would be smaller.
    expect([photo.key, sizes.reduce((all, size) => all + size, 0)]).toEqual([
      photo.key,
      photo.bytes,
    ]);
  }
  const folder = join(dataDir, "fotos", "imoveis");
  const stored = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const named = photos.flatMap(listFilesOf).map((file) => join(dataDir, "fotos", file));
  expect(stored.sort()).toEqual(named.sort());
  expect(await readdir(join(dataDir, "envios"))).toEqual([]);
  await db.end();
  expect(await site.end("SIGTERM")).toBe(0);
  await expectNoProcesses(dataDir);
});
