import type { Db } from "../db/client.server.ts";
import { isUuid } from "../db/uuid.ts";
import { isOwnListing } from "../listings/own-listing.server.ts";
import type { PhotoStore } from "../photos/store.server.ts";
import { takeEncodingTurn } from "../photos/variants.server.ts";
import type { CardArtist } from "./card-artist.server.ts";
import { describeListing } from "./card-content.server.ts";
import { storyLayout } from "./card-drawing.ts";
import { readCovers } from "./read-covers.server.ts";

export interface StorySite {
  db: Db;
  photoStore: PhotoStore;
  drawCard: CardArtist;
}

/** Draws the user's listing upright, as a JPEG; null if it is missing or another advertiser's. */
export async function drawOwnStory(
  { db, photoStore, drawCard }: StorySite,
  uid: string,
  id: string,
): Promise<Buffer | null> {
  if (!isUuid(id)) return null;
  const content = await describeListing(db, isOwnListing(uid, id));
  if (!content) return null;
  const covers = await readCovers(photoStore, content.covers, storyLayout);
  return takeEncodingTurn(uid, () => drawCard(content.text, covers, "story"));
}
