import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { patience } from "../../../../testing/patience.ts";
import { makeJpeg, padJpeg } from "../../../../testing/pictures.ts";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../../testing/site.ts";
import {
  asking,
  beginUpload,
  fetchUploadStatus,
  sendPart,
  uploadIdIn,
  uploadPhoto,
} from "../../../../testing/upload.ts";
import { photos, uploads } from "../../../platform/db/schema.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();
const tus = { "Tus-Resumable": "1.0.0" };
const small = await makeJpeg(120, 90);

async function counts({ db }: TestSite, uid: string) {
  return {
    photos: await db.$count(photos, eq(photos.uid, uid)),
    uploads: await db.$count(uploads, eq(uploads.uid, uid)),
  };
}

test("a photo sent in two parts becomes its variants, upright and without EXIF or GPS", async () => {
  const site = sharedSite();
  const ask = asking(site);
  const { cookie, user } = await signIn(site);
  const bytes = padJpeg(await makeJpeg(800, 400, { orientation: 6 }), 400_000);
  const file = { size: bytes.length, name: "Piscina à Tarde.JPG" };
  const begun = await beginUpload(ask, cookie, file);
  const path = begun.headers.get("Location") ?? "";
  expect(begun.status).toBe(201);
  expect(path).toMatch(/^\/envios\/[0-9a-f-]{36}$/);

  const half = Math.floor(bytes.length / 2);
  expect((await sendPart(ask, cookie, path, 0, bytes.subarray(0, half))).status).toBe(204);
  expect((await sendPart(ask, cookie, path, half, bytes.subarray(half))).status).toBe(204);

  const id = uploadIdIn(begun);
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  expect(photo).toMatchObject({
    ...{ uid: user.uid, postId: null, width: 400, height: 800, widths: [180, 270, 400] },
    // The address is public, so it doesn't contain the name of the file.
    key: `imoveis/${user.uid}/images/0/${id}-foto`,
  });
  expect(photo?.color).toMatch(/^#[0-9a-f]{6}$/);
  for (const width of photo?.widths ?? []) {
    for (const [format, known] of Object.entries({ avif: "heif", jpg: "jpeg" })) {
      const answer = await site.app.request(`/fotos/${photo?.key}/${width}.${format}`);
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(metadata).toMatchObject({ format: known, width, height: width * 2 });
      expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
    }
  }
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  expect(await counts(site, user.uid)).toEqual({ uploads: 0, photos: 1 });
  expect(await site.files()).not.toContain(id);
  const status = await fetchUploadStatus(ask, cookie, path);
  expect(await status.json()).toMatchObject({ state: "ready", photo: { id } });
});

test("visitors may not upload, and advertisers may not touch others' uploads", async () => {
  const site = sharedSite();
  const ask = asking(site);
  const [owner, stranger] = [await signIn(site), await signIn(site)];
  expect((await beginUpload(ask, null, { size: 1000 })).status).toBe(401);
  const begun = await beginUpload(ask, owner.cookie, { size: 1000 });
  const path = begun.headers.get("Location") ?? "";
  const rows = await site.rows();

  const statuses = async (cookie: string | null, of = path) => {
    const headers = { ...tus, ...(cookie ? { Cookie: cookie } : {}) };
    return Promise.all(
      ["HEAD", "PATCH", "DELETE", "GET"].map(async (method) => {
        const url = method === "GET" ? `${of}/situacao` : of;
        return (await site.app.request(url, { method, headers })).status;
      }),
    );
  };

  expect(await statuses(null)).toEqual([401, 401, 401, 401]);
  expect(await statuses(stranger.cookie)).toEqual([403, 403, 403, 403]);
  const unknown = await statuses(owner.cookie, `/envios/${randomUUID()}`);
  expect(unknown).toEqual([404, 404, 404, 404]);
  expect(await site.rows()).toEqual(rows);
});

test("cancelling removes an upload in progress, and a finished photo without a listing", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const before = await site.files();
  const begun = await beginUpload(asking(site), cookie, { size: 1000 });
  const ids = [uploadIdIn(begun), await uploadPhoto(site, cookie, small)];
  expect(await counts(site, user.uid)).toEqual({ uploads: 1, photos: 1 });

  for (const id of ids) {
    const init = { method: "DELETE", headers: { ...tus, Cookie: cookie } };
    expect((await site.app.request(`/envios/${id}`, init)).status).toBe(204);
    expect((await site.app.request(`/envios/${id}`, init)).status).toBe(404);
  }

  expect(await counts(site, user.uid)).toEqual({ uploads: 0, photos: 0 });
  expect(await site.files()).toEqual(before);
});

test("a status request finishes a complete file left by a killed site", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  const begun = await beginUpload(asking(site), cookie, { size: small.length });
  const id = uploadIdIn(begun);
  await writeFile(join(site.dataDir, "envios", id), small);

  const status = await fetchUploadStatus(asking(site), cookie, `/envios/${id}`);

  expect(await status.json()).toMatchObject({ state: "ready", photo: { id, width: 120 } });
  await expect(readFile(join(site.dataDir, "envios", id))).rejects.toThrow();
});

