import type { RouterContextProvider } from "react-router";
import type { CurrentUser } from "../../../domain/accounts/current-user.ts";
import type { ListingInput } from "../../../domain/listings/listing.ts";
import { createListing, type PublishResult } from "../../../domain/listings/publishing.server.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { hour, type Limit, spendPoints } from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { writePublishedLetter } from "./published-letter.ts";

/** Of its own, so that publishing never uses up the letters that a new password needs. */
const lettersOfUser: Limit = { name: "published-letter-user", points: 20, duration: hour };

/** Publishes an ad and tells its owner by e-mail where it is; whoever publishes over and over gets fewer letters. */
export async function publishListing(
  context: Readonly<RouterContextProvider>,
  { uid, email, displayName }: CurrentUser,
  form: { input: ListingInput; photoIds: string[]; modelId: string },
): Promise<PublishResult> {
  const { db, mailedSiteUrl, ...site } = context.get(siteContext);
  // Before the transaction, which mustn't wait for a second connection.
  const isTold = (await spendPoints(site, lettersOfUser, uid, 1)) === 0;
  return db.transaction(async (tx) => {
    const { input, photoIds, modelId } = form;
    const published = await createListing(tx, uid, input, photoIds, modelId);
    if (!published.ok || !isTold) return published;
    const listing = { id: published.id, title: input.title };
    const letter = writePublishedLetter(displayName, listing, mailedSiteUrl);
    await queueAccountMail(tx, uid, { to: email, ...letter });
    return published;
  });
}
