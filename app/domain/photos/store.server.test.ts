import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { S3Client } from "@aws-sdk/client-s3";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startBucket, type TestBucket } from "../../../testing/bucket.ts";
import { makeFolder } from "../../../testing/folder.ts";
import { makeJpeg, padJpeg } from "../../../testing/pictures.ts";
import { openTestSite, shareTestSite, signIn } from "../../../testing/site.ts";
import {
  asking,
  askOffset,
  beginUpload,
  fetchUploadStatus,
  sendPart,
  uploadIdIn,
  uploadPhoto,
} from "../../../testing/upload.ts";
import { photos, uploads } from "../../platform/db/schema.ts";
import { openBucket } from "./bucket-store.server.ts";
import type { BucketDisk } from "./bucket-uploads.server.ts";
import { DrawnIllustrations, makeDueSizes } from "./due-sizes.server.ts";
import { openFolderDisk } from "./folder-store.server.ts";
import { photoWidths } from "./photo.ts";
import type { Disk } from "./store.server.ts";
import { sweepPhotos } from "./sweep.server.ts";
import { nextChunkBytes } from "./uploads/upload-requests.ts";

const folder = await makeFolder({ onDone: afterAll });
let bucket: TestBucket;
let sending: { mockRestore: () => void } | undefined;
let disks: { folder: Disk; bucket: BucketDisk };
const settings: Record<string, string> = {};

beforeAll(async () => {
  bucket = await startBucket(folder);
  Object.assign(settings, bucket.env);
  const { S3_BUCKET = "", S3_ENDPOINT = "" } = bucket.env;
  disks = {
    folder: openFolderDisk(join(folder, "arquivos")),
    bucket: openBucket(
      {
        ...{ bucket: S3_BUCKET, region: "us-east-1", endpoint: S3_ENDPOINT, forcePathStyle: true },
        credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
      },
      folder,
    ).disk,
  };
});

const sharedSite = shareTestSite(settings);

afterEach(async () => {
  sending?.mockRestore();
  bucket.fail(null);
  for (const disk of Object.values(disks)) await disk.deleteAll("a");
});

afterAll(() => bucket?.stop());

async function list(disk: Disk, of: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of disk.list(of)) keys.push(key);
  return keys.sort();
}

test.each(["folder", "bucket"] as const)("a %s keeps files by key", async (name) => {
  const disk = disks[name];
  const began = Date.now();
  await disk.put("a/b/1.jpg", new Uint8Array([1, 2, 3]), { cacheControl: "private" });
  await disk.put("a/b/c/2.json", "água");
  await disk.put("a/b/1.jpg", new Uint8Array([4, 5]));
  expect([...(await disk.getBytes("a/b/1.jpg"))]).toEqual([4, 5]);
  expect(await text(await disk.getStream("a/b/c/2.json"))).toBe("água");
  expect(await disk.exists("a/b/1.jpg")).toBe(true);
  for (const missing of ["a/b", "a/b/2.jpg", "a/b/1.jpg/x"]) {
    expect(await disk.exists(missing), missing).toBe(false);
  }
  await expect(disk.getBytes("a/b/2.jpg")).rejects.toThrow();
  for await (const { findModified } of disk.list("a")) {
    // File systems may keep whole seconds only.
    expect((await findModified()).getTime()).toBeGreaterThanOrEqual(began - 1000);
  }
});

test.each(["folder", "bucket"] as const)("a %s lists and deletes below a folder", async (name) => {
  const disk = disks[name];
  const keys = ["a/b/1.jpg", "a/b/c/2.jpg", "a/bc/3.jpg"];
  for (const key of keys) await disk.put(key, "x");
  expect(await list(disk, "a")).toEqual(keys);
  expect(await list(disk, "a/b")).toEqual(keys.slice(0, 2));
  for (let n = 0; n < 2; n++) await disk.delete("a/b/1.jpg");
  expect(await list(disk, "a/b")).toEqual(["a/b/c/2.jpg"]);
  for (let n = 0; n < 2; n++) await disk.deleteAll("a/b");
  expect(await list(disk, "a")).toEqual(["a/bc/3.jpg"]);
});

test("keys can't leave the folder", async () => {
  const disk = disks.folder;
  const outside = ["../fora.jpg", "a/../../fora.jpg", "..", "", "."];
  for (const key of outside) {
    await expect(disk.put(key, "x"), key).rejects.toThrow("outside the folder");
    await expect(disk.getBytes(key), key).rejects.toThrow("outside the folder");
    await expect(disk.deleteAll(key), key).rejects.toThrow("outside the folder");
    await expect(list(disk, key), key).rejects.toThrow("outside the folder");
  }
});

/** Instead of the bucket, whose pages the test server can't continue. */
function answerWith(...answers: object[]) {
  const sent: object[] = [];
  sending = vi.spyOn(S3Client.prototype, "send").mockImplementation(async (command: object) => {
    sent.push((command as { input: object }).input);
    return answers.shift();
  });
  return sent;
}

