import { randomUUID } from "node:crypto";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  shareTestSite,
} from "../../../testing/site.ts";
import { photos, posts, users } from "../../db/schema.ts";
import { deleteListing, finishDeletions } from "../../listings/deletion.server.ts";
import { findListing } from "../../listings/listings.server.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { sweepPhotos } from "../../photos/sweep.server.ts";

const sharedSite = shareTestSite();

async function publishTwoPhotos(): Promise<{ uid: string; id: string }> {
  const site = sharedSite();
  const { uid } = await createUser(site);
  const ids = [await createWaitingPhoto(site, uid), await createWaitingPhoto(site, uid)];
  const published = await createListing(site.db, uid, listingInput(), ids);
  if (!published.ok) throw new Error(published.message);
  return { uid, id: published.id };
}

test("an interrupted deletion hides the ad at once, and completes at the next start", async () => {
  const { db, photoStore, app } = sharedSite();
  const { uid, id } = await publishTwoPhotos();
  let photosGone = 0;
  const deleteAll = vi.spyOn(photoStore.disk, "deleteAll").mockImplementation(() => {
    photosGone += 1;
    // The second deletion never returns, as in a process that was killed.
    return photosGone < 2 ? Promise.resolve() : new Promise(() => undefined);
  });
  void deleteListing(db, photoStore, uid, id);
  await vi.waitFor(() => expect(photosGone).toBe(2), 10_000);
  deleteAll.mockRestore();
  expect(await findListing(db, id)).toBeNull();
  expect(await (await app.request("/")).text()).not.toContain(id);

  const rows = async () => [
    await db.$count(posts, eq(posts.id, id)),
    await db.$count(photos, eq(photos.uid, uid)),
  ];
  // Another running site may still be deleting it.
  await finishDeletions(db, photoStore, { isStarting: false });
  expect(await rows()).toEqual([1, 1]);
  await finishDeletions(db, photoStore, { isStarting: true });
  expect(await rows()).toEqual([0, 0]);
  const [owner] = await db.select().from(users).where(eq(users.id, uid));
  expect(owner?.postsCriados).toBe(0);
});

test("the sweep removes leftovers of killed sites: received files and folders of redone photos", async () => {
  const site = sharedSite();
  const { uid } = await publishTwoPhotos();
  const [photo] = await site.db.select().from(photos).where(eq(photos.uid, uid));
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
