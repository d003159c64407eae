import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { makeJpeg, padJpeg } from "../../testing/pictures.ts";
import {
  createUser,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import {
  type Ask,
  askOffset,
  beginUpload,
  fetchUploadStatus,
  sendPart,
} from "../../testing/upload.ts";
import { photos, posts, uploads } from "../db/schema.ts";
import { nextChunkBytes } from "../uploads/task/upload-retry.ts";
import { takePhoto } from "../uploads/uploads.server.ts";
import { DrawnIllustrations, makeDueSizes } from "./due-sizes.server.ts";
import { photoWidths } from "./photo.ts";
import { deletePhotosOf } from "./photos.server.ts";
import { sweepPhotos } from "./sweep.server.ts";

let folder: string;
let bucket: TestBucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mar-de-minas-balde-"));
  bucket = await startBucket(folder);
});

afterEach(() => bucket.fail(null));

afterAll(async () => {
  await bucket?.stop();
  await rm(folder, { recursive: true, force: true });
});

const sentence = "Erro ao fazer o upload da imagem";
const tus = { "Tus-Resumable": "1.0.0" };

async function openSite(): Promise<{ site: TestSite; ask: Ask; cookie: string; uid: string }> {
  const site = await openTestSite(bucket.env);
  const { cookie, user } = await signIn(site);
  return { site, ask: (path, init) => site.app.request(path, init), cookie, uid: user.uid };
}

async function keysOf(uid: string, id: string): Promise<string[]> {
  return (await bucket.keys()).filter((key) => key.includes(uid) || key.includes(id));
}

