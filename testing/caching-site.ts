import { vi } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { createListing } from "../app/listings/publishing.server.ts";
import { patience } from "./patience.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openSiteOn,
  openTestSite,
  type TestSite,
} from "./site.ts";

/**
 * Opens a site whose requests don't wait for the page cache to catch up. Resolves once its change
 * feed is connected. Pass `databaseUrl` to share another site's database.
 */
export async function openCachingSite(
  databaseUrl?: string,
  env: Record<string, string> = {},
): Promise<TestSite> {
  const site = databaseUrl ? await openSiteOn(databaseUrl, env) : await openTestSite(env);
  site.app.request = site.rawRequest;
  // Pages of listings depend on all of them until a search has read the index.
  const stay = { entrada: addDays(today(), 30), saida: addDays(today(), 32) };
  await site.app.request(`/search?${new URLSearchParams(stay)}`);
  await vi.waitUntil(async () => {
    await site.app.request("/about");
    return (site.pageCache?.figures().pages ?? 0) > 0;
  }, patience);
  return site;
}

export async function publish(site: TestSite, overrides: object = {}) {
  const user = await createUser(site, { postsPermitidos: 5 });
  const photoId = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(overrides), [photoId]);
  if (!published.ok) throw new Error(published.message);
  return { user, photoId, id: published.id };
}

export async function see(site: TestSite, path: string): Promise<string> {
  return (await site.app.request(path)).text();
}

/** Number of pages rendered for visitors so far. */
export function renders(site: TestSite): number {
  return site.pageCache?.figures().renders ?? 0;
}
