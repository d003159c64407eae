import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { fillEmptySite } from "../../samples/samples.server.ts";
import { waitingForLock } from "../../testing/locks.ts";
import { patience } from "../../testing/patience.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { beginUpload, fetchUploadStatus } from "../../testing/upload.ts";
import { photos } from "../db/schema.ts";
import { createListing, updateListing } from "../listings/publishing.server.ts";
import { cancelUpload } from "../uploads/uploads.server.ts";
import { DrawnIllustrations, makeDueSizes } from "./due-sizes.server.ts";
import { coverFile, photoWidths, pictureUrls } from "./photo.ts";
import { PhotoFailure } from "./photo-rounds.server.ts";
import { createSizeRounds } from "./size-rounds.server.ts";
import { storeVariants } from "./store.server.ts";
import { sweepPhotos } from "./sweep.server.ts";
import { makeVariants } from "./variants.server.ts";

/** A panorama: large enough for its other sizes to follow, and each takes little time to encode. */
const large = await makeJpeg(8000, 280);
const allWidths = [...photoWidths];
const whole = { width: 3200, height: 112 };

async function upload(site: TestSite, cookie: string, bytes = large): Promise<string> {
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const begun = await beginUpload(ask, cookie, { size: bytes.length, bytes });
  expect(begun.status).toBe(201);
  return begun.headers.get("Location")?.split("/")[2] ?? "";
}

async function findPhoto(site: TestSite, id: string) {
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  if (!photo) throw new Error("no such photo");
  return photo;
}

const listFiles = (site: TestSite, key: string) => readdir(join(site.dataDir, "fotos", key));

function makeNext(site: TestSite, except: string[] = []) {
  return makeDueSizes(site, { except, drawn: new DrawnIllustrations() });
}

test("a large photo is confirmed with its first size, and its other sizes follow", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);

  const id = await upload(site, cookie);

  const first = await findPhoto(site, id);
  expect(first).toMatchObject({
    ...{ ...whole, widths: [800], cover: false, sizesDue: true },
  });
  expect((await listFiles(site, first.key)).sort()).toEqual(["800.avif", "800.jpg"]);
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const status = await fetchUploadStatus(ask, cookie, `/envios/${id}`);
  expect(await status.json()).toMatchObject({ state: "ready", photo: { id, widths: [800] } });

  expect(await makeNext(site)).toMatchObject({ id });

  const photo = await findPhoto(site, id);
  expect(photo).toMatchObject({
    ...{ ...whole, widths: allWidths, cover: true, sizesDue: false },
  });
  const expected = allWidths.flatMap((width) => [`${width}.avif`, `${width}.jpg`]);
  expect((await listFiles(site, photo.key)).sort()).toEqual([...expected, coverFile].sort());
  for (const width of allWidths) {
    const bytes = await site.photoStore.disk.getBytes(`${photo.key}/${width}.avif`);
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({
      ...{ format: "heif", width, height: Math.round((width * 280) / 8000) },
    });
  }
  expect(await site.photoStore.uploads.isWhole(id)).toBe(false);
  expect(await makeNext(site)).toBeNull();
});

test("the page of an ad published with a first size offers the other sizes once they are made", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  const id = await upload(site, cookie);
  const published = await createListing(site.db, user.uid, { ...listingInput(), position: null }, [
    id,
  ]);
  if (!published.ok) throw new Error(published.message);
  const readWidths = async () => {
    const html = await (await site.app.request(`/posts/${published.id}`)).text();
    return [...new Set([...html.matchAll(/\/(\d+) \d+w/g)].map(([, width]) => Number(width)))];
  };
  expect(await readWidths()).toEqual([800]);

  await makeNext(site);

  // The gallery needs no smaller ones.
  expect(await readWidths()).toEqual(allWidths.filter((width) => width >= 400));
});

test("stopping in the middle of a photo leaves it due, with its received file, and the next start completes it", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const id = await upload(site, cookie);
  const { uploads } = site.photoStore;
  const rounds = createSizeRounds(
    {
      ...site,
      photoStore: {
        ...site.photoStore,
        uploads: {
          ...uploads,
          withFile: (of, work) =>
            uploads.withFile(of, (file) => {
              stopped = rounds.stop();
              return work(file);
            }),
        },
      },
    },
    site.log,
  );
  let stopped: Promise<void> | null = null;
  rounds.start();
  await vi.waitFor(() => expect(stopped).not.toBeNull(), patience);
  await stopped;

  expect(await findPhoto(site, id)).toMatchObject({ widths: [800], cover: false, sizesDue: true });
  expect(await uploads.isWhole(id)).toBe(true);
  expect(site.errorLines).toEqual([]);
  expect(await makeNext(site)).toMatchObject({ id });
  expect(await findPhoto(site, id)).toMatchObject({ widths: allWidths, sizesDue: false });
});

test("a photo removed before its other sizes are made leaves no files behind", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  const empty = await site.files();
  const id = await upload(site, cookie);
  const { uploads } = site.photoStore;
  const { withFile } = uploads;
  uploads.withFile = (name, work) =>
    withFile(name, async (file) => {
      const made = await work(file);
      await cancelUpload(site.db, site.photoStore, user.uid, id);
      return made;
    });

  await makeNext(site);

  expect(await site.rows()).toMatchObject({ photos: 0, uploads: 0 });
  expect(await site.files()).toEqual(empty);
});

