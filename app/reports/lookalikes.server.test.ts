import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  type TestSite,
} from "../../testing/site.ts";
import { posts, users } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import { listLookalikes } from "./lookalikes.server.ts";

const sharedSite = shareTestSite();

async function listNumbers({ db }: TestSite): Promise<string[]> {
  return (await listLookalikes(db)).map(({ telefone }) => telefone);
}

test("a number in public ads of two advertisers, as the first or the second, is listed, oldest ad first", async () => {
  const site = sharedSite();
  const telefone = "37988887771";
  const one = await publish(site, { title: "Casa do Píer", telefone, telefone2: "3733710261" });
  const two = await publish(site, { title: "Casa copiada", telefone });
  // Missing second numbers aren't alike.
  const three = await publish(site, {
    title: "Outra",
    telefone: "37988887772",
    telefone2: telefone,
  });
  await publish(site, { title: "Ainda outra", telefone: "37988887773" });
  await site.db.update(users).set({ displayName: "Zé" }).where(eq(users.id, two.user.uid));

  const ownerOf = ({ id, user }: typeof one) => ({
    id,
    uid: user.uid,
    ownerName: user.displayName,
  });
  expect(await listLookalikes(site.db)).toEqual([
    {
      telefone,
      listings: [
        { ...ownerOf(one), title: "Casa do Píer" },
        { ...ownerOf(two), title: "Casa copiada", ownerName: "Zé" },
        { ...ownerOf(three), title: "Outra" },
      ],
    },
  ]);

  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "operator" })
    .where(inArray(posts.id, [two.id, three.id]));
  expect(await listNumbers(site)).not.toContain(telefone);
});

test("one advertiser may use a phone number in all their ads", async () => {
  const site = sharedSite();
  const telefone = "37988887774";
  const { user } = await publish(site, { telefone });
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput({ telefone }), [photo]);
  expect(published.ok).toBe(true);
  expect(await listNumbers(site)).not.toContain(telefone);
});