test("a large photo sent in growing chunks is stored, served by ranges, and deleted", async () => {
  const { site, ask, cookie, uid } = await openSite();
  // Each size of a panorama takes little time to encode.
  const bytes = padJpeg(await makeJpeg(8000, 280), 6_000_000);
  const begun = await beginUpload(ask, cookie, { size: bytes.length, name: "Lago.jpg" });
  const path = begun.headers.get("Location") ?? "";
  const id = path.split("/")[2] ?? "";
  let offset = 0;
  for (let chunk = 262_144; offset < bytes.length; chunk = nextChunkBytes(chunk)) {
    expect(await askOffset(ask, cookie, path)).toBe(offset);
    const part = bytes.subarray(offset, offset + chunk);
    const sent = await sendPart(ask, cookie, path, offset, part);
    expect(sent.status).toBe(204);
    offset += part.length;
  }

  await makeDueSizes(site, { except: [], drawn: new DrawnIllustrations() });
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  expect(photo).toMatchObject({ width: 3200, height: 112, widths: [...photoWidths] });
  const keys = await keysOf(uid, id);
  expect(keys).toHaveLength(17);
  expect(keys.every((key) => key.startsWith(`imoveis/${uid}/images/0/${id}-foto/`))).toBe(true);
  expect(await readdir(join(site.dataDir, "envios"))).toEqual([]);

  const url = `/fotos/${photo?.key}/1600.jpg`;
  const whole = await site.app.request(url);
  const all = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get("Content-Type")).toBe("image/jpeg");
  expect(whole.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(await sharp(all).metadata()).toMatchObject({ format: "jpeg", width: 1600 });
  const part = await site.app.request(url, { headers: { Range: "bytes=100-299" } });
  expect(part.status).toBe(206);
  expect(part.headers.get("Content-Range")).toBe(`bytes 100-299/${all.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(all.subarray(100, 300));
  const etag = whole.headers.get("ETag") ?? "";
  const known = await site.app.request(url, { headers: { "If-None-Match": etag } });
  expect(known.status).toBe(304);
  expect((await site.app.request(url.replace("1600", "1601"))).status).toBe(404);

  const gone = await site.app.request(path, {
    method: "DELETE",
    headers: { ...tus, Cookie: cookie },
  });
  expect(gone.status).toBe(204);
  expect(await keysOf(uid, id)).toEqual([]);
}, 120_000);

test("an upload whose connection breaks resumes at the last byte received", async () => {
  const { site, ask, cookie, uid } = await openSite();
  const bytes = padJpeg(await makeJpeg(120, 90), 100_000);
  const begun = await beginUpload(ask, cookie, { size: bytes.length });
  const path = begun.headers.get("Location") ?? "";
  const came = 20_000;
  const breaking = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(0, came)));
    },
    pull(controller) {
      controller.error(new Error("the line is dead"));
    },
  });
  await site.app.request(path, {
    method: "PATCH",
    headers: {
      ...tus,
      Cookie: cookie,
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
    },
    body: breaking,
    duplex: "half",
  } as RequestInit);

  const offset = await askOffset(ask, cookie, path);
  expect([0, came]).toContain(offset);
  const sent = await sendPart(ask, cookie, path, offset, bytes.subarray(offset));
  expect(sent.status).toBe(204);
  const answer = await fetchUploadStatus(ask, cookie, path);
  expect(await answer.json()).toMatchObject({ state: "ready", photo: { width: 120 } });
  expect(await keysOf(uid, path.split("/")[2] ?? "")).toHaveLength(3);
});

test.each(["away", "busy", "full"] as const)(
  "while the store is %s, answers 503 with the sentence and leaves nothing half-done; a retry succeeds",
  async (fault) => {
    // Without this, the client would wait for seconds before it tries a busy store again.
    if (fault === "busy") vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { site, ask, cookie, uid } = await openSite();
    const bytes = await makeJpeg(300, 200);
    const file = { size: bytes.length };

    bucket.fail(fault);
    const refused = await beginUpload(ask, cookie, file);
    expect([refused.status, await refused.text()]).toEqual([503, sentence]);
    expect(refused.headers.get("Retry-After")).toBe("5");
    expect(await site.rows()).toMatchObject({ uploads: 0, photos: 0 });

    bucket.fail(null);
    const begun = await beginUpload(ask, cookie, file);
    const path = begun.headers.get("Location") ?? "";
    const id = path.split("/")[2] ?? "";
    bucket.fail(fault);
    const lost = await sendPart(ask, cookie, path, 0, bytes);
    expect([lost.status, await lost.text()]).toEqual([503, sentence]);

    // The store accepts the upload's bytes, but not the photo's variants.
    bucket.fail(fault, /^PUT .*imoveis/);
    const unmade = await sendPart(ask, cookie, path, 0, bytes);
    expect([unmade.status, await unmade.text()]).toEqual([503, sentence]);
    expect(await site.rows()).toMatchObject({ uploads: 1, photos: 0 });
    expect((await keysOf(uid, id)).filter((key) => key.startsWith("imoveis"))).toEqual([]);
    expect((await fetchUploadStatus(ask, cookie, path)).status).toBe(503);

    bucket.fail(null);
    const made = await fetchUploadStatus(ask, cookie, path);
    expect(await made.json()).toMatchObject({ state: "ready", photo: { id, width: 300 } });
    expect(await keysOf(uid, id)).toHaveLength(7);

    bucket.fail(fault);
    const unread = await site.app.request(`/fotos/imoveis/${uid}/images/0/${id}-foto/300.jpg`);
    expect(unread.status).toBe(503);
    expect(await unread.text()).toMatch(/^As fotos estão fora do ar/);
  },
  60_000,
);

test("a listing's photos are kept while the store is away, and deleted when it is back", async () => {
  const { site, uid } = await openSite();
  const file = {
    uid,
    draftId: crypto.randomUUID(),
    filename: "a.jpg",
    bytes: await makeJpeg(60, 40),
  };
  const taken = await takePhoto(site, file);
  if (!taken.ok) throw new Error(taken.message);
  const { photo } = taken;
  const { unavailableDays: _, ...fields } = listingInput();
  const [post] = await site.db
    .insert(posts)
    .values({ ...fields, uid, createdBy: "Maria" })
    .returning({ id: posts.id });
  const postId = post?.id ?? "";
  await site.db.update(photos).set({ postId, position: 0 }).where(eq(photos.id, photo.id));

  bucket.fail("away");
  await expect(deletePhotosOf(site.db, site.photoStore, postId)).rejects.toThrow(/não respondeu/);
  expect(await site.rows()).toMatchObject({ photos: 1 });
  bucket.fail(null);
  await deletePhotosOf(site.db, site.photoStore, postId);

  expect(await site.rows()).toMatchObject({ photos: 0 });
  expect(await keysOf(uid, photo.id)).toEqual([]);
});

test("the sweeper removes a killed site's leftovers from the bucket, once, and nothing recent", async () => {
  const { site, ask, cookie, uid } = await openSite();
  // Leftovers of earlier tests have no rows in this database.
  await bucket.age(25);
  await sweepPhotos(site.db, site.photoStore);
  expect(await bucket.keys()).toEqual([]);
  const bytes = await makeJpeg(60, 40);
  const kept = await takePhoto(site, {
    uid: (await createUser(site)).uid,
    draftId: crypto.randomUUID(),
    filename: "fica.jpg",
    bytes,
  });
  if (!kept.ok) throw new Error(kept.message);
  const stopped = await beginUpload(ask, cookie, { size: 1000 });
  const stoppedId = stopped.headers.get("Location")?.split("/")[2] ?? "";
  const lost = crypto.randomUUID();
  await site.photoStore.disk.put(`imoveis/${uid}/images/0/${lost}-perdida/60.jpg`, bytes);
  const rowless = crypto.randomUUID();
  await site.photoStore.disk.put(`envios/${rowless}/envio.json`, "{}");
  await bucket.age(25);
  const fresh = crypto.randomUUID();
  await site.photoStore.disk.put(`imoveis/${uid}/images/0/${fresh}-nova/60.jpg`, bytes);
  await site.db.update(uploads).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });

  const sweeps = await Promise.all([1, 2, 3].map(() => sweepPhotos(site.db, site.photoStore)));

  const total = sweeps.reduce((sum, swept) => sum + swept.folders, 0);
  expect(total).toBe(1);
  // These are the stopped upload and the one without a row.
  expect(sweeps.reduce((sum, swept) => sum + swept.uploads, 0)).toBe(2);
  const keys = (await bucket.keys()).join("\n");
  for (const id of [stoppedId, lost, rowless]) expect(keys).not.toContain(id);
  for (const id of [kept.photo.id, fresh]) expect(keys).toContain(id);
});

test("with PHOTO_BASE_URL the site redirects to the photos and reads none", async () => {
  const site = await openTestSite({
    ...bucket.env,
    PHOTO_BASE_URL: "https://fotos.example.com/x/",
  });
  bucket.takeRequests();
  const answer = await site.app.request("/fotos/imoveis/u/images/0/i-foto/400.avif");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe(
    "https://fotos.example.com/x/imoveis/u/images/0/i-foto/400.avif",
  );
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
  expect(bucket.takeRequests()).toEqual([]);
});

test("a status asked for while another site finishes the upload is no failure", async () => {
  const { site, ask, cookie } = await openSite();
  const begun = await beginUpload(ask, cookie, { size: 1000 });
  const path = begun.headers.get("Location") ?? "";
  const { disk, uploads: received } = site.photoStore;
  const get = disk.getBytes.bind(disk);
  const read = vi.spyOn(disk, "getBytes").mockImplementationOnce(async (key) => {
    await received.remove(path.split("/").at(-1) ?? "");
    return get(key);
  });
  const answer = await fetchUploadStatus(ask, cookie, path);
  expect([answer.status, await answer.json()]).toEqual([202, { state: "uploading" }]);
  expect(read).toHaveBeenCalledOnce();
});