/** The part of sharp's internal state that holds the input file. */
interface Source extends Sharp {
  options: { input: { file: string } };
}

test("an advertiser with many photos delays others only by the photos in progress", async () => {
  const site = sharedSite();
  const ask = asking(site);
  const [ana, bia] = [await signIn(site), await signIn(site)];

  // Photos are read when their turn comes; the gate holds the first ones there.
  const gate = Promise.withResolvers<void>();
  // A photo still waiting when the test fails would keep its site from closing.
  onTestFinished(() => gate.resolve());
  const begun: string[] = [];
  const { metadata } = sharp.prototype;
  vi.spyOn(sharp.prototype, "metadata").mockImplementation(async function (this: Source) {
    begun.push(basename(this.options.input.file));
    await gate.promise;
    return metadata.call(this);
  });

  /** Resolves once the photo waits for its turn. */
  async function send(cookie: string): Promise<{ id: string; answer: Promise<Response> }> {
    const id = uploadIdIn(await beginUpload(ask, cookie, { size: small.length }));
    const answer = sendPart(ask, cookie, `/envios/${id}`, 0, small);
    await vi.waitFor(async () => {
      // A request that overtakes the last part finishes the photo itself, so it waits at the gate, too.
      const asked = fetchUploadStatus(ask, cookie, `/envios/${id}`);
      const status = await Promise.race([asked, setTimeout(500)]);
      expect(await status?.json()).toEqual({ state: "processing" });
    }, patience);
    return { id, answer };
  }
  const many: Awaited<ReturnType<typeof send>>[] = [];
  for (let n = 0; n < 5; n++) many.push(await send(ana.cookie));
  const one = await send(bia.cookie);
  await vi.waitFor(() => expect(begun).toEqual(many.slice(0, 2).map(({ id }) => id)), patience);
  gate.resolve();
  for (const { answer } of [...many, one]) expect((await answer).status).toBe(204);

  // The two after those in progress run at once, so either may read its file first.
  expect(begun.slice(2, 4)).toContain(one.id);
});

/** A picture that is red on the left and blue on the right. */
const red = { width: 300, height: 200, channels: 3, background: "#ff0000" } as const;
const blue = { ...red, width: 150, background: "#0000ff" };
const twoColours = await sharp({ create: red })
  .composite([{ input: { create: blue }, left: 150, top: 0 }])
  .jpeg()
  .toBuffer();

function turn(site: TestSite, cookie: string, id: string, draft: string, method = "POST") {
  return site.app.request(`/envios/${id}/girar/${draft}`, { method, headers: { Cookie: cookie } });
}

async function colourAt(site: TestSite, path: string, left: number, top: number) {
  const answer = await site.app.request(path);
  const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (data[0] ?? 0) > (data[2] ?? 0) ? "red" : "blue";
}

test("turning a photo clockwise makes a new photo in the same ad, even in a form with ten photos", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const draft = randomUUID();
  const id = await uploadPhoto(site, cookie, twoColours, draft);
  expect(await createListing(site.db, user.uid, listingInput(), [id])).toMatchObject({ ok: true });
  for (let n = 0; n < 9; n++) await createWaitingPhoto(site, user.uid, { draftId: draft });
  const [before] = await site.db.select().from(photos).where(eq(photos.id, id));

  const answer = await turn(site, cookie, id, draft);

  expect(answer.status).toBe(201);
  const { photo } = (await answer.json()) as { photo: { id: string; key: string } };
  expect(photo).toMatchObject({ width: 200, height: 300, widths: [180, 200] });
  expect(photo.key).toMatch(new RegExp(`/${photo.id}-foto$`));
  expect(photo.key).not.toBe(before?.key);
  for (const format of ["jpg", "avif"]) {
    const url = `/fotos/${photo.key}/200.${format}`;
    expect(await colourAt(site, url, 100, 30)).toBe("red");
    expect(await colourAt(site, url, 100, 270)).toBe("blue");
  }
  const rows = await site.db.select().from(photos).where(eq(photos.draftId, draft));
  expect(rows).toHaveLength(11);
  expect(rows).toContainEqual(before);
  expect(rows).toContainEqual(
    expect.objectContaining({ id: photo.id, sha256: before?.sha256, alt: before?.alt }),
  );
});

test("only one's own photos are turned, by a POST that names a form", async () => {
  const site = sharedSite();
  const [owner, stranger] = [await signIn(site), await signIn(site)];
  const draft = randomUUID();
  const id = await uploadPhoto(site, owner.cookie, twoColours, draft);
  const statuses = [];
  for (const asked of [id, randomUUID(), "x"]) {
    statuses.push((await turn(site, stranger.cookie, asked, draft)).status);
    statuses.push((await turn(site, "", asked, draft)).status);
  }
  expect(statuses).toEqual([404, 401, 404, 401, 404, 401]);
  for (const no of ["x", ""]) expect((await turn(site, owner.cookie, id, no)).status).toBe(404);
  const read = await turn(site, owner.cookie, id, draft, "GET");
  expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
  expect(await site.db.$count(photos, eq(photos.draftId, draft))).toBe(1);
});
