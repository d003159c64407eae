import { vi } from "vitest";
import { createListing } from "../app/listings/publishing.server.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openSiteOn,
  openTestSite,
  type TestSite,
} from "./site.ts";

/** How long to wait, in ms, for what is not measured. */
export const patience = { timeout: 15_000, interval: 20 };

/**
 * A site whose requests do not wait for its page cache to hear of changes; on the database of another
 * site, given its URL. It already hears of them.
 */
export async function openCachingSite(databaseUrl?: string): Promise<TestSite> {
  const site = databaseUrl ? await openSiteOn(databaseUrl) : await openTestSite();
  site.app.request = site.rawRequest;
  await vi.waitUntil(async () => {
    await site.app.request("/about");
    return (site.pageCache?.figures().pages ?? 0) > 0;
  }, patience);
  return site;
}

/** Publishes an ad of a new advertiser. */
export async function publish(site: TestSite, overrides: object = {}) {
  const user = await createUser(site, { postsPermitidos: 5 });
  const photoId = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user, listingInput(overrides), [photoId]);
  if (!published.ok) throw new Error(published.message);
  return { user, photoId, id: published.id };
}

/** The text of a page as a visitor sees it. */
export async function see(site: TestSite, path: string): Promise<string> {
  return (await site.app.request(path)).text();
}

/** How many pages the site has rendered for visitors so far. */
export function renders(site: TestSite): number {
  return site.pageCache?.figures().renders ?? 0;
}
