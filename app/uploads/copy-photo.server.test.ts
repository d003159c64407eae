import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import { listingInput, shareTestSite, signIn } from "../../testing/site.ts";
import { uploadPhoto } from "../../testing/upload.ts";
import { photos, uploads } from "../db/schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { createListing } from "../listings/publishing.server.ts";
import { shortenId } from "../photos/photo.ts";

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
  request?: string;
}

function copy(
  cookie: string,
  { of, draft = randomUUID(), request = randomUUID() }: CopyRequest,
): Promise<Response> {
  const path = `/envios/${of}/copiar/${draft}/${request}`;
  const init = { method: "POST", headers: { Cookie: cookie } };
  return Promise.resolve(sharedSite().app.request(path, init));
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  return (await answer).status;
}

async function rowOf(id: string) {
  const [row] = await sharedSite().db.select().from(photos).where(eq(photos.id, id));
  if (!row) throw new Error("the photo has no row");
  return row;
}

test("a photo is copied once, files and all, and outlives the ad that it was copied from", async () => {
  const { db, photoStore, app } = sharedSite();
  const { cookie, uid, photoId, postId } = await publishOne();
  const [draft, request] = [randomUUID(), randomUUID()];
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const answer = await copy(cookie, { of: photoId, draft, request });
    expect(answer.status).toBe(201);
    ids.push((await answer.json()).photo.id);
  }
  const [id = "", again] = ids;
  expect(again).toBe(id);

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
  const { db } = sharedSite();
  const { cookie, uid, photoId } = await publishOne();
  const stranger = await signIn(sharedSite());
  for (const of of [photoId, randomUUID(), "x"]) {
    expect(await statusOf(copy(stranger.cookie, { of }))).toBe(404);
    expect(await statusOf(copy("", { of }))).toBe(401);
  }
  expect(await statusOf(copy(cookie, { of: photoId, request: "x" }))).toBe(404);
  expect(await db.$count(photos, eq(photos.uid, uid))).toBe(1);
  expect(await db.$count(photos, eq(photos.uid, stranger.user.uid))).toBe(0);
});

test("whatever a client asks for, another's photo keeps its address in pages", async () => {
  const { app, db } = sharedSite();
  const [victim, attacker] = [await publishOne(), await publishOne()];
  const half = victim.photoId.slice(0, 18);
  const requests = ["0000-000000000000", "ffff-ffffffffffff"].map((end) => `${half}-${end}`);
  for (const request of requests) {
    expect(await statusOf(copy(attacker.cookie, { of: attacker.photoId, request }))).toBe(201);
  }
  const ids = await db.select({ id: photos.id }).from(photos).where(eq(photos.uid, attacker.uid));
  expect(ids.map(({ id }) => id.slice(0, 18))).not.toContain(half);

  // Rows that were made before share a half; the address that pages use now names one of them.
  const [{ id, key }, photo] = [await rowOf(victim.photoId), await rowOf(attacker.photoId)];
  for (const same of requests) {
    await db.insert(photos).values({ ...photo, id: same, key: same, postId: null, position: null });
  }
  const etagOf = async (path: string) => (await app.request(path)).headers.get("ETag");
  expect(await etagOf(`/fotos/${shortenId(id)}/180.jpg`)).toBe(
    await etagOf(`/fotos/${key}/180.jpg`),
  );
  expect((await app.request(`/fotos/${shortenId(id).slice(0, 11)}/180.jpg`)).status).toBe(404);
});
