import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, expect, test, vi } from "vitest";
import { drawSamplePhotos } from "../../../samples/samples.server.ts";
import { deleteAccount } from "../../../testing/account-deletion.ts";
import { makeFolder } from "../../../testing/folder.ts";
import { waitingForLock } from "../../../testing/locks.ts";
import { patience } from "../../../testing/patience.ts";
import { makeJpeg } from "../../../testing/pictures.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
} from "../../../testing/site.ts";
import { asking, fetchUploadStatus, uploadPhoto } from "../../../testing/upload.ts";
import { photos, uploads } from "../../platform/db/schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { createListing, updateListing } from "../listings/publishing.server.ts";
import { DrawnIllustrations, makeDueSizes } from "./due-sizes.server.ts";
import { coverFile, photoWidths, pictureUrls } from "./photo.ts";
import { PhotoFailure } from "./photo-rounds.server.ts";
import { createSizeRounds } from "./size-rounds.server.ts";
import { storeVariants } from "./store.server.ts";
import { sweepPhotos } from "./sweep.server.ts";
import { cancelUpload } from "./uploads/uploads.server.ts";
import { makeVariants } from "./variants.server.ts";

const sharedSite = shareTestSite();

// No test finds another's photos due.
beforeEach(async () => {
  await sharedSite().db.update(photos).set({ sizesDue: false });
});

/** A panorama: large enough for its other sizes to follow, and each takes little time to encode. */
const large = await makeJpeg(8000, 280);
const allWidths = [...photoWidths];
const whole = { width: 3200, height: 112 };

/** Uploads the panorama. */
async function upload() {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const id = await uploadPhoto(site, cookie, large);
  return { site, id, uid: user.uid, cookie, password };
}

async function findPhoto(id: string) {
  const [photo] = await sharedSite().db.select().from(photos).where(eq(photos.id, id));
  if (!photo) throw new Error("no such photo");
  return photo;
}

const listFiles = (key: string) => readdir(join(sharedSite().dataDir, "fotos", key));
const listReceived = () => readdir(join(sharedSite().dataDir, "envios"));

function makeNext(except: string[] = []) {
  return makeDueSizes(sharedSite(), { except, drawn: new DrawnIllustrations() });
}

async function publish(uid: string, photoIds: string[]): Promise<string> {
  const input = { ...listingInput(), position: null };
  const published = await createListing(sharedSite().db, uid, input, photoIds);
  if (!published.ok) throw new Error(published.message);
  return published.id;
}

/** Creates a photo of a sample ad, which isn't drawn yet. */
async function drawPier() {
  const site = sharedSite();
  const { uid } = await createUser(site);
  const drawings = await makeFolder();
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#336677"/></svg>`;
  await writeFile(join(drawings, "pier.svg"), shape);
  const id = randomUUID();
  const pending = { id, key: `imoveis/${uid}/images/0/${id}-pier`, widths: [], cover: false };
  await createWaitingPhoto(site, uid, { ...pending, illustration: true });
  return { uid, id, drawings };
}

test("a drawing of a sample ad has a stand-in until it is made, before photos that have a size", async () => {
  const site = sharedSite();
  const { uid, id, drawings } = await drawPier();
  await createWaitingPhoto(site, uid);
  const ad = await publish(uid, [id]);
  const page = async () => (await site.app.request(`/posts/${ad}`)).text();
  expect(await page()).toContain("/ilustracoes/foto-em-preparo.svg");
  expect(await page()).not.toMatch(/srcset=""|\/fotos\/[\w-]+\/\d/i);

  const making = { except: [], drawn: new DrawnIllustrations() };
  expect(await makeDueSizes({ ...site, illustrationsDir: drawings }, making)).toMatchObject({ id });

  const photo = await findPhoto(id);
  const widths = photoWidths.filter((width) => width <= 1600);
  expect(photo).toMatchObject({ cover: true, sizesDue: false, width: 1600, widths });
  expect(await listFiles(photo.key)).toHaveLength(2 * widths.length + 1);
  expect(await page()).toContain(pictureUrls(photo).at(1600));
});

test("a new site starts with one size of each sample photo, and draws the others later", async () => {
  const { id, drawings } = await drawPier();
  const drawing = { ...sharedSite(), illustrationsDir: drawings };
  await drawSamplePhotos(drawing);
  const first = await findPhoto(id);
  expect(first).toMatchObject({ sizesDue: true, widths: [800] });
  expect((await listFiles(first.key)).sort()).toEqual(["800.avif", "800.jpg"]);

  await makeDueSizes(drawing, { except: [], drawn: new DrawnIllustrations() });
  const widths = photoWidths.filter((width) => width <= 1600);
  expect(await findPhoto(id)).toMatchObject({ cover: true, sizesDue: false, width: 1600, widths });
});

