import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import {
  listingInput,
  openTestSite,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { beginUpload as send } from "../../testing/upload.ts";
import { photoComparisons, photoCopies } from "../db/copy-schema.ts";
import { photos, uploads } from "../db/schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { createListing } from "../listings/publishing.server.ts";
import { compareNextPhoto } from "../photos/copies/compare-photos.server.ts";
import { maxPhotosPerListing } from "../photos/photo-limits.ts";
import { listFilesOf } from "../photos/store.server.ts";
import { sweepPhotos } from "../photos/sweep.server.ts";
import { beginUpload } from "./admission/admission.server.ts";
import { takePhoto } from "./uploads.server.ts";

const sharedSite = shareTestSite();
const jpeg = await makeJpeg(900, 600);

/** An advertiser with a published ad of one photo. */
async function publishOne(site: TestSite) {
  const { cookie, user } = await signIn(site);
  const file = { uid: user.uid, draftId: randomUUID(), filename: "casa.jpg", bytes: jpeg };
  const taken = await takePhoto(site, file);
  if (!taken.ok) throw new Error(taken.message);
  const { photo } = taken;
  const published = await createListing(site.db, user.uid, listingInput(), [photo.id]);
  if (!published.ok) throw new Error(published.message);
  return { cookie, uid: user.uid, photo, postId: published.id };
}

interface CopyRequest {
  of: string;
  draft?: string;
  id?: string;
}

function copy(site: TestSite, cookie: string, { of, draft = randomUUID(), id }: CopyRequest) {
  const path = `/envios/${of}/copiar/${draft}/${id ?? randomUUID()}`;
  return site.app.request(path, { method: "POST", headers: { Cookie: cookie } });
}

async function rowOf(site: TestSite, id: string) {
  const [row] = await site.db.select().from(photos).where(eq(photos.id, id));
  return row;
}

function countPhotos(site: TestSite, uid: string): Promise<number> {
  return site.db.$count(photos, eq(photos.uid, uid));
}

test("a copy has files of its own, the same to the byte, and waits for its form", async () => {
  const site = sharedSite();
  const { cookie, uid, photo } = await publishOne(site);
  const [draft, id] = [randomUUID(), randomUUID()];

  const answer = await copy(site, cookie, { of: photo.id, draft, id });

  expect(answer.status).toBe(201);
  const [original, copied] = [await rowOf(site, photo.id), await rowOf(site, id)];
  expect(await answer.json()).toMatchObject({ photo: { id, key: copied?.key, width: 900 } });
  expect(copied).toMatchObject({
    ...{ uid, draftId: draft, postId: null, sizesDue: false, cover: true },
    key: `imoveis/${uid}/images/1/${id}-foto`,
    sha256: original?.sha256,
    bytes: original?.bytes,
    widths: original?.widths,
  });
  if (!original || !copied) throw new Error("a photo has no row");
  const [from, to] = [listFilesOf(original), listFilesOf(copied)];
  expect(to).toHaveLength(from.length);
  for (const [index, key] of to.entries()) {
    const [before, after] = [from[index] ?? "", key];
    expect(await site.photoStore.disk.getBytes(after)).toEqual(
      await site.photoStore.disk.getBytes(before),
    );
  }
  expect(await site.db.$count(uploads, eq(uploads.uid, uid))).toBe(0);
});

test.each(["first", "second"] as const)(
  "deleting the %s of two ads leaves the other's photos",
  async (which) => {
    const site = sharedSite();
    const { cookie, uid, photo, postId } = await publishOne(site);
    const id = randomUUID();
    await copy(site, cookie, { of: photo.id, id });
    await site.db.execute(sql`update users set "postsPermitidos" = 2 where id = ${uid}`);
    const second = await createListing(site.db, uid, listingInput(), [id]);
    if (!second.ok) throw new Error(second.message);
    const [gone, left] = which === "first" ? [postId, id] : [second.id, photo.id];

    expect(await deleteListing(site.db, site.photoStore, uid, gone)).toMatchObject({ ok: true });

    const row = await rowOf(site, left);
    expect(await countPhotos(site, uid)).toBe(1);
    expect((await site.app.request(`/fotos/${row?.key}/600.jpg`)).status).toBe(200);
    expect((await site.app.request(`/fotos/${row?.key}/capa.jpg`)).status).toBe(200);
  },
);

test("a repeated request, as after a lost answer or a kill, makes one copy", async () => {
  const site = sharedSite();
  const { cookie, uid, photo } = await publishOne(site);
  const [draft, id] = [randomUUID(), randomUUID()];
  const killed = { id, uid, draftId: draft, filename: "foto.jpg", size: 1, address: null };
  expect(await beginUpload(site.db, site.photoStore, killed)).toEqual({ ok: true });

  const statuses = [];
  for (let n = 0; n < 3; n++) {
    statuses.push((await copy(site, cookie, { of: photo.id, draft, id })).status);
  }

  expect(statuses).toEqual([201, 201, 201]);
  expect(await countPhotos(site, uid)).toBe(2);
  expect(await site.db.$count(uploads, eq(uploads.uid, uid))).toBe(0);
});

test("a photo whose other sizes are due is copied from the file as it was received", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const large = await makeJpeg(2000, 1100);
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const sent = await send(ask, cookie, { size: large.length, bytes: large });
  const of = sent.headers.get("Location")?.split("/")[2] ?? "";
  expect(await rowOf(site, of)).toMatchObject({ sizesDue: true, widths: [800] });
  const id = randomUUID();

  expect((await copy(site, cookie, { of, id })).status).toBe(201);

  expect(await rowOf(site, id)).toMatchObject({
    ...{ uid: user.uid, width: 2000, height: 1100, cover: true, sizesDue: false },
    sha256: (await rowOf(site, of))?.sha256,
  });
  expect((await rowOf(site, of))?.sizesDue).toBe(true);
});

