import { isNull } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { patience } from "../../../testing/patience.ts";
import {
  alter,
  comparePhotos,
  readPhotograph,
  storePhotograph,
} from "../../../testing/photographs.ts";
import { createUser, openSiteOn, openTestSite } from "../../../testing/site.ts";
import { photoComparisons, photoCopies, photoHashes } from "../../db/copy-schema.ts";
import { photos } from "../../db/schema.ts";
import { takePhoto } from "../../uploads/uploads.server.ts";
import { PhotoFailure } from "../photo-rounds.server.ts";
import { compareNextPhoto } from "./compare-photos.server.ts";
import { createCompareRounds } from "./compare-rounds.server.ts";

const kitchen = await readPhotograph("kitchen");
const next = { except: [] };
const isDue = isNull(photoComparisons.comparedAt);

test("an uploaded photo is due once, compared, and paired with its copy in somebody else's account", async () => {
  const site = await openTestSite();
  const [one, other] = [await createUser(site), await createUser(site)];
  const take = async (uid: string, bytes: Buffer) => {
    const file = { uid, draftId: crypto.randomUUID(), filename: "foto.jpg", bytes };
    const taken = await takePhoto(site, file);
    if (!taken.ok) throw new Error(taken.message);
    return taken.photo.id;
  };
  const original = await take(one.uid, kitchen);
  expect(await compareNextPhoto(site, next)).toMatchObject({ id: original });
  expect(await compareNextPhoto(site, next)).toBeNull();
  expect(await site.db.$count(photoCopies)).toBe(0);

  const copy = await take(other.uid, await alter(kitchen, "mirrored"));
  expect(await compareNextPhoto(site, next)).toMatchObject({ id: copy });

  expect(await site.db.select().from(photoCopies)).toMatchObject([
    { earlierId: original, laterId: copy, likeness: 100, dismissedAt: null },
  ]);
  expect(await site.db.$count(photoHashes)).toBe(6);
});

test("photos stored before are compared newest first, and a crop uploaded first is found as well", async () => {
  const site = await openTestSite();
  const [one, other] = [await createUser(site), await createUser(site)];
  const crop = await alter(kitchen, "8 % off each side");
  const old = { createdAt: new Date("2025-01-01") };
  const earlierId = await storePhotograph(site, one.uid, crop, old);
  const laterId = await storePhotograph(site, other.uid, kitchen);

  expect(await compareNextPhoto(site, next)).toMatchObject({ id: laterId });
  expect(await compareNextPhoto(site, next)).toMatchObject({ id: earlierId });

  expect(await site.db.select().from(photoCopies)).toMatchObject([{ earlierId, laterId }]);
});

test("open sky and a single colour resemble nothing, except as the same file", async () => {
  const site = await openTestSite();
  const [one, other] = [await createUser(site), await createUser(site)];
  const flat = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#7fb2d9" },
  })
    .jpeg()
    .toBuffer();
  const sky = await sharp(
    Buffer.from(`<svg width="400" height="300"><linearGradient id="g" x2="0" y2="1">
      <stop stop-color="#2f6fb0" /><stop offset="1" stop-color="#cfe4f2" /></linearGradient>
      <rect width="400" height="300" fill="url(#g)" /></svg>`),
  )
    .jpeg()
    .toBuffer();
  for (const uid of [one.uid, other.uid]) {
    for (const picture of [flat, sky]) await storePhotograph(site, uid, picture);
  }
  expect(await comparePhotos(site)).toBe(4);
  expect(await site.db.$count(photoHashes)).toBe(0);
  expect(await site.db.$count(photoCopies)).toBe(0);

  const sha256 = "a".repeat(64);
  for (const uid of [one.uid, other.uid]) await storePhotograph(site, uid, sky, { sha256 });
  await comparePhotos(site);
  expect(await site.db.$count(photoCopies)).toBe(1);
});

test("drawings of sample ads are not compared", async () => {
  const site = await openTestSite();
  const { uid } = await createUser(site);
  await storePhotograph(site, uid, kitchen, { illustration: true });
  expect(await site.db.$count(photoComparisons)).toBe(0);
  const { uid: other } = await createUser(site);
  await storePhotograph(site, other, kitchen);
  await comparePhotos(site);
  expect(await site.db.$count(photoCopies)).toBe(0);
});

test("several sites at once compare every photo, each pair is noted once", async () => {
  const first = await openTestSite();
  const second = await openSiteOn(first.databaseUrl);
  const sites = [first, { ...second, photoStore: first.photoStore }];
  const names = ["kitchen", "bedroom", "living-room", "pier-at-sunset"];
  for (let n = 0; n < 2; n++) {
    const { uid } = await createUser(first);
    for (const name of names) await storePhotograph(first, uid, await readPhotograph(name));
  }

  await Promise.all(
    sites.map(async (site) => {
      // Null also means that the other one has taken what is due.
      while ((await site.db.$count(photoComparisons, isDue)) > 0)
        await compareNextPhoto(site, next);
    }),
  );

  expect(await first.db.$count(photoCopies)).toBe(names.length);
});

test("stopped halfway, a photo stays due, and the next start completes it", async () => {
  const site = await openTestSite();
  for (let n = 0; n < 2; n++) {
    await storePhotograph(site, (await createUser(site)).uid, kitchen);
  }
  const { disk } = site.photoStore;
  let reads = 0;
  const slow = {
    ...site.photoStore,
    disk: {
      ...disk,
      getBytes: (key: string) => {
        // The second photo's hashes are stored by then, and its copy is about to be read.
        if (++reads === 2) stopped = rounds.stop();
        return disk.getBytes(key);
      },
    },
  };
  const rounds = createCompareRounds({ db: site.db, photoStore: slow }, site.log);
  let stopped: Promise<void> | null = null;
  rounds.start();
  await vi.waitFor(() => expect(stopped).not.toBeNull(), patience);
  await stopped;
  expect(await site.db.$count(photoComparisons, isDue)).toBeGreaterThan(0);
  expect(site.errorLines).toEqual([]);

  await comparePhotos(site);

  expect(await site.db.$count(photoComparisons, isDue)).toBe(0);
  expect(await site.db.$count(photoCopies)).toBe(1);
});

test("while the store fails a photo stays due, and one whose file is gone counts as compared", async () => {
  const site = await openTestSite();
  const { uid } = await createUser(site);
  const id = await storePhotograph(site, uid, kitchen);
  const { disk } = site.photoStore;
  const { getBytes } = disk;
  disk.getBytes = async () => {
    throw new Error("the store is away");
  };
  await expect(compareNextPhoto(site, next)).rejects.toThrow(PhotoFailure);
  expect(await compareNextPhoto(site, { except: [id] })).toBeNull();
  disk.getBytes = getBytes;
  const [photo] = await site.db.select({ key: photos.key }).from(photos);
  await disk.deleteAll(photo?.key ?? "");
  expect(await compareNextPhoto(site, next)).toMatchObject({ id });
  expect(await compareNextPhoto(site, next)).toBeNull();
  expect(await site.db.$count(photoHashes)).toBe(0);
});