test("a large photo is confirmed and published with its first size, and its other sizes follow", async () => {
  const { site, id, uid, cookie } = await upload();
  const first = await findPhoto(id);
  expect(first).toMatchObject({ ...whole, widths: [800], cover: false, sizesDue: true });
  expect((await listFiles(first.key)).sort()).toEqual(["800.avif", "800.jpg"]);
  const status = await fetchUploadStatus(asking(site), cookie, `/envios/${id}`);
  expect(await status.json()).toMatchObject({ state: "ready", photo: { id, widths: [800] } });
  const ad = await publish(uid, [id]);
  const readWidths = async () => {
    const html = await (await site.app.request(`/posts/${ad}`)).text();
    return [...new Set([...html.matchAll(/\/(\d+) \d+w/g)].map(([, width]) => Number(width)))];
  };
  expect(await readWidths()).toEqual([800]);

  expect(await makeNext()).toMatchObject({ id });

  const photo = await findPhoto(id);
  expect(photo).toMatchObject({ ...whole, widths: allWidths, cover: true, sizesDue: false });
  const expected = allWidths.flatMap((width) => [`${width}.avif`, `${width}.jpg`]);
  expect((await listFiles(photo.key)).sort()).toEqual([...expected, coverFile].sort());
  for (const width of allWidths) {
    const bytes = await site.photoStore.disk.getBytes(`${photo.key}/${width}.avif`);
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({
      ...{ format: "heif", width, height: Math.round((width * 280) / 8000) },
    });
  }
  expect(await site.photoStore.uploads.isWhole(id)).toBe(false);
  // The gallery offers phones two widths below those of the specification.
  expect(await readWidths()).toEqual([400, 800, 1200, 1600, 3200]);
  expect(await makeNext()).toBeNull();
});

