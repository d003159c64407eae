import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import {
  type AlterationName,
  alter,
  comparePhotos,
  readPhotograph,
  storePhotograph,
} from "../../../testing/photographs.ts";
import { listingInput, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { photoComparisons, photoCopies, photoHashes } from "../../db/copy-schema.ts";
import { posts } from "../../db/schema.ts";
import { deleteListing } from "../../listings/deletion.server.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { countTasks } from "../today/today.server.ts";
import { countCopiedAds, listCopiedAds } from "./copied-ads.server.ts";
import { dismissCopies } from "./copy-commands.server.ts";

const sharedSite = shareTestSite();
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

// Photos of other tests would be found, too.
beforeEach(async () => {
  for (const table of [photoCopies, photoHashes, photoComparisons]) {
    await sharedSite().db.delete(table);
  }
});

const path = "/operador/copias";

async function see(cookie = operator): Promise<string> {
  const answer = await sharedSite().app.request(path, { headers: { Cookie: cookie } });
  return answer.text();
}

/** Publishes as a new advertiser, with photographs that were altered on the way. */
async function publishWith(
  site: TestSite,
  title: string,
  photographs: string[],
  change: AlterationName = "the same",
) {
  const { user } = await signIn(site);
  const photoIds = [];
  for (const name of photographs) {
    const picture = await alter(await readPhotograph(name), change);
    photoIds.push(await storePhotograph(site, user.uid, picture));
  }
  const published = await createListing(site.db, user.uid, listingInput({ title }), photoIds);
  if (!published.ok) throw new Error(published.message);
  return { id: published.id, user, photoIds };
}

/** Two ads that share two of three photographs, compared. */
async function copyAd(site: TestSite) {
  const first = await publishWith(site, "Casa do Píer", ["pier-at-sunset", "kitchen", "bedroom"]);
  await comparePhotos(site);
  const shared = ["pier-at-sunset", "kitchen", "living-room"];
  const second = await publishWith(site, "Casa copiada", shared, "5 % off each side");
  await comparePhotos(site);
  return { first, second };
}

const seenOf = async (site: TestSite) =>
  (await site.db.select().from(photoCopies))
    .map(({ earlierId, laterId }) => `${earlierId}_${laterId}`)
    .join(" ");

test("ads of two advertisers with the same photos are one case, the older ad first", async () => {
  const site = sharedSite();
  const { first, second } = await copyAd(site);
  expect(await listCopiedAds(site.db)).toMatchObject([
    {
      older: { id: first.id, title: "Casa do Píer", isPublic: true },
      newer: { id: second.id, title: "Casa copiada", uid: second.user.uid },
      pairs: [{ isSameFile: false }, { isSameFile: false }],
    },
  ]);
  expect(await countCopiedAds(site.db)).toBe(1);
  expect(await countTasks(site.db)).toMatchObject({ copies: 1, lookalikes: 1 });
  const html = await see();
  expect(html.indexOf("Casa do Píer")).toBeLessThan(html.indexOf("Casa copiada"));
  for (const text of ["Publicado primeiro", "Publicado depois", "Quase igual", "Não é cópia"]) {
    expect(html).toContain(text);
  }
  expect(html).toContain(`/operador/anuncios?q=${second.id}`);
  // Visitors learn nothing of it.
  expect(await (await site.app.request(`/posts/${second.id}`)).text()).not.toMatch(/cópia/i);
});

test("pairs dismissed as no copies don't come back, and the log says so", async () => {
  const site = sharedSite();
  const { second } = await copyAd(site);
  const vistas = await seenOf(site);
  const form = { intent: "dispensar", id: "x", vistas };

  expect((await postForm(site, path, form, operator)).status).toBe(302);

  expect(await countCopiedAds(site.db)).toBe(0);
  expect(await see()).toContain("Nenhuma foto repetida");
  expect(await lastEntry(site, second.id)).toMatchObject({
    action: "copies-dismissed",
    subject: "Casa copiada",
    after: { photos: 2 },
  });
  // Compared once more, as after a restart.
  await site.db.execute(sql`update photo_comparisons set "comparedAt" = null`);
  expect(await comparePhotos(site)).toBeGreaterThanOrEqual(6);
  expect(await countCopiedAds(site.db)).toBe(0);
  const again = await postForm(site, path, form, operator);
  expect(again.status).toBe(409);
  expect(await again.text()).toContain("Estas fotos já estavam resolvidas.");
});

test("a pair found after the page was opened stays", async () => {
  const site = sharedSite();
  const { first, second } = await copyAd(site);
  const [seen] = (await seenOf(site)).split(" ");

  await postForm(site, path, { intent: "dispensar", id: "x", vistas: seen ?? "" }, operator);

  expect(await listCopiedAds(site.db)).toMatchObject([
    {
      older: { id: first.id },
      newer: { id: second.id },
      pairs: [{ likeness: expect.any(Number) }],
    },
  ]);
});

test.each(["", "x", "_", `${crypto.randomUUID()}_${crypto.randomUUID()}`, "a_b c_d"])(
  "dismissing %j changes nothing",
  async (vistas) => {
    const answer = await postForm(
      sharedSite(),
      path,
      { intent: "dispensar", id: "x", vistas },
      operator,
    );
    expect(answer.status).toBe(409);
  },
);

test("only staff may dismiss", async () => {
  const site = sharedSite();
  await copyAd(site);
  const vistas = await seenOf(site);
  const { cookie, user } = await signIn(site);
  for (const outsider of ["", cookie]) {
    const form = { intent: "dispensar", id: "x", vistas };
    expect((await postForm(site, path, form, outsider)).status).toBe(404);
  }
  const [pair] = await site.db.select().from(photoCopies);
  expect(await dismissCopies(site.db, user, pair ? [pair] : [])).toMatchObject({
    reason: "not-staff",
  });
  expect(await countCopiedAds(site.db)).toBe(1);
});

test("a copy of a resting ad is shown, but none once the staff took one of them down", async () => {
  const site = sharedSite();
  const { first, second } = await copyAd(site);
  const pause = (id: string, pausedBy: "owner" | "operator" | null) =>
    site.db
      .update(posts)
      .set({ pausedBy, pausedAt: pausedBy && new Date() })
      .where(eq(posts.id, id));
  await pause(first.id, "owner");
  expect(await listCopiedAds(site.db)).toMatchObject([{ older: { isPublic: false } }]);
  await pause(second.id, "owner");
  expect(await countCopiedAds(site.db)).toBe(0);
  await pause(first.id, null);
  await pause(second.id, "operator");
  expect(await countCopiedAds(site.db)).toBe(0);
  expect(await listCopiedAds(site.db)).toEqual([]);
});

test("deleting an ad deletes the hashes of its photos and the pairs", async () => {
  const site = sharedSite();
  const { second } = await copyAd(site);
  expect(await site.db.$count(photoHashes)).toBe(18);
  const deleted = await deleteListing(site.db, site.photoStore, second.user.uid, second.id);
  expect(deleted).toMatchObject({ ok: true });
  expect(await countCopiedAds(site.db)).toBe(0);
  expect(await site.db.$count(photoCopies)).toBe(0);
  expect(await site.db.$count(photoHashes)).toBe(9);
  expect(await site.db.$count(photoComparisons)).toBe(3);
});

test("photos of one advertiser are no copies, and neither are those without an ad", async () => {
  const site = sharedSite();
  const { user } = await publish(site);
  for (let n = 0; n < 2; n++) {
    await storePhotograph(site, user.uid, await readPhotograph("kitchen"));
  }
  await comparePhotos(site);
  expect(await site.db.$count(photoCopies)).toBe(0);
  const { user: other } = await signIn(site);
  await storePhotograph(site, other.uid, await readPhotograph("kitchen"));
  await comparePhotos(site);
  expect(await site.db.$count(photoCopies)).toBe(2);
  expect(await countCopiedAds(site.db)).toBe(0);
});
