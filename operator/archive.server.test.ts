import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import tar from "tar-stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../app/db/client.server.ts";
import { deleteListing } from "../app/listings/deletion.server.ts";
import { createListing } from "../app/listings/publishing.server.ts";
import { listFilesOf, removeStored } from "../app/photos/store.server.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  type TestSite,
} from "../testing/site.ts";
import { tables } from "./archive.ts";
import { backup } from "./backup.ts";
import type { OperatorContext } from "./context.ts";
import { restore, verify } from "./restore.ts";

async function openContext(): Promise<{ site: TestSite; context: OperatorContext }> {
  const site = await openTestSite();
  const { db, photoStore, dataDir } = site;
  const context = {
    db,
    photoStore,
    mailedSiteUrl: "",
    siteEmail: "",
    dataDir,
    programDir: process.cwd(),
  };
  return { site, context };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mar-de-minas-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function publish(site: TestSite, title: string, photoCount: number) {
  const user = await createUser(site);
  const ids: string[] = [];
  const keys: string[] = [];
  for (let n = 0; n < photoCount; n++) {
    const id = randomUUID();
    const photo = {
      key: `imoveis/${user.uid}/images/0/${id}-foto`,
      widths: [400, 800],
      cover: true,
    };
    for (const key of listFilesOf(photo)) await site.photoStore.disk.put(key, `${title} ${key}`);
    ids.push(await createWaitingPhoto(site, user.uid, { id, ...photo }));
    keys.push(photo.key);
  }
  const published = await createListing(site.db, user.uid, listingInput({ title }), ids);
  if (!published.ok) throw new Error(published.message);
  return { uid: user.uid, id: published.id, keys };
}

/** Runs `work` once, after the backup has read its first file. */
function afterFirstFile(site: TestSite, work: () => Promise<unknown>): void {
  const { disk } = site.photoStore;
  const getBytes = disk.getBytes.bind(disk);
  let reads = 0;
  vi.spyOn(disk, "getBytes").mockImplementation(async (key) => {
    reads += 1;
    if (reads === 2) await work();
    return getBytes(key);
  });
}

/** Restores into an empty site and expects every photo to be complete. */
async function restoreElsewhere(file: string): Promise<TestSite> {
  const { site, context } = await openContext();
  expect(await restore(context, [file])).toMatchObject({ status: 0 });
  for (const photo of await site.db.query.photos.findMany()) {
    for (const key of listFilesOf(photo)) {
      expect(await site.photoStore.disk.exists(key), key).toBe(true);
    }
  }
  return site;
}

async function listTitles(site: TestSite): Promise<string[]> {
  const rows = await site.db
    .select({ title: schema.posts.title })
    .from(schema.posts)
    .orderBy(schema.posts.title);
  return rows.map(({ title }) => title);
}

test("every table is archived except short-lived and derived ones", () => {
  // Cards are drawn again for restored listings.
  const leftOut = ["job_runs", "rate_limits", "uploads", "listing_changes", "share_cards"];
  const all = Object.values(schema).filter((value) => is(value, PgTable));
  expect([...tables.map(getTableName), ...leftOut].sort()).toEqual(all.map(getTableName).sort());
});

test("an ad deleted during a backup is left out entirely, without affecting others", async () => {
  const { site, context } = await openContext();
  const ads = [await publish(site, "Rancho A", 3), await publish(site, "Rancho B", 3)];
  const file = join(await makeFolder(), "copia.tar.gz");
  const [, deleted] = ads;
  if (!deleted) throw new Error("nothing published");
  afterFirstFile(site, () => deleteListing(site.db, site.photoStore, deleted.uid, deleted.id));

  expect(await backup(context, [file])).toMatchObject({ status: 0, data: { withoutFiles: [] } });

  const restored = await restoreElsewhere(file);
  expect(await listTitles(restored)).toEqual(["Rancho A"]);
  expect(await restored.rows()).toMatchObject({ posts: 1, photos: 3 });
});

test("an ad published during a backup is included with all its photos", async () => {
  const { site, context } = await openContext();
  await publish(site, "Rancho A", 1);
  const file = join(await makeFolder(), "copia.tar.gz");
  afterFirstFile(site, () => publish(site, "Rancho B", 2));

  expect(await backup(context, [file])).toMatchObject({ status: 0 });

  const restored = await restoreElsewhere(file);
  expect(await listTitles(restored)).toEqual(["Rancho A", "Rancho B"]);
  expect(await restored.rows()).toMatchObject({ posts: 2, photos: 3 });
});

test("a photo with missing files is reported and left out of the backup", async () => {
  const { site, context } = await openContext();
  const { keys } = await publish(site, "Rancho A", 2);
  const [lost = ""] = keys;
  await removeStored(site.photoStore, [lost]);
  const file = join(await makeFolder(), "copia.tar.gz");

  const result = await backup(context, [file]);

  expect(result).toMatchObject({ status: 0, data: { withoutFiles: [lost] } });
  expect(result.text).toContain(`Ficaram de fora fotos que o site tem sem os arquivos: ${lost}`);
  const restored = await restoreElsewhere(file);
  expect(await restored.rows()).toMatchObject({ posts: 1, photos: 1 });
});

test("a failing photo store aborts the backup and leaves no file behind", async () => {
  const { site, context } = await openContext();
  await publish(site, "Rancho A", 1);
  const file = join(await makeFolder(), "copia.tar.gz");
  vi.spyOn(site.photoStore.disk, "getBytes").mockRejectedValue(new Error("bucket away"));

  await expect(backup(context, [file])).rejects.toThrow("bucket away");

  await expect(readFile(file)).rejects.toThrow("ENOENT");
  await expect(readFile(`${file}.incompleto`)).rejects.toThrow("ENOENT");
});

/** Replaces entries with the contents `change` returns; null drops the entry. */
async function repack(
  file: string,
  change: (name: string, content: Buffer) => Buffer | null,
): Promise<string> {
  const changed = `${file}.mudado`;
  const [extract, pack] = [tar.extract(), tar.pack()];
  const reading = pipeline(createReadStream(file), createGunzip(), extract);
  const writing = pipeline(pack, createGzip(), createWriteStream(changed));
  for await (const entry of extract) {
    const { name } = entry.header;
    const content = change(name, await buffer(entry as unknown as Readable));
    if (content) pack.entry({ name }, content);
  }
  pack.finalize();
  await Promise.all([reading, writing]);
  return changed;
}

test("verification accepts a good backup, and restore rejects altered or incomplete ones", async () => {
  const { site, context } = await openContext();
  const { keys } = await publish(site, "Rancho A", 2);
  const file = join(await makeFolder(), "copia.tar.gz");
  await backup(context, [file]);

  expect(await verify(context.programDir, [file])).toMatchObject({
    status: 0,
    text: `Conferidos em ${file}: 1 anunciantes, 1 anúncios, 10 arquivos de fotos.`,
  });

  const { site: empty, context: target } = await openContext();
  const photo = `fotos/${keys[1]}/800.jpg`;
  const damaged = "O backup está danificado: o conteúdo não confere.";
  const altered = await repack(file, (name, content) =>
    name === photo ? Buffer.from("outra coisa") : content,
  );
  await expect(restore(target, [altered])).rejects.toThrow(damaged);
  const lacking = await repack(file, (name, content) => (name === photo ? null : content));
  await expect(restore(target, [lacking])).rejects.toThrow(damaged);
  const cut = await repack(file, (name, content) => (name === "conferencia.json" ? null : content));
  await expect(restore(target, [cut])).rejects.toThrow("O backup está incompleto.");
  expect(await empty.rows()).toMatchObject({ users: 0, posts: 0, photos: 0 });
});

test("a version 1 archive is restored without the photos whose files it lacks", async () => {
  const { site, context } = await openContext();
  const { keys } = await publish(site, "Rancho A", 2);
  const file = join(await makeFolder(), "copia.tar.gz");
  await backup(context, [file]);
  const oldArchive = await repack(file, (name, content) => {
    if (name === "conferencia.json" || name.startsWith(`fotos/${keys[0]}/`)) return null;
    if (name !== "mar-de-minas.json") return content;
    return Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), version: 1 }));
  });

  expect(await verify(context.programDir, [oldArchive])).toMatchObject({
    status: 1,
    data: { withoutFiles: [keys[0]] },
  });
  const restored = await restoreElsewhere(oldArchive);
  expect(await restored.rows()).toMatchObject({ posts: 1, photos: 1 });
});