test("stopping in the middle of a photo leaves it due, with its received file, and the next start completes it", async () => {
  const { site, id } = await upload();
  const { uploads: received } = site.photoStore;
  const rounds = createSizeRounds(
    {
      ...site,
      photoStore: {
        ...site.photoStore,
        uploads: {
          ...received,
          withFile: (of, work) =>
            received.withFile(of, (file) => {
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

  expect(await findPhoto(id)).toMatchObject({ widths: [800], cover: false, sizesDue: true });
  expect(await received.isWhole(id)).toBe(true);
  expect(site.errorLines).toEqual([]);
  expect(await makeNext()).toMatchObject({ id });
  expect(await findPhoto(id)).toMatchObject({ widths: allWidths, sizesDue: false });
});

test("a photo removed before its other sizes are made leaves no files behind", async () => {
  const before = [await sharedSite().files(), await sharedSite().db.$count(photos)];
  const { site, id, uid } = await upload();
  const { withFile } = site.photoStore.uploads;
  vi.spyOn(site.photoStore.uploads, "withFile").mockImplementation((name, work) =>
    withFile(name, async (file) => {
      const made = await work(file);
      await cancelUpload(site.db, site.photoStore, uid, id);
      return made;
    }),
  );

  await makeNext();

  expect([await site.files(), await site.db.$count(photos)]).toEqual(before);
  expect(await site.db.$count(uploads, eq(uploads.uid, uid))).toBe(0);
});

test("while the store fails or its disk is nearly full a photo keeps its first size, and of several sites one completes it", async () => {
  const { site, id } = await upload();
  const away = new Error("the store is away");
  const failing = vi.spyOn(site.photoStore.disk, "put").mockRejectedValue(away);

  await expect(makeNext()).rejects.toThrow(PhotoFailure);

  expect(await findPhoto(id)).toMatchObject({ widths: [800], sizesDue: true });
  expect(await makeNext([id])).toBeNull();
  failing.mockRestore();
  const { settings } = site.photoStore;
  settings.minFreeBytes = 2 ** 60;
  expect(await makeNext()).toBeNull();
  settings.minFreeBytes = 0;
  const made = await Promise.all([makeNext(), makeNext(), makeNext()]);
  expect(made.filter((photo) => photo !== null)).toMatchObject([{ id }]);
  expect(await findPhoto(id)).toMatchObject({ widths: allWidths, sizesDue: false });
});

test("the sweep deletes forgotten received files, but not that of a photo whose sizes are due", async () => {
  const { site, id } = await upload();
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  const received = join(site.dataDir, "envios");
  const forgotten = randomUUID();
  await mkdir(received, { recursive: true });
  await site.photoStore.uploads.datastore.create(
    Object.assign(Object.create(null), { id: forgotten, size: 10, offset: 0, metadata: {} }),
  );
  for (const name of await readdir(received)) await utimes(join(received, name), dayAgo, dayAgo);

  await sweepPhotos(site.db, site.photoStore);

  expect(await site.photoStore.uploads.isWhole(id)).toBe(true);
  expect(await listReceived()).not.toContain(forgotten);
});

// Received files hold the position of the house.
test("a received file goes with its photo: out of an ad, cancelled, with its ad and its account; a drawn card, too", async () => {
  const { site, id: taken, uid, cookie, password } = await upload();
  const send = () => uploadPhoto(site, cookie, large);
  const [kept, cancelled, waiting] = [await send(), await send(), await send()];
  const ad = await publish(uid, [taken, kept]);
  const left = async () => {
    const names = await listReceived();
    return [taken, kept, cancelled, waiting].filter((id) => names.includes(id));
  };
  expect(await left()).toEqual([taken, kept, cancelled, waiting]);

  const edit = { input: listingInput(), photoIds: [kept], version: 1 };
  expect(await updateListing(site, uid, ad, edit)).toEqual({ ok: true });
  expect(await left()).toEqual([kept, cancelled, waiting]);
  await cancelUpload(site.db, site.photoStore, uid, cancelled);
  expect(await left()).toEqual([kept, waiting]);
  // As the version before this one drew it.
  const card = `cartoes/anuncio/${ad}/0.jpg`;
  await site.photoStore.disk.put(card, "card");
  await deleteListing(site.db, site.photoStore, uid, ad);
  expect(await left()).toEqual([waiting]);
  expect(await site.photoStore.openFile(card)).toBeNull();
  await deleteAccount(site, cookie, password);
  expect(await left()).toEqual([]);
});

test("new photos come before those with fewer sizes, which get the new ones from their largest file, if it is there", async () => {
  const { db, photoStore } = sharedSite();
  const { uid } = await createUser({ db });
  const lost = await createWaitingPhoto(sharedSite(), uid);
  const key = `imoveis/${uid}/images/0/${randomUUID()}-antiga`;
  const made = await makeVariants(await makeJpeg(800, 60));
  if (!made.ok) throw new Error(made.message);
  const variants = made.variants.filter(({ width }) => [400, 800].includes(width));
  await storeVariants(photoStore, key, { ...made, variants });
  const old = { key, width: 800, height: 60, widths: [400, 800], cover: true, bytes: 1_000_000 };
  const id = await createWaitingPhoto(sharedSite(), uid, old);
  const before = await photoStore.disk.getBytes(`${key}/800.avif`);
  const { id: fresh } = await upload();

  for (const next of [fresh, id, lost]) expect(await makeNext()).toMatchObject({ id: next });

  const widths = allWidths.filter((width) => width <= 800);
  const photo = await findPhoto(id);
  expect(photo).toMatchObject({ width: 800, height: 60, widths, sizesDue: false });
  expect(photo.bytes).toBeGreaterThan(1_000_000);
  expect(await listFiles(key)).toHaveLength(2 * widths.length + 1);
  expect(await photoStore.disk.getBytes(`${key}/800.avif`)).toEqual(before);
  expect(await findPhoto(lost)).toMatchObject({ widths: [400, 800, 1600], sizesDue: false });
});

test("an edit waits for a photo's sizes being stored without a deadlock", async () => {
  const { site, id, uid } = await upload();
  const held = await createWaitingPhoto(site, uid, { sizesDue: false });
  const photoIds = [held, id];
  const ad = await publish(uid, photoIds);
  let both: Promise<unknown[]> | undefined;
  await site.db.transaction(async (tx) => {
    // The edit stops here, before the photo whose sizes are being made.
    await tx.select().from(photos).where(eq(photos.id, held)).for("update");
    const edit = updateListing(site, uid, ad, { input: listingInput(), photoIds, version: 1 });
    await waitingForLock(site);
    both = Promise.all([edit, makeNext()]);
    await waitingForLock(site, 2);
  });

  expect(await both).toMatchObject([{ ok: true }, { id }]);
  expect(await findPhoto(id)).toMatchObject({ sizesDue: false });
});