test("a failing store leaves nothing behind, and the same request works later", async () => {
  const site = await openTestSite();
  const { cookie, photo } = await publishOne(site);
  const files = await site.files();
  const id = randomUUID();
  let puts = 0;
  const { put } = site.photoStore.disk;
  const fail = vi.spyOn(site.photoStore.disk, "put").mockImplementation((...args) => {
    puts += 1;
    return puts > 2 ? Promise.reject(new Error("armazenamento fora do ar")) : put(...args);
  });

  const answer = await copy(site, cookie, { of: photo.id, id });

  expect([answer.status, await answer.text()]).toEqual([503, "Erro ao fazer o upload da imagem"]);
  expect(await site.rows()).toMatchObject({ photos: 1, uploads: 0 });
  expect(await site.files()).toEqual(files);
  fail.mockRestore();
  expect((await copy(site, cookie, { of: photo.id, id })).status).toBe(201);
});

test("what a kill leaves of a copy is swept after a day", async () => {
  const site = await openTestSite();
  const { uid } = await publishOne(site);
  const files = await site.files();
  const id = randomUUID();
  const killed = { id, uid, draftId: randomUUID(), filename: "foto.jpg", size: 1, address: null };
  await beginUpload(site.db, site.photoStore, killed);
  await site.photoStore.disk.put(`imoveis/${uid}/images/1/${id}-foto/180.jpg`, jpeg);
  await site.db.update(uploads).set({ createdAt: sql`now() - interval '25 hours'` });
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  await sweepPhotos(site.db, site.photoStore);
  vi.useRealTimers();
  expect(await site.rows()).toMatchObject({ photos: 1, uploads: 0 });
  expect(await site.files()).toEqual(files);
});

test("a form holds ten photos, copies or not", async () => {
  const site = sharedSite();
  const { cookie, photo } = await publishOne(site);
  const draft = randomUUID();
  const statuses = [];
  for (let n = 0; n <= maxPhotosPerListing; n++) {
    statuses.push((await copy(site, cookie, { of: photo.id, draft })).status);
  }
  expect(statuses).toEqual([...Array(maxPhotosPerListing).fill(201), 422]);
});

test.each([
  ["another advertiser's", (id: string) => ({ of: id })],
  ["a missing", () => ({ of: randomUUID() })],
  ["a malformed", () => ({ of: "x" })],
])("%s photo can't be copied", async (_, requestFor) => {
  const site = sharedSite();
  const { photo } = await publishOne(site);
  const stranger = await signIn(site);
  const before = await site.db.select().from(photos);
  expect((await copy(site, stranger.cookie, requestFor(photo.id))).status).toBe(404);
  expect((await copy(site, "", requestFor(photo.id))).status).toBe(401);
  expect(await site.db.select().from(photos)).toEqual(before);
});

test("the id of a photo in an ad, or of another advertiser's upload, is no copy's", async () => {
  const site = sharedSite();
  const { cookie, uid, photo } = await publishOne(site);
  const stranger = await signIn(site);
  const foreign = randomUUID();
  await beginUpload(site.db, site.photoStore, {
    ...{ id: foreign, uid: stranger.user.uid, draftId: randomUUID() },
    ...{ filename: "foto.jpg", size: 1, address: null },
  });
  for (const id of [photo.id, foreign, "x"]) {
    expect((await copy(site, cookie, { of: photo.id, id })).status).toBe(404);
  }
  expect(await countPhotos(site, uid)).toBe(1);
  expect(await site.db.$count(uploads, eq(uploads.id, foreign))).toBe(1);
});

test("one's own copies raise no case of copied photos", async () => {
  const site = await openTestSite();
  const { cookie, photo } = await publishOne(site);
  expect((await copy(site, cookie, { of: photo.id })).status).toBe(201);
  let compared = 0;
  while (await compareNextPhoto(site, { except: [] })) compared += 1;
  expect(compared).toBe(2);
  expect(await site.db.$count(photoComparisons)).toBe(2);
  expect(await site.db.$count(photoCopies)).toBe(0);
});

test("copying takes a POST", async () => {
  const site = sharedSite();
  const { cookie, photo } = await publishOne(site);
  const path = `/envios/${photo.id}/copiar/${randomUUID()}/${randomUUID()}`;
  const read = await site.app.request(path, { headers: { Cookie: cookie } });
  expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
});
