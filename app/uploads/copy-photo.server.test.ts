import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import { listingInput, shareTestSite, signIn } from "../../testing/site.ts";
import { uploadPhoto } from "../../testing/upload.ts";
import { photos, uploads } from "../db/schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { createListing } from "../listings/publishing.server.ts";
import { beginUpload } from "./admission/admission.server.ts";

const sharedSite = shareTestSite();
const jpeg = await makeJpeg(300, 200);

/** An advertiser with a published ad of one photo. */
async function publishOne() {
  const { db } = sharedSite();
  const { cookie, user } = await signIn(sharedSite());
  const photoId = await uploadPhoto(sharedSite(), cookie, jpeg);
  const published = await createListing(db, user.uid, listingInput(), [photoId]);
  if (!published.ok) throw new Error(published.message);
  return { cookie, uid: user.uid, photoId, postId: published.id };
}

interface CopyRequest {
  of: string;
  draft?: string;
  id?: string;
}

async function copy(cookie: string, { of, draft = randomUUID(), id = randomUUID() }: CopyRequest) {
  const init = { method: "POST", headers: { Cookie: cookie } };
  return (await sharedSite().app.request(`/envios/${of}/copiar/${draft}/${id}`, init)).status;
}

async function rowOf(id: string) {
  const [row] = await sharedSite().db.select().from(photos).where(eq(photos.id, id));
  if (!row) throw new Error("the photo has no row");
  return row;
}

test("a photo is copied once, files and all, and outlives the ad that it was copied from", async () => {
  const { db, photoStore, app } = sharedSite();
  const { cookie, uid, photoId, postId } = await publishOne();
  const [draft, id] = [randomUUID(), randomUUID()];
  const killed = { id, uid, draftId: draft, filename: "foto.jpg", size: 1, address: null };
  expect(await beginUpload(db, photoStore, killed)).toEqual({ ok: true });
  for (let n = 0; n < 2; n++) expect(await copy(cookie, { of: photoId, draft, id })).toBe(201);

  const [original, copied] = [await rowOf(photoId), await rowOf(id)];
  const { sha256, bytes, widths } = original;
  expect(copied).toMatchObject({
    ...{ uid, draftId: draft, postId: null, sizesDue: false, cover: true, sha256, bytes, widths },
    key: `imoveis/${uid}/images/1/${id}-foto`,
  });
  expect(await db.$count(uploads, eq(uploads.uid, uid))).toBe(0);

  expect(await deleteListing(db, photoStore, uid, postId)).toMatchObject({ ok: true });
  expect(await db.$count(photos, eq(photos.uid, uid))).toBe(1);
  for (const file of ["180.jpg", "capa.jpg"]) {
    expect((await app.request(`/fotos/${copied.key}/${file}`)).status).toBe(200);
  }
});

test("neither others' photos are copied, nor over photos of ads or others' uploads", async () => {
  const { db, photoStore } = sharedSite();
  const { cookie, uid, photoId } = await publishOne();
  const stranger = await signIn(sharedSite());
  for (const of of [photoId, randomUUID(), "x"]) {
    expect(await copy(stranger.cookie, { of })).toBe(404);
    expect(await copy("", { of })).toBe(401);
  }
  const foreign = randomUUID();
  await beginUpload(db, photoStore, {
    ...{ id: foreign, uid: stranger.user.uid, draftId: randomUUID() },
    ...{ filename: "foto.jpg", size: 1, address: null },
  });
  for (const id of [photoId, foreign, "x"])
    expect(await copy(cookie, { of: photoId, id })).toBe(404);
  expect(await db.$count(photos, eq(photos.uid, uid))).toBe(1);
  expect(await db.$count(photos, eq(photos.uid, stranger.user.uid))).toBe(0);
  expect(await db.$count(uploads, eq(uploads.id, foreign))).toBe(1);
});
