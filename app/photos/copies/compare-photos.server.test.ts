import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { alter, readPhotograph, storePhotograph } from "../../../testing/photographs.ts";
import { createUser, shareTestSite } from "../../../testing/site.ts";
import { photoCopies, photoHashes } from "../../db/copy-schema.ts";
import { photos } from "../../db/schema.ts";
import { takePhoto } from "../../uploads/uploads.server.ts";
import { PhotoFailure } from "../photo-rounds.server.ts";
import { compareNextPhoto } from "./compare-photos.server.ts";

const sharedSite = shareTestSite();
const kitchen = await readPhotograph("kitchen");
const next = { except: [] };

function copiesOf(id: string) {
  return sharedSite().db.select().from(photoCopies).where(eq(photoCopies.laterId, id));
}

test("an uploaded photo is due once, compared, and paired with its copy in somebody else's account", async () => {
  const site = sharedSite();
  const [one, other] = [await createUser(site), await createUser(site)];
  const take = async (uid: string, bytes: Buffer) => {
    const small = await sharp(bytes).resize(400).jpeg().toBuffer();
    const file = { uid, draftId: crypto.randomUUID(), filename: "foto.jpg", bytes: small };
    const taken = await takePhoto(site, file);
    if (!taken.ok) throw new Error(taken.message);
    return taken.photo.id;
  };
  const original = await take(one.uid, kitchen);
  expect(await compareNextPhoto(site, next)).toMatchObject({ id: original });
  expect(await compareNextPhoto(site, next)).toBeNull();
  expect(await copiesOf(original)).toEqual([]);

  const copy = await take(other.uid, await alter(kitchen, "mirrored"));
  expect(await compareNextPhoto(site, next)).toMatchObject({ id: copy });

  expect(await copiesOf(copy)).toMatchObject([
    { earlierId: original, likeness: 100, dismissedAt: null },
  ]);
});

test("while the store fails a photo stays due, and one whose file is gone counts as compared", async () => {
  const site = sharedSite();
  const { uid } = await createUser(site);
  const id = await storePhotograph(site, uid, kitchen);
  const { disk } = site.photoStore;
  const away = new Error("the store is away");
  const failing = vi.spyOn(disk, "getBytes").mockRejectedValue(away);
  await expect(compareNextPhoto(site, next)).rejects.toThrow(PhotoFailure);
  expect(await compareNextPhoto(site, { except: [id] })).toBeNull();
  failing.mockRestore();
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  await disk.deleteAll(photo?.key ?? "");
  expect(await compareNextPhoto(site, next)).toMatchObject({ id });
  expect(await compareNextPhoto(site, next)).toBeNull();
  expect(await site.db.$count(photoHashes, eq(photoHashes.photoId, id))).toBe(0);
});
