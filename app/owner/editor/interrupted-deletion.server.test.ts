import { randomUUID } from "node:crypto";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  type TestSite,
} from "../../../testing/site.ts";
import { photos, users } from "../../db/schema.ts";
import { deleteListing, finishDeletions } from "../../listings/deletion.server.ts";
import { findListing, listListings } from "../../listings/listings.server.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { sweepPhotos } from "../../photos/sweep.server.ts";

async function publishTwoPhotos(site: TestSite): Promise<{ uid: string; id: string }> {
  const user = await createUser(site);
  const ids = [await createWaitingPhoto(site, user.uid), await createWaitingPhoto(site, user.uid)];
  const published = await createListing(site.db, user.uid, listingInput(), ids);
  if (!published.ok) throw new Error(published.message);
  return { uid: user.uid, id: published.id };
}

test("an interrupted deletion hides the ad at once, and completes at the next start", async () => {
  const site = await openTestSite();
  const { uid, id } = await publishTwoPhotos(site);
  let photosGone = 0;
  vi.spyOn(site.photoStore.disk, "deleteAll").mockImplementation(() => {
    photosGone += 1;
    // The second deletion never returns, as in a process that was killed.
    return photosGone < 2 ? Promise.resolve() : new Promise(() => undefined);
  });
  void deleteListing(site.db, site.photoStore, uid, id);
  await vi.waitFor(() => expect(photosGone).toBe(2), 10_000);
  expect(await findListing(site.db, id)).toBeNull();
  expect((await listListings(site.db)).listings).toEqual([]);
  vi.mocked(site.photoStore.disk.deleteAll).mockRestore();

  // Another running site may still be deleting it.
  expect(await finishDeletions(site.db, site.photoStore, { isStarting: false })).toBe(0);
  expect(await site.rows()).toMatchObject({ posts: 1, photos: 1 });
  expect(await finishDeletions(site.db, site.photoStore, { isStarting: true })).toBe(1);
  expect(await site.rows()).toMatchObject({ posts: 0, photos: 0 });
  expect(await site.db.select({ n: users.postsCriados }).from(users)).toEqual([{ n: 0 }]);
});

test("the sweep removes leftovers of killed sites: received files and folders of redone photos", async () => {
  const site = await openTestSite();
  await publishTwoPhotos(site);
  const [photo] = await site.db.select().from(photos);
  const then = new Date(Date.now() - 48 * 3_600_000);
  async function leave(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "x");
    await utimes(path, then, then);
    await utimes(dirname(path), then, then);
  }
  const photosDir = join(site.dataDir, "fotos");
  const uploadsDir = join(site.dataDir, "envios");
  await leave(join(photosDir, photo?.key ?? "", "400.jpg"));
  await leave(join(photosDir, photo?.key.replace("/images/0/", "/images/1/") ?? "", "800.jpg"));
  const id = randomUUID();
  await leave(join(uploadsDir, id));
  await leave(join(uploadsDir, `${id}.json`));

  const swept = await sweepPhotos(site.db, site.photoStore);
  expect(swept).toEqual({ uploads: 1, photos: 0, folders: 1 });
  expect(await site.files()).toEqual(["400.jpg"]);
});
