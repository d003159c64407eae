import { eq, inArray, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { comparePhotos, readPhotograph, storePhotograph } from "../../../testing/photographs.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
} from "../../../testing/site.ts";
import { deleteListing } from "../../domain/listings/deletion.server.ts";
import { createListing } from "../../domain/listings/publishing.server.ts";
import { listLookalikes } from "../../domain/listings/reports/lookalikes.server.ts";
import { compareNextPhoto } from "../../domain/photos/copied-photos.server.ts";
import { PhotoFailure } from "../../domain/photos/photo-rounds.server.ts";
import { photoCopies } from "../../platform/db/copy-schema.ts";
import { photos, posts, users } from "../../platform/db/schema.ts";
import { dismissCopies, listCopiedAds } from "./copied-ads.server.ts";

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
      ads: [
        { id: first.id, title: "Casa do Píer", ownerName: first.user.displayName },
        { id: second.id, title: "Casa copiada" },
      ],
    },
  ]);
  expect(seen).toHaveLength(2);
  expect(await listCopiedAds(site.db)).toHaveLength(1);
  const page = await site.app.request(path, { headers: { Cookie: operator } });
  const html = await page.text();
  expect(html).toContain("A mesma foto em 2 anúncios");
  expect(html.indexOf("Casa do Píer")).toBeLessThan(html.indexOf("Casa copiada"));
  // Visitors learn nothing of it.
  expect(await (await site.app.request(`/posts/${second.id}`)).text()).not.toMatch(/cópia/i);

  const pause = (id: string, pausedBy: "operator" | null) =>
    site.db
      .update(posts)
      .set({ pausedBy, pausedAt: pausedBy && new Date() })
      .where(eq(posts.id, id));
  await pause(second.id, "operator");
  expect(await listCopiedAds(site.db)).toHaveLength(0);
  await pause(second.id, null);

  // A pair found after the page was opened stays.
  expect((await dismiss(seen[0] ?? "")).status).toBe(302);
  expect(await listCopiedAds(site.db)).toMatchObject([{ seen: [seen[1]] }]);
  expect((await dismiss(seen.join(" "))).status).toBe(302);
  expect(await listCopiedAds(site.db)).toHaveLength(0);
  expect(await lastEntry(site, second.id)).toMatchObject({
    action: "copies-dismissed",
    after: { comparedWith: first.id, photos: 1 },
  });
  for (const vistas of [seen.join(" "), "", "x", "_", "a_b c_d", "\0"]) {
    expect((await dismiss(vistas)).status).toBe(409);
  }
});

test("one photo in four ads is one case, whose verdict is about one of them", async () => {
  const site = sharedSite();
  const ads = [];
  for (const title of ["Um", "Dois", "Três", "Quatro"]) {
    ads.push(await publishWith(title, ["kitchen"]));
  }
  await comparePhotos(site);
  const [copied, ...others] = await listCopiedAds(site.db);
  expect(others).toEqual([]);
  expect(copied?.ads.map(({ title }) => title)).toEqual(["Um", "Dois", "Três", "Quatro"]);
  expect(copied?.seen).toHaveLength(6);
  const fields = { caso: `pausar-${copied?.seen[0]}`, vistas: copied?.seen.join(" ") ?? "" };
  const judge = (more: Record<string, string>) =>
    postForm(site, path, { ...fields, motivo: "Foto de outro.", ...more }, operator);
  const unchosen = await judge({ intent: "pausar" });
  expect(unchosen.status).toBe(400);
  expect(await unchosen.text()).toContain("Escolha o anúncio.");
  expect((await judge({ intent: "pausar", id: ads[3]?.id ?? "" })).status).toBe(302);
  expect(await listCopiedAds(site.db)).toMatchObject([{ ads: [{}, {}, {}] }]);
  expect((await dismiss(fields.vistas)).status).toBe(302);
  expect(await listCopiedAds(site.db)).toHaveLength(0);
});

test("only staff may dismiss; deleting an ad deletes its pairs", async () => {
  const site = sharedSite();
  const { second, seen } = await copyAd();
  const { cookie, user } = await signIn(site);
  for (const outsider of ["", cookie]) {
    expect((await dismiss(seen.join(" "), outsider)).status).toBe(404);
  }
  expect(await dismissCopies(site.db, user, seen)).toMatchObject({ reason: "not-staff" });
  expect(await listCopiedAds(site.db)).toHaveLength(1);
  const deleted = await deleteListing(site.db, site.photoStore, second.user.uid, second.id);
  expect(deleted).toMatchObject({ ok: true });
  expect(await site.db.$count(photoCopies)).toBe(0);
});

