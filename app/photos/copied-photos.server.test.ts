import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { comparePhotos, readPhotograph, storePhotograph } from "../../testing/photographs.ts";
import { createUser, shareTestSite } from "../../testing/site.ts";
import { photoCopies } from "../db/copy-schema.ts";
import { photos } from "../db/schema.ts";
import { compareNextPhoto } from "./copied-photos.server.ts";
import { PhotoFailure } from "./photo-rounds.server.ts";

const sharedSite = shareTestSite();

async function storeAll(pictures: Buffer[]): Promise<string[]> {
  const { uid } = await createUser(sharedSite());
  const ids = [];
  for (const picture of pictures) ids.push(await storePhotograph(sharedSite(), uid, picture));
  return ids;
}

test("a compressed, smaller or darker photo is noted once as the copy of another advertiser's; different ones and walls aren't", async () => {
  const kitchen = await readPhotograph("kitchen");
  const wall = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#ddd" } })
    .jpeg()
    .toBuffer();
  const others = ["misty-forest", "hotel-facade", "pier-at-sunset"].map(readPhotograph);
  const [original] = await storeAll([kitchen, wall, ...(await Promise.all(others))]);
  await comparePhotos(sharedSite());
  const copies = await storeAll([
    await sharp(kitchen).jpeg({ quality: 40 }).toBuffer(),
    await sharp(kitchen).resize(200).modulate({ brightness: 0.8 }).jpeg().toBuffer(),
    wall,
  ]);
  expect(await comparePhotos(sharedSite())).toBe(copies.length);
  expect(await comparePhotos(sharedSite())).toBe(0);
  const pairs = await sharedSite().db.select().from(photoCopies);
  expect(pairs.map(({ earlierId, laterId }) => [earlierId, laterId]).sort()).toEqual(
    copies
      .slice(0, 2)
      .map((copy) => [original, copy])
      .sort(),
  );
});

test("while the store fails a photo stays due, and one whose file is gone counts as compared", async () => {
  const site = sharedSite();
  const [id = ""] = await storeAll([await readPhotograph("kitchen")]);
  const { disk } = site.photoStore;
  const failing = vi.spyOn(disk, "getBytes").mockRejectedValue(new Error("the store is away"));
  await expect(compareNextPhoto(site, [])).rejects.toThrow(PhotoFailure);
  expect(await compareNextPhoto(site, [id])).toBeNull();
  failing.mockRestore();
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  await disk.deleteAll(photo?.key ?? "");
  expect(await compareNextPhoto(site, [])).toMatchObject({ id });
  expect(await compareNextPhoto(site, [])).toBeNull();
});
