import { join } from "node:path";
import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import sharp from "sharp";
import type { Db } from "../../platform/db/client.server.ts";
import { photos } from "../../platform/db/schema.ts";
import { firstWidth, type Photo, photoWidths } from "./photo.ts";
import { type PhotoTurn, workOnFirst } from "./photo-rounds.server.ts";
import { lockListingOf } from "./photos.server.ts";
import { type PhotoStore, storeVariants } from "./store.server.ts";
import {
  countBytes,
  makeOtherVariants,
  type PhotoRefusal,
  type Variants,
} from "./variants.server.ts";

export interface SizeSite {
  db: Db;
  photoStore: PhotoStore;
  /** Folder of the drawings that sample photos are made from. */
  illustrationsDir: string;
}

type DuePhoto = Pick<
  Photo,
  "id" | "key" | "widths" | "width" | "height" | "cover" | "illustration"
> & {
  bytes: number;
};

/** Photos to look at, since another process may be working on the first of them. */
const candidates = 4;

interface Making extends PhotoTurn {
  drawn: DrawnIllustrations;
}

/** Returns the completed photo; null if none is due, or other processes have taken them. */
export async function makeDueSizes(
  site: SizeSite,
  { except, ...making }: Making,
): Promise<DuePhoto | null> {
  // Encoding takes seconds, and couldn't be stored.
  if ((await site.photoStore.freeSpace()).isLow) return null;
  return workOnFirst(site.db, await listDue(site.db, except), {
    kind: "sizes",
    async work(id) {
      const photo = await findDue(site.db, id);
      if (photo) await makeSizes(site, photo, making);
      return photo;
    },
  });
}

/** Lists photos without any size first, then the newest, covers before others. */
async function listDue(db: Db, except: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(photos.sizesDue, except.length > 0 ? notInArray(photos.id, except) : undefined))
    .orderBy(
      sql`cardinality(${photos.widths})`,
      sql`${photos.createdAt} desc nulls last`,
      asc(photos.position),
    )
    .limit(candidates);
  return rows.map(({ id }) => id);
}

async function findDue(db: Db, id: string): Promise<DuePhoto | null> {
  const { key, widths, width, height, cover, illustration, bytes } = photos;
  const [photo] = await db
    .select({ id: photos.id, key, widths, width, height, cover, illustration, bytes })
    .from(photos)
    .where(and(eq(photos.id, id), photos.sizesDue));
  return photo ?? null;
}

/** Stores the files before the row names them, and deletes them if the photo is gone by then. */
async function makeSizes(
  { db, photoStore: store, illustrationsDir }: SizeSite,
  photo: DuePhoto,
  { drawn, signal }: Omit<Making, "except">,
): Promise<void> {
  const { id, key } = photo;
  const isReceived = await store.uploads.isWhole(id);
  const made = isReceived
    ? await store.uploads.withFile(id, (file) => makeOtherVariants(file, { made: photo, signal }))
    : photo.illustration
      ? await drawn.draw(illustrationsDir, photo, signal)
      : await enlargeChoice(store, photo, signal);
  const isStored = await storeSizes(db, store, photo, made);
  if (!isStored) await store.disk.deleteAll(key);
  // The sweep removes it if this fails.
  if (isReceived) await store.uploads.remove(id).catch(() => undefined);
}

/** Completes a photo made when there were fewer sizes, or restored from its first size alone. */
async function enlargeChoice(
  store: PhotoStore,
  photo: DuePhoto,
  signal?: AbortSignal,
): Promise<Variants | PhotoRefusal | null> {
  const largest = `${photo.key}/${photo.widths.at(-1)}.jpg`;
  if (!(await store.openFile(largest))) return null;
  const bytes = Buffer.from(await store.disk.getBytes(largest));
  return makeOtherVariants(bytes, { made: photo, signal });
}

/** Returns false if the photo has been deleted. */
async function storeSizes(
  db: Db,
  store: PhotoStore,
  { id, key, widths, bytes, cover }: DuePhoto,
  made: Variants | PhotoRefusal | null,
): Promise<boolean> {
  const change: Partial<typeof photos.$inferInsert> = { sizesDue: false };
  // A photo without a readable source keeps the sizes it has.
  if (made?.ok) {
    await storeVariants(store, key, made);
    const { width, height, color } = made;
    Object.assign(change, {
      ...{ width, height, color },
      widths: [...new Set([...widths, ...made.widths])].sort((one, other) => one - other),
      cover: cover || made.cover !== null,
      bytes: bytes + countBytes(made),
    });
  }
  return db.transaction(async (tx) => {
    await lockListingOf(tx, id);
    const { rowCount } = await tx
      .update(photos)
      .set(change)
      .where(and(eq(photos.id, id), eq(photos.key, key)));
    return rowCount === 1;
  });
}

/** The drawing's name is the last part of a sample photo's key. */
export function illustrationOf({ id, key }: Pick<Photo, "id" | "key">): string {
  return key.slice(key.lastIndexOf(id) + id.length + 1);
}

const illustrationWidth = 1600;

/** Several sample photos show the same drawing; each is drawn once. */
export class DrawnIllustrations {
  #drawn = new Map<string, Promise<Variants | PhotoRefusal>>();

  draw(folder: string, photo: DuePhoto, signal?: AbortSignal): Promise<Variants | PhotoRefusal> {
    const name = illustrationOf(photo);
    const lacking = `${name} ${photo.widths} ${photo.cover}`;
    const drawn = this.#drawn.get(lacking) ?? drawOtherSizes(folder, name, { made: photo, signal });
    this.#drawn.set(lacking, drawn);
    return drawn;
  }

  clear(): void {
    this.#drawn.clear();
  }
}

/** Drawings have no grain, which more effort would be for. */
const effort = 1;

/** Draws only the size that a page can be shown with. */
export async function drawFirstSize(
  folder: string,
  name: string,
): Promise<Variants | PhotoRefusal> {
  const others = photoWidths.filter((width) => width !== firstWidth);
  const made = { widths: others, cover: true };
  return makeOtherVariants(await drawIllustration(folder, name, firstWidth), { made, effort });
}

async function drawOtherSizes(
  folder: string,
  name: string,
  options: { made: DuePhoto; signal?: AbortSignal | undefined },
): Promise<Variants | PhotoRefusal> {
  const picture = await drawIllustration(folder, name, illustrationWidth);
  return makeOtherVariants(picture, { ...options, effort });
}

/** Returns a PNG; `width` in px. */
function drawIllustration(folder: string, name: string, width: number): Promise<Buffer> {
  const drawing = sharp(join(folder, `${name}.svg`), { density: 144 });
  return drawing.resize(width).png({ compressionLevel: 1 }).toBuffer();
}

/** Returns the size in px that its photo will have. */
export async function measureIllustration(
  folder: string,
  name: string,
): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(join(folder, `${name}.svg`)).metadata();
  return {
    width: illustrationWidth,
    height: Math.round((height * illustrationWidth) / width),
  };
}