test("an archived telephone rests until another ad has it", async () => {
  const site = sharedSite();
  const telefone = "37988880401";
  const shared = async () => (await lookalikesOf(telefone))?.length;
  const archive = (vistas: string, cookie = operator) =>
    postForm(site, path, { intent: "arquivar-telefone", caso: telefone, vistas }, cookie);
  await publish(site, { telefone });
  const second = await publish(site, { telefone });
  expect(await shared()).toBe(2);
  expect((await archive(second.id, (await signIn(site)).cookie)).status).toBe(404);
  expect(await shared()).toBe(2);
  expect((await archive(second.id)).status).toBe(302);
  expect(await shared()).toBeUndefined();
  expect(await lastEntry(site, second.id)).toMatchObject({ action: "phone-archived" });
  for (const vistas of [second.id, crypto.randomUUID(), "x", "\0"]) {
    expect((await archive(vistas)).status).toBe(409);
  }
  await publish(site, { telefone });
  expect(await shared()).toBe(3);
});

async function storeAll(pictures: Buffer[]): Promise<string[]> {
  const { uid } = await createUser(sharedSite());
  const ids = [];
  for (const picture of pictures) ids.push(await storePhotograph(sharedSite(), uid, picture));
  return ids;
}

test("a compressed, smaller or darker photo is noted once as the copy of another advertiser's; different ones and walls aren't", async () => {
  const kitchen = await readPhotograph("kitchen");
  const wall = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#ddd" } })
    .jpeg()
    .toBuffer();
  const others = ["misty-forest", "hotel-facade", "pier-at-sunset"].map(readPhotograph);
  const [original] = await storeAll([kitchen, wall, ...(await Promise.all(others))]);
  await comparePhotos(sharedSite());
  const copies = await storeAll([
    await sharp(kitchen).jpeg({ quality: 40 }).toBuffer(),
    await sharp(kitchen).resize(200).modulate({ brightness: 0.8 }).jpeg().toBuffer(),
    wall,
  ]);
  expect(await comparePhotos(sharedSite())).toBe(copies.length);
  expect(await comparePhotos(sharedSite())).toBe(0);
  const pairs = await sharedSite().db.select().from(photoCopies);
  expect(pairs.map(({ earlierId, laterId }) => [earlierId, laterId]).sort()).toEqual(
    copies
      .slice(0, 2)
      .map((copy) => [original, copy])
      .sort(),
  );
});

test("a photo stays due while the store fails, and counts as compared if its file is gone", async () => {
  const site = sharedSite();
  const [id = ""] = await storeAll([await readPhotograph("kitchen")]);
  const { disk } = site.photoStore;
  const failing = vi.spyOn(disk, "getBytes").mockRejectedValue(new Error("the store is away"));
  await expect(compareNextPhoto(site, [])).rejects.toThrow(PhotoFailure);
  expect(await compareNextPhoto(site, [id])).toBeNull();
  failing.mockRestore();
  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  await disk.deleteAll(photo?.key ?? "");
  expect(await compareNextPhoto(site, [])).toMatchObject({ id });
  expect(await compareNextPhoto(site, [])).toBeNull();
});

const lookalikesOf = async (telefone: string) =>
  (await listLookalikes(sharedSite().db)).find((one) => one.telefone === telefone)?.listings;

test("a number in public ads of two advertisers, as the first or the second, is listed, oldest ad first", async () => {
  const site = sharedSite();
  const telefone = "37988887771";
  const one = await publish(site, { title: "Casa do Píer", telefone, telefone2: "3733710261" });
  const two = await publish(site, { title: "Casa copiada", telefone });
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
  expect(await lookalikesOf(telefone)).toEqual([
    { ...ownerOf(one), title: "Casa do Píer" },
    { ...ownerOf(two), title: "Casa copiada", ownerName: "Zé" },
    { ...ownerOf(three), title: "Outra" },
  ]);
  // A second number that only one of them has doesn't count as alike, nor does a missing one.
  expect(await lookalikesOf("3733710261")).toBeUndefined();
  expect(await lookalikesOf("")).toBeUndefined();

  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "operator" })
    .where(inArray(posts.id, [two.id, three.id]));
  expect(await lookalikesOf(telefone)).toBeUndefined();
});

test("one advertiser may use a phone number in all their ads", async () => {
  const site = sharedSite();
  const telefone = "37988887774";
  const { user } = await publish(site, { telefone });
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput({ telefone }), [photo]);
  expect(published.ok).toBe(true);
  expect(await lookalikesOf(telefone)).toBeUndefined();
});
