import { eq } from "drizzle-orm";
import { startCheck } from "../app/domain/listings/checks/checks.server.ts";
import type { ListingInput } from "../app/domain/listings/listing.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { listingChecks } from "../app/platform/db/check-schema.ts";
import { posts } from "../app/platform/db/schema.ts";
import { createWaitingPhoto, listingInput, signIn, type TestSite } from "./site.ts";

export interface CheckedAd {
  id: string;
  uid: string;
  email: string;
  cookie: string;
  input: ListingInput;
  photoIds: string[];
}

/** Publishes an ad with four photos, of an advertiser who is logged in, and checks it. */
export async function publishChecked(
  site: TestSite,
  fields: Partial<ListingInput> = {},
): Promise<CheckedAd> {
  const { user, cookie } = await signIn(site, { emailVerified: true, postsPermitidos: 9 });
  const photoIds: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    photoIds.push(await createWaitingPhoto(site, user.uid, { sha256: `${user.uid}-${n}` }));
  }
  const input = listingInput({
    title: "Rancho da Enseada",
    enderecoCompleto: "Rua do Píer, 12",
    nomePix: "Maria A. Leite",
    position: { latitude: -20.6147, longitude: -46.0497 },
    ...fields,
  });
  const published = await createListing(site.db, user.uid, input, photoIds);
  if (!published.ok) throw new Error(published.message);
  await check(site, published.id);
  const { uid, email } = user;
  return { id: published.id, uid, email, cookie, input, photoIds };
}

/** Checks an ad, today or as of an instant. */
export async function check(site: TestSite, id: string, at?: Date): Promise<void> {
  await site.db.transaction((tx) => startCheck(tx, id));
  if (at) await site.db.update(posts).set({ checkedAt: at }).where(eq(posts.id, id));
}

export async function readCheck(site: TestSite, id: string) {
  const [row] = await site.db
    .select({ checkedAt: posts.checkedAt, version: posts.version, check: listingChecks })
    .from(posts)
    .leftJoin(listingChecks, eq(listingChecks.postId, posts.id))
    .where(eq(posts.id, id));
  if (!row) throw new Error("no such ad");
  return row;
}