const pages = [
  { Contents: [{ Key: "a/1" }, { Key: "a/2" }], NextContinuationToken: "next" },
  { Contents: [{ Key: "a/3" }] },
];
const [firstPage, secondPage] = [{ Prefix: "a/" }, { Prefix: "a/", ContinuationToken: "next" }];

test("a bucket's objects are listed and deleted page by page", async () => {
  const [one = {}, two = {}] = pages;
  const sent = answerWith(one, two, one, {}, two, {});
  expect(await list(disks.bucket, "a")).toEqual(["a/1", "a/2", "a/3"]);
  await disks.bucket.deleteAll("a");
  expect(sent).toMatchObject([
    ...[firstPage, secondPage, firstPage],
    { Delete: { Objects: [{ Key: "a/1" }, { Key: "a/2" }] } },
    secondPage,
    { Delete: { Objects: [{ Key: "a/3" }] } },
  ]);
});

test("deleting fails if the bucket keeps some of the objects", async () => {
  answerWith(pages[1] ?? {}, { Errors: [{ Key: "a/3", Code: "AccessDenied" }] });
  await expect(disks.bucket.deleteAll("a")).rejects.toThrow("AccessDenied");
});

test("a stream is stored in a bucket with its size, and a broken one fails", async () => {
  const disk = disks.bucket;
  await disk.putStream("a/1", Readable.from([Buffer.from("água")]), 5);
  expect(Buffer.from(await disk.getBytes("a/1")).toString()).toBe("água");
  const broken = new Readable({
    read() {
      this.destroy(new Error("the line is dead"));
    },
  });
  await expect(disk.putStream("a/2", broken, 5)).rejects.toThrow("the line is dead");
});

test("a bucket that fails makes every operation fail", async () => {
  const disk = disks.bucket;
  await disk.put("a/1", "x");
  bucket.fail("away");
  const operations = [
    ...[disk.put("a/1", "y"), disk.getBytes("a/1"), disk.getStream("a/1"), disk.exists("a/1")],
    ...[disk.delete("a/1"), disk.deleteAll("a"), list(disk, "a")],
  ];
  await Promise.all(operations.map((operation) => expect(operation).rejects.toThrow()));
  bucket.fail(null);
  expect(await list(disk, "a")).toEqual(["a/1"]);
});

const sentence = "Erro ao fazer o upload da imagem";
const tus = { "Tus-Resumable": "1.0.0" };

async function signInHere() {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  return { site, ask: asking(site), cookie, uid: user.uid };
}

async function keysOf(...ids: string[]): Promise<string[]> {
  return (await bucket.keys()).filter((key) => ids.some((id) => key.includes(id)));
}

