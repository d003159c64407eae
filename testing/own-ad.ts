import { eq } from "drizzle-orm";
import type { ListingInput } from "../app/domain/listings/listing.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { posts, type users } from "../app/platform/db/schema.ts";
import { postForm } from "./account-pages.ts";
import { createWaitingPhoto, listingInput, signIn, type TestSite } from "./site.ts";

/** Publishes an ad with free dates, of an advertiser who is logged in, with ways to ask as they do. */
export async function publishOwnAd(
  site: TestSite,
  fields: Partial<ListingInput> = {},
  account: Partial<typeof users.$inferInsert> = {},
) {
  const owner = await signIn(site, account);
  const { cookie, user } = owner;
  const photoId = await createWaitingPhoto(site, user.uid);
  const input = listingInput({ unavailableDays: [], ...fields });
  const published = await createListing(site.db, user.uid, input, [photoId]);
  if (!published.ok) throw new Error(published.message);
  const { id } = published;

  async function get(path: string): Promise<Response> {
    return site.app.request(path, { headers: { Cookie: cookie } });
  }

  return {
    ...owner,
    uid: user.uid,
    id,
    photoId,
    get,
    post: async (path: string, form: Record<string, string>) => postForm(site, path, form, cookie),
    /** Returns a page without the comments that React puts between texts. */
    read: async (path: string) => (await (await get(path)).text()).replaceAll("<!-- -->", ""),
    async row() {
      const [row] = await site.db.select().from(posts).where(eq(posts.id, id));
      if (!row) throw new Error("the ad is gone");
      return row;
    },
    async set(fields: Partial<typeof posts.$inferInsert>) {
      await site.db.update(posts).set(fields).where(eq(posts.id, id));
    },
  };
}

export type OwnAd = Awaited<ReturnType<typeof publishOwnAd>>;
