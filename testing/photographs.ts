import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { compareNextPhoto } from "../app/domain/photos/copied-photos.server.ts";
import { storedHeaders } from "../app/domain/photos/store.server.ts";
import type { photos } from "../app/platform/db/schema.ts";
import { createWaitingPhoto, type TestSite } from "./site.ts";

const folder = join(import.meta.dirname, "photographs");

export function readPhotograph(name: string): Promise<Buffer> {
  return readFile(join(folder, `${name}.jpg`));
}

/** Stores a picture as a photo whose sizes are made, the smallest as the site encodes it. */
export async function storePhotograph(
  site: TestSite,
  uid: string,
  picture: Buffer,
  overrides: Partial<typeof photos.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  const key = `imoveis/${uid}/images/0/${id}-foto`;
  const small = await sharp(picture).resize(180).jpeg({ quality: 78, mozjpeg: true }).toBuffer();
  await site.photoStore.disk.put(`${key}/180.jpg`, small, storedHeaders);
  return createWaitingPhoto(site, uid, { id, key, widths: [180], sizesDue: false, ...overrides });
}

/** Compares all photos that are due, and returns how many. */
export async function comparePhotos(site: TestSite): Promise<number> {
  let count = 0;
  while (await compareNextPhoto(site, [])) count++;
  return count;
}
