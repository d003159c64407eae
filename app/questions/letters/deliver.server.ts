import type { Transaction } from "../../db/client.server.ts";
import type { StayOffer } from "../../listings/listing.ts";
import {
  type LetterOwner,
  type LetterQuestion,
  type LetterSite,
  queueOwnerLetter,
} from "./owner-letter.server.ts";
import { queueReceipt } from "./visitor-letters.server.ts";

/** Queues the advertiser's letter and the visitor's receipt. */
export async function deliverQuestion(
  tx: Transaction,
  site: LetterSite,
  owner: LetterOwner,
  question: LetterQuestion,
  offer: StayOffer | null,
): Promise<void> {
  await queueOwnerLetter(tx, site, owner, question, offer);
  await queueReceipt(tx, site, question);
}
