import { vi } from "vitest";
import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { patience } from "./patience.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openSiteOn,
  openTestSite,
  shareOpened,
  type TestSite,
} from "./site.ts";
import { createTestDatabase } from "./test-database.ts";

/**
 * Opens a site whose requests don't wait for the page cache to catch up. Resolves once its change
 * feed is connected. Pass `databaseUrl` to share another site's database.
 */
export async function openCachingSite(
  databaseUrl?: string,
  env: Record<string, string> = {},
): Promise<TestSite> {
  return connectCache(databaseUrl ? await openSiteOn(databaseUrl, env) : await openTestSite(env));
}

/** Shares such a site among a file's tests; it uses the database of `other` if there is one. */
export function shareCachingSite(other?: () => TestSite): () => TestSite {
  return shareOpened(async (onDone) => {
    const databaseUrl = other?.().databaseUrl ?? (await createTestDatabase(onDone));
    return connectCache(await openSiteOn(databaseUrl, {}, undefined, onDone));
  });
}

async function connectCache(site: TestSite): Promise<TestSite> {
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

export async function publish(site: Pick<TestSite, "db">, overrides: object = {}) {
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