test("a large photo sent in growing chunks is stored, served by ranges, and deleted", async () => {
  const { site, ask, cookie, uid } = await signInHere();
  // Each size of a panorama takes little time to encode.
  const bytes = padJpeg(await makeJpeg(8000, 280), 1_500_000);
  const begun = await beginUpload(ask, cookie, { size: bytes.length, name: "Lago.jpg" });
  const id = uploadIdIn(begun);
  const path = `/envios/${id}`;
  let offset = 0;
  for (let chunk = 262_144; offset < bytes.length; chunk = nextChunkBytes(chunk)) {
    expect(await askOffset(ask, cookie, path)).toBe(offset);
    const part = bytes.subarray(offset, offset + chunk);
    expect((await sendPart(ask, cookie, path, offset, part)).status).toBe(204);
    offset += part.length;
  }

  await makeDueSizes(site, { except: [], drawn: new DrawnIllustrations() });
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  expect(photo).toMatchObject({ width: 3200, height: 112, widths: [...photoWidths] });
  const keys = await keysOf(id);
  expect(keys).toHaveLength(17);
  expect(keys.every((key) => key.startsWith(`imoveis/${uid}/images/0/${id}-foto/`))).toBe(true);
  expect(await readdir(join(site.dataDir, "envios"))).toEqual([]);

  const url = `/fotos/${photo?.key}/1600.jpg`;
  const whole = await site.app.request(url);
  const all = Buffer.from(await whole.arrayBuffer());
  expect(await sharp(all).metadata()).toMatchObject({ format: "jpeg", width: 1600 });
  const part = await site.app.request(url, { headers: { Range: "bytes=100-299" } });
  expect([part.status, part.headers.get("Content-Range")]).toEqual([
    ...[206, `bytes 100-299/${all.length}`],
  ]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(all.subarray(100, 300));
  expect((await site.app.request(url.replace("1600", "1601"))).status).toBe(404);

  const gone = { method: "DELETE", headers: { ...tus, Cookie: cookie } };
  expect((await site.app.request(path, gone)).status).toBe(204);
  expect(await keysOf(uid, id)).toEqual([]);
}, 120_000);

test("whatever the store's fault, the site answers 503, leaves nothing half-done, and a retry succeeds", async () => {
  const { site, ask, cookie, uid } = await signInHere();
  const bytes = await makeJpeg(120, 90);
  const file = { size: bytes.length };
  const before = await site.rows();

  bucket.fail("busy");
  const refused = await beginUpload(ask, cookie, file);
  expect([refused.status, await refused.text()]).toEqual([503, sentence]);
  expect(refused.headers.get("Retry-After")).toBe("5");
  expect(await site.rows()).toEqual(before);

  bucket.fail(null);
  const id = uploadIdIn(await beginUpload(ask, cookie, file));
  bucket.fail("away");
  const lost = await sendPart(ask, cookie, `/envios/${id}`, 0, bytes);
  expect([lost.status, await lost.text()]).toEqual([503, sentence]);

  // The store accepts the upload's bytes, but not the photo's variants.
  bucket.fail("full", /^PUT .*imoveis/);
  const unmade = await sendPart(ask, cookie, `/envios/${id}`, 0, bytes);
  expect([unmade.status, await unmade.text()]).toEqual([503, sentence]);
  const { uploads: uploading, photos: stored } = await site.rows();
  expect([uploading, stored]).toEqual([before.uploads + 1, before.photos]);
  expect((await keysOf(id)).filter((key) => key.startsWith("imoveis"))).toEqual([]);
  expect((await fetchUploadStatus(ask, cookie, `/envios/${id}`)).status).toBe(503);

  bucket.fail(null);
  const made = await fetchUploadStatus(ask, cookie, `/envios/${id}`);
  expect(await made.json()).toMatchObject({ state: "ready", photo: { id, width: 120 } });
  expect(await keysOf(id)).toHaveLength(3);

  bucket.fail("away");
  const unread = await site.app.request(`/fotos/imoveis/${uid}/images/0/${id}-foto/120.jpg`);
  expect(unread.status).toBe(503);
  expect(await unread.text()).toMatch(/^As fotos estão fora do ar/);
});

test("the sweeper removes a killed site's leftovers from the bucket, once, and nothing recent", async () => {
  const { site, ask, cookie, uid } = await signInHere();
  const { disk } = site.photoStore;
  // Remove leftovers of earlier tests first.
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  const age = async () => {
    await bucket.age(25);
    await site.db.update(uploads).set({ createdAt: dayAgo });
  };
  await age();
  await sweepPhotos(site.db, site.photoStore);
  const kept = await uploadPhoto(site, cookie, await makeJpeg(60, 40));
  const stopped = uploadIdIn(await beginUpload(ask, cookie, { size: 1000 }));
  const [lost, rowless, fresh] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await disk.put(`imoveis/${uid}/images/0/${lost}-perdida/60.jpg`, "x");
  await disk.put(`envios/${rowless}/envio.json`, "{}");
  // A killed site left this folder of a photo that was redone.
  const redone = `imoveis/${uid}/images/1/${kept}-foto/60.jpg`;
  await disk.put(redone, "x");
  await age();
  await disk.put(`imoveis/${uid}/images/0/${fresh}-nova/60.jpg`, "x");

  const sweeps = await Promise.all([1, 2, 3].map(() => sweepPhotos(site.db, site.photoStore)));

  expect(sweeps.reduce((sum, swept) => sum + swept.folders, 0)).toBe(2);
  // These are the stopped upload and the one without a row.
  expect(sweeps.reduce((sum, swept) => sum + swept.uploads, 0)).toBe(2);
  expect(await keysOf(stopped, lost, rowless)).toEqual([]);
  expect(await bucket.keys()).not.toContain(redone);
  for (const id of [kept, fresh]) expect(await keysOf(id)).not.toEqual([]);
});

test("a status asked for while another site finishes the upload is no failure", async () => {
  const { site, ask, cookie } = await signInHere();
  const id = uploadIdIn(await beginUpload(ask, cookie, { size: 1000 }));
  const { disk, uploads: received } = site.photoStore;
  const get = disk.getBytes.bind(disk);
  const read = vi.spyOn(disk, "getBytes").mockImplementationOnce(async (key) => {
    await received.remove(id);
    return get(key);
  });
  const answer = await fetchUploadStatus(ask, cookie, `/envios/${id}`);
  expect([answer.status, await answer.json()]).toEqual([202, { state: "uploading" }]);
  expect(read).toHaveBeenCalledOnce();
});

test("with PHOTO_BASE_URL the site redirects to photos unread, and answers covers itself, since previews follow no redirects", async () => {
  const address = "https://fotos.example.com/x/";
  const site = await openTestSite({ ...bucket.env, PHOTO_BASE_URL: address });
  bucket.takeRequests();
  const answer = await site.app.request("/fotos/imoveis/u/images/0/i-foto/400.avif");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe(`${address}imoveis/u/images/0/i-foto/400.avif`);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
  expect(bucket.takeRequests()).toEqual([]);
  await site.photoStore.disk.put("imoveis/u/images/0/i-foto/capa.jpg", "bytes");
  const cover = await site.app.request("/fotos/imoveis/u/images/0/i-foto/capa.jpg");
  expect([cover.status, await cover.text()]).toEqual([200, "bytes"]);
});
