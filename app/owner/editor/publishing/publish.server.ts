import type { RouterContextProvider } from "react-router";
import { noticesOfEmail } from "../../../accounts/account-limits.server.ts";
import type { CurrentUser } from "../../../accounts/current-user.ts";
import type { ListingInput } from "../../../listings/listing.ts";
import { createListing, type PublishResult } from "../../../listings/publishing.server.ts";
import { queueAccountMail } from "../../../mail/outbox.server.ts";
import { spendPoints } from "../../../site/rate-limit.server.ts";
import { siteContext } from "../../../site/site.server.ts";
import { writePublishedLetter } from "./published-letter.ts";

/** Publishes an ad and tells its owner by e-mail where it is; whoever publishes over and over gets fewer letters. */
export async function publishListing(
  context: Readonly<RouterContextProvider>,
  { uid, email, displayName }: CurrentUser,
  { input, photoIds, draftId }: { input: ListingInput; photoIds: string[]; draftId: string },
): Promise<PublishResult> {
  const { db, mailedSiteUrl, ...site } = context.get(siteContext);
  return db.transaction(async (tx) => {
    const published = await createListing(tx, uid, input, photoIds, draftId);
    if (!published.ok || (await spendPoints(site, noticesOfEmail, email, 1)) > 0) return published;
    const listing = { id: published.id, title: input.title };
    const letter = writePublishedLetter(displayName, listing, mailedSiteUrl);
    await queueAccountMail(tx, uid, { to: email, ...letter });
    return published;
  });
}
