import { eq, sql } from "drizzle-orm";
import { photos } from "../app/db/schema.ts";
import { shareCards } from "../app/db/share-card-schema.ts";
import { createListing } from "../app/listings/publishing.server.ts";
import { drawDueCards } from "../app/share-cards/share-cards.server.ts";
import { makeJpeg } from "./pictures.ts";
import { createUser, createWaitingPhoto, listingInput, type TestSite } from "./site.ts";

function onFailure(error: unknown): never {
  throw error;
}

/**
 * Draws all cards, as if the last ones had been drawn over a minute ago. A failure fails the test.
 */
export async function drawAllCards(site: TestSite): Promise<void> {
  const minuteBefore = sql`${shareCards.drawnAt} - interval '61 seconds'`;
  do await site.db.update(shareCards).set({ drawnAt: minuteBefore });
  while ((await drawDueCards(site, { onFailure })) > 0);
}

/** Stores only what a card needs of a cover: encoding all variants would take most of the time. */
export async function addCover({ db, photoStore }: TestSite, uid: string): Promise<string> {
  const [width, height] = [800, 600];
  const looks = { width, height, widths: [width], cover: true };
  const id = await createWaitingPhoto({ db }, uid, looks);
  const [row] = await db.select().from(photos).where(eq(photos.id, id));
  await photoStore.disk.put(`${row?.key}/${width}.jpg`, await makeJpeg(width, height));
  return id;
}

/** Publishes a listing with a cover, by an advertiser of its own. */
export async function publishWithCover(site: TestSite) {
  const owner = await createUser(site, { postsPermitidos: 10 });
  const photoId = await addCover(site, owner.uid);
  const result = await createListing(site.db, owner.uid, listingInput(), [photoId]);
  if (!result.ok) throw new Error(result.message);
  return { uid: owner.uid, id: result.id, photoId };
}
