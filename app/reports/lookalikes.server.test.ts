import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { beginUpload } from "../../testing/upload.ts";
import { photos, posts, users } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import { takePhoto } from "../uploads/uploads.server.ts";
import { countLookalikes, listLookalikes } from "./lookalikes.server.ts";

/** Publishes as another advertiser, with another phone unless one is given. */
function publishWith(
  site: TestSite,
  fields: { title: string; telefone?: string; telefone2?: string },
) {
  const telefone = fields.telefone ?? String(37_900_000_000 + Math.floor(Math.random() * 1e8));
  return publish(site, { ...fields, telefone });
}

test("one phone number in public ads of two advertisers is listed, oldest ad first", async () => {
  const site = await openTestSite();
  const telefone = "37988887777";
  const one = await publishWith(site, { title: "Casa do Píer", telefone });
  const two = await publishWith(site, { title: "Casa copiada", telefone });
  await publishWith(site, { title: "Outra casa" });
  await site.db.update(users).set({ displayName: "Zé" }).where(eq(users.id, two.user.uid));

  expect(await listLookalikes(site.db)).toEqual([
    {
      telefone,
      listings: [
        {
          id: one.id,
          title: "Casa do Píer",
          uid: one.user.uid,
          ownerName: one.user.displayName,
        },
        { id: two.id, title: "Casa copiada", uid: two.user.uid, ownerName: "Zé" },
      ],
    },
  ]);

  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "operator" })
    .where(eq(posts.id, two.id));
  expect(await listLookalikes(site.db)).toEqual([]);
  expect(await countLookalikes(site.db)).toBe(0);
});

test("a second number counts as the first does, and missing ones aren't alike", async () => {
  const site = await openTestSite();
  const number = "37988887777";
  await publishWith(site, { title: "Casa do Píer", telefone: number, telefone2: "3733710264" });
  await publishWith(site, { title: "Casa copiada", telefone2: number });
  await publishWith(site, { title: "Outra casa" });
  const found = await listLookalikes(site.db);
  expect(found.map(({ telefone }) => telefone)).toEqual([number]);
  expect(found[0]?.listings.map(({ title }) => title)).toEqual(["Casa do Píer", "Casa copiada"]);
  expect(await countLookalikes(site.db)).toBe(1);
});

test("one advertiser may use a phone number in all their ads", async () => {
  const site = await openTestSite();
  const { user } = await publishWith(site, { title: "Primeira" });
  const second = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [second]);
  expect(published.ok).toBe(true);
  await site.db.update(posts).set({ telefone: "37988887777" });
  expect(await listLookalikes(site.db)).toEqual([]);
  expect(await countLookalikes(site.db)).toBe(0);
});

test("photos are recorded with the hash of the uploaded file, by tus and by form", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const bytes = await makeJpeg(120, 90);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const begun = await beginUpload((path, init) => site.app.request(path, init), cookie, {
    size: bytes.length,
    bytes,
  });
  expect(begun.status).toBe(201);
  const taken = await takePhoto(site, {
    uid: user.uid,
    draftId: crypto.randomUUID(),
    filename: "copia.jpg",
    bytes,
  });
  expect(taken.ok).toBe(true);
  const rows = await site.db.select({ sha256: photos.sha256 }).from(photos);
  expect(rows).toEqual([{ sha256 }, { sha256 }]);
});
