import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { comparePhotos, readPhotograph, storePhotograph } from "../../../testing/photographs.ts";
import { listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { photoCopies } from "../../db/copy-schema.ts";
import { photos, posts } from "../../db/schema.ts";
import { deleteListing } from "../../listings/deletion.server.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { countTasks } from "../today/today.server.ts";
import { countCopiedAds, dismissCopies, listCopiedAds } from "./copied-photos.server.ts";

const sharedSite = shareTestSite();
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

// Photos of other tests would be found, too.
beforeEach(async () => {
  await sharedSite()
    .db.update(photos)
    .set({ differenceHash: "0".repeat(64) });
  await sharedSite().db.delete(photoCopies);
});

const path = "/operador/denuncias";

const dismiss = (vistas: string, cookie = operator) =>
  postForm(sharedSite(), path, { intent: "dispensar", id: "x", vistas }, cookie);

async function publishWith(title: string, photographs: string[]) {
  const site = sharedSite();
  const { user } = await signIn(site);
  const photoIds = [];
  for (const name of photographs) {
    photoIds.push(await storePhotograph(site, user.uid, await readPhotograph(name)));
  }
  const published = await createListing(site.db, user.uid, listingInput({ title }), photoIds);
  if (!published.ok) throw new Error(published.message);
  return { id: published.id, user };
}

/** Two ads of two advertisers that share two photographs, compared. */
async function copyAd() {
  const first = await publishWith("Casa do Píer", ["pier-at-sunset", "kitchen"]);
  const second = await publishWith("Casa copiada", ["pier-at-sunset", "kitchen"]);
  await comparePhotos(sharedSite());
  const [copied] = await listCopiedAds(sharedSite().db);
  return { first, second, seen: copied?.seen ?? [] };
}

test("ads of two advertisers with the same photos are one case among the reports, until they rest or are no copies", async () => {
  const site = sharedSite();
  const { first, second, seen } = await copyAd();
  expect(await listCopiedAds(site.db)).toMatchObject([
    {
      earlier: { id: first.id, title: "Casa do Píer", ownerName: first.user.displayName },
      later: { id: second.id, title: "Casa copiada" },
    },
  ]);
  expect(seen).toHaveLength(2);
  expect(await countTasks(site.db)).toMatchObject({ copies: 1 });
  const page = await site.app.request(path, { headers: { Cookie: operator } });
  const html = await page.text();
  expect(html).toContain('id="fotos"');
  expect(html.indexOf("Casa do Píer")).toBeLessThan(html.indexOf("Casa copiada"));
  // Visitors learn nothing of it.
  expect(await (await site.app.request(`/posts/${second.id}`)).text()).not.toMatch(/cópia/i);

  const pause = (id: string, pausedBy: "operator" | null) =>
    site.db
      .update(posts)
      .set({ pausedBy, pausedAt: pausedBy && new Date() })
      .where(eq(posts.id, id));
  await pause(second.id, "operator");
  expect(await countCopiedAds(site.db)).toBe(0);
  await pause(second.id, null);

  // A pair found after the page was opened stays.
  expect((await dismiss(seen[0] ?? "")).status).toBe(302);
  expect(await listCopiedAds(site.db)).toMatchObject([{ seen: [seen[1]] }]);
  expect((await dismiss(seen.join(" "))).status).toBe(302);
  expect(await countCopiedAds(site.db)).toBe(0);
  expect(await lastEntry(site, second.id)).toMatchObject({
    action: "copies-dismissed",
    after: { comparedWith: first.id, photos: 1 },
  });
  for (const vistas of [seen.join(" "), "", "x", "_", "a_b c_d", "\0"]) {
    expect((await dismiss(vistas)).status).toBe(409);
  }
});

test("only staff may dismiss; deleting an ad deletes its pairs", async () => {
  const site = sharedSite();
  const { second, seen } = await copyAd();
  const { cookie, user } = await signIn(site);
  for (const outsider of ["", cookie]) {
    expect((await dismiss(seen.join(" "), outsider)).status).toBe(404);
  }
  expect(await dismissCopies(site.db, user, seen)).toMatchObject({ reason: "not-staff" });
  expect(await countCopiedAds(site.db)).toBe(1);
  const deleted = await deleteListing(site.db, site.photoStore, second.user.uid, second.id);
  expect(deleted).toMatchObject({ ok: true });
  expect(await site.db.$count(photoCopies)).toBe(0);
});