test("while the store fails a photo keeps its first size, and the next try completes it", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const id = await upload(site, cookie);
  const { disk } = site.photoStore;
  const { put } = disk;
  disk.put = async () => {
    throw new Error("the store is away");
  };

  await expect(makeNext(site)).rejects.toThrow(PhotoFailure);

  expect(await findPhoto(site, id)).toMatchObject({ widths: [800], sizesDue: true });
  expect(await makeNext(site, [id])).toBeNull();
  disk.put = put;
  await makeNext(site);
  expect(await findPhoto(site, id)).toMatchObject({ widths: allWidths, sizesDue: false });
});

test("the sweep keeps the received file of a photo whose sizes are due", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const id = await upload(site, cookie);
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  const received = join(site.dataDir, "envios");
  const forgotten = randomUUID();
  await mkdir(received, { recursive: true });
  await site.photoStore.uploads.datastore.create(
    Object.assign(Object.create(null), { id: forgotten, size: 10, offset: 0, metadata: {} }),
  );
  for (const name of await readdir(received)) await utimes(join(received, name), dayAgo, dayAgo);

  expect(await sweepPhotos(site.db, site.photoStore)).toMatchObject({ uploads: 1 });

  expect(await site.photoStore.uploads.isWhole(id)).toBe(true);
  await makeNext(site);
  expect(await findPhoto(site, id)).toMatchObject({ widths: allWidths });
});

test("a photo stored with fewer sizes gets the new ones from its largest file", async () => {
  const site = await openTestSite();
  const { uid } = await createUser(site);
  const key = `imoveis/${uid}/images/0/${randomUUID()}-antiga`;
  const made = await makeVariants(large);
  if (!made.ok) throw new Error(made.message);
  const widths = [400, 800, 1600, 3200];
  const variants = made.variants.filter(({ width }) => widths.includes(width));
  await storeVariants(site.photoStore, key, { ...made, variants });
  const old = { key, ...whole, widths, cover: true, bytes: 1_000_000 };
  const id = await createWaitingPhoto(site, uid, old);
  const before = await site.photoStore.disk.getBytes(`${key}/1600.avif`);

  await makeNext(site);

  const photo = await findPhoto(site, id);
  expect(photo).toMatchObject({ ...whole, widths: allWidths, sizesDue: false });
  expect(photo.bytes).toBeGreaterThan(1_000_000);
  expect(await listFiles(site, key)).toHaveLength(2 * allWidths.length + 1);
  expect(await site.photoStore.disk.getBytes(`${key}/1600.avif`)).toEqual(before);
});

test("new photos come before those with fewer sizes, and a photo without files stays as it is", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  const lost = await createWaitingPhoto(site, user.uid);
  const id = await upload(site, cookie);

  expect(await makeNext(site)).toMatchObject({ id });
  expect(await makeNext(site)).toMatchObject({ id: lost });

  expect(await findPhoto(site, lost)).toMatchObject({ widths: [400, 800, 1600], sizesDue: false });
});

test("only one of several sites makes the sizes of a photo", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const id = await upload(site, cookie);

  const made = await Promise.all([makeNext(site), makeNext(site), makeNext(site)]);

  expect(made.filter((photo) => photo !== null)).toMatchObject([{ id }]);
});

test("sample ads are there before their photos, which follow covers first", async () => {
  const site = await openTestSite();
  const secret = "x".repeat(32);
  const filled = await fillEmptySite({ db: site.db, auth: site.auth, secret }, "illustrations");
  expect(filled).toBeGreaterThan(12);
  const home = await (await site.app.request("/")).text();
  expect(home).toContain("/ilustracoes/foto-em-preparo.svg");
  expect(home).not.toMatch(/srcset=""|\/fotos\/[\w-]+\/\d/i);

  const made = await makeNext(site);

  const photo = await findPhoto(site, made?.id ?? "");
  expect(photo).toMatchObject({ position: 0, cover: true, sizesDue: false, width: 1600 });
  expect(photo.widths).toEqual(photoWidths.filter((width) => width <= 1600));
  expect(await listFiles(site, photo.key)).toHaveLength(2 * photo.widths.length + 1);
  const page = await (await site.app.request(`/posts/${photo.postId}`)).text();
  expect(page).toContain(pictureUrls(photo).at(1600));
}, 60_000);

test("an edit waits for a photo's sizes being stored without a deadlock", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const held = await createWaitingPhoto(site, user.uid);
  const photoIds = [held, await upload(site, cookie)];
  const published = await createListing(site.db, user.uid, listingInput(), photoIds);
  if (!published.ok) throw new Error(published.message);
  let both: Promise<unknown[]> | undefined;
  await site.db.transaction(async (tx) => {
    // The edit stops here, before the photo whose sizes are being made.
    await tx.select().from(photos).where(eq(photos.id, held)).for("update");
    const edit = updateListing(site, user.uid, published.id, {
      input: listingInput(),
      photoIds,
      version: 1,
    });
    await waitingForLock(site);
    both = Promise.all([edit, makeNext(site)]);
    await waitingForLock(site, 2);
  });

  expect(await both).toMatchObject([{ ok: true }, { id: photoIds[1] }]);
  expect(await findPhoto(site, photoIds[1] ?? "")).toMatchObject({ sizesDue: false });
});
