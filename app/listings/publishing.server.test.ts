import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { waitingForLock } from "../../testing/locks.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  type TestSite,
} from "../../testing/site.ts";
import type { CurrentUser } from "../accounts/current-user.ts";
import { photos, posts, unavailableDays, users } from "../db/schema.ts";
import { deletePhotosOf } from "../photos/photos.server.ts";
import { takePhoto } from "../uploads/uploads.server.ts";
import { deleteListing } from "./deletion.server.ts";
import { findListing, findOwnListing, listOwnListings } from "./listings.server.ts";
import { createListing, updateListing } from "./publishing.server.ts";

const jpeg = await makeJpeg(300, 200);

async function storedPhoto(site: TestSite, user: CurrentUser): Promise<string> {
  const file = { uid: user.uid, draftId: crypto.randomUUID(), filename: "foto.jpg", bytes: jpeg };
  const taken = await takePhoto(site, file);
  if (!taken.ok) throw new Error(taken.message);
  return taken.photo.id;
}

async function publish(site: TestSite, user: CurrentUser, photoIds: string[], overrides = {}) {
  const result = await createListing(site.db, user.uid, listingInput(overrides), photoIds);
  if (!result.ok) throw new Error(result.message);
  return result.id;
}

test("an edit changes fields, photo order, amenities and dates", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const [one, two, three] = [
    await storedPhoto(site, user),
    await storedPhoto(site, user),
    await storedPhoto(site, user),
  ];
  const id = await publish(site, user, [one, two]);
  const files = await site.files();
  const input = listingInput({
    title: "Rancho Novo",
    lazer: ["Garagem"],
    valorDiaria: null,
    unavailableDays: ["2090-01-01"],
  });

  const result = await updateListing(site, user.uid, id, {
    input,
    photoIds: [three, two],
    version: 1,
    shownDays: listingInput().unavailableDays,
  });

  expect(result).toEqual({ ok: true });
  const listing = await findListing(site.db, id);
  expect(listing).toMatchObject({
    title: "Rancho Novo",
    lazer: ["Garagem"],
    valorDiaria: null,
    unavailableDays: ["2090-01-01"],
  });
  expect(listing?.photos.map((photo) => photo.id)).toEqual([three, two]);
  const [row] = await site.db.select().from(posts);
  expect(row).toMatchObject({
    updatedBy: user.displayName,
    version: 2,
    createdBy: user.displayName,
  });
  expect(row?.updatedAt).toBeInstanceOf(Date);
  expect((await site.rows()).photos).toBe(2);
  expect((await site.files()).length).toBe((files.length * 2) / 3);
  const [owner] = await site.db.select().from(users);
  expect(owner?.postsCriados).toBe(1);
});

test("with two tabs, the second save is refused and overwrites nothing", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const id = await publish(site, user, [photo]);
  const opened = await findOwnListing(site.db, user.uid, id);
  const version = opened?.version ?? 0;
  const save = (title: string) =>
    updateListing(site, user.uid, id, {
      input: listingInput({ title }),
      photoIds: [photo],
      version,
    });

  expect(await save("Da primeira aba")).toEqual({ ok: true });
  expect(await save("Da segunda aba")).toMatchObject({
    ok: false,
    reason: "changed-meanwhile",
    version: version + 1,
  });

  expect((await findListing(site.db, id))?.title).toBe("Da primeira aba");
});

test("a refused edit changes nothing", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const stranger = await createUser(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const foreign = await createWaitingPhoto(site, stranger.uid);
  const id = await publish(site, user, [photo]);
  const before = {
    posts: await site.db.select().from(posts),
    days: await site.db.select().from(unavailableDays),
    photos: await site.db.select().from(photos),
  };
  const input = listingInput({ title: "X" });
  const edit = (who: CurrentUser, photoIds: string[], listing = id) =>
    updateListing(site, who.uid, listing, { input, photoIds, version: 1 });

  expect(await edit(user, [])).toMatchObject({ reason: "no-image" });
  expect(await edit(user, [photo, foreign])).toMatchObject({ reason: "photo-missing" });
  expect(await edit(user, [photo, "x"])).toMatchObject({ reason: "photo-missing" });
  expect(await edit(stranger, [foreign])).toMatchObject({ reason: "not-found" });
  expect(await edit(user, [photo], crypto.randomUUID())).toMatchObject({ reason: "not-found" });
  expect(await edit(user, [photo], "create")).toMatchObject({ reason: "not-found" });

  expect({
    posts: await site.db.select().from(posts),
    days: await site.db.select().from(unavailableDays),
    photos: await site.db.select().from(photos),
  }).toEqual(before);
});

test("deleting an ad removes its photos and days, and lowers the count by one", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { postsPermitidos: 2 });
  const empty = await site.files();
  const id = await publish(site, user, [
    await storedPhoto(site, user),
    await storedPhoto(site, user),
  ]);

  const result = await deleteListing(site.db, site.photoStore, user.uid, id);

  expect(result).toEqual({
    ok: true,
    messages: ["Imagens excluídas com sucesso!", "Anúncio excluído com sucesso"],
  });
  expect(await site.rows()).toMatchObject({ posts: 0, photos: 0, unavailableDays: 0 });
  expect(await site.files()).toEqual(empty);
  const [owner] = await site.db.select().from(users);
  expect(owner?.postsCriados).toBe(0);
  expect(await deleteListing(site.db, site.photoStore, user.uid, id)).toMatchObject({ ok: false });
  const [again] = await site.db.select().from(users);
  expect(again?.postsCriados).toBe(0);
});

test.each(["photos", "listing"] as const)(
  "an edit and the deletion of its %s wait for each other without a deadlock",
  async (what) => {
    const site = await openTestSite();
    const user = await createUser(site);
    const held = await storedPhoto(site, user);
    const photoIds = [held, await storedPhoto(site, user)];
    const id = await publish(site, user, photoIds);
    let both: Promise<unknown[]> | undefined;
    await site.db.transaction(async (tx) => {
      // The edit stops here, and the deletion begins with the other photo.
      await tx.select().from(photos).where(eq(photos.id, held)).for("update");
      const edit = updateListing(site, user.uid, id, {
        input: listingInput(),
        photoIds,
        version: 1,
      });
      await waitingForLock(site);
      const deletion =
        what === "photos"
          ? deletePhotosOf(site.db, site.photoStore, id)
          : deleteListing(site.db, site.photoStore, user.uid, id);
      both = Promise.all([edit, deletion]);
      await waitingForLock(site, 2);
    });

    expect(await both).toMatchObject([{ ok: true }, what === "photos" ? undefined : { ok: true }]);
    expect(await site.db.$count(photos)).toBe(0);
  },
);

test("two concurrent deletions lower the count once", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { postsPermitidos: 3 });
  await publish(site, user, [await createWaitingPhoto(site, user.uid)]);
  const id = await publish(site, user, [await createWaitingPhoto(site, user.uid)]);
  const results = await Promise.all([
    deleteListing(site.db, site.photoStore, user.uid, id),
    deleteListing(site.db, site.photoStore, user.uid, id),
  ]);
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  const [owner] = await site.db.select().from(users);
  expect(owner?.postsCriados).toBe(1);
});

test("if the object store fails, the ad keeps everything but the photo being deleted", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const id = await publish(site, user, [
    await storedPhoto(site, user),
    await storedPhoto(site, user),
  ]);
  const fail = vi
    .spyOn(site.photoStore.disk, "deleteAll")
    .mockRejectedValue(new Error("armazenamento fora do ar"));

  expect(await deleteListing(site.db, site.photoStore, user.uid, id)).toEqual({
    ok: false,
    reason: "images",
    cause: new Error("armazenamento fora do ar"),
    message: "Erro ao excluir imagens: o armazenamento não respondeu. Tente de novo.",
  });

  expect((await findListing(site.db, id))?.photos).toHaveLength(2);
  const [owner] = await site.db.select().from(users);
  expect(owner?.postsCriados).toBe(1);
  fail.mockRestore();
  expect(await deleteListing(site.db, site.photoStore, user.uid, id)).toMatchObject({ ok: true });
});

test("another advertiser's listing cannot be deleted, and looks like a missing one", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const stranger = await createUser(site);
  const id = await publish(site, user, [await createWaitingPhoto(site, user.uid)]);
  const foreign = await deleteListing(site.db, site.photoStore, stranger.uid, id);
  const missing = await deleteListing(site.db, site.photoStore, stranger.uid, crypto.randomUUID());
  const malformed = await deleteListing(site.db, site.photoStore, stranger.uid, "x");
  expect(foreign).toEqual(missing);
  expect(malformed).toEqual(missing);
  expect((await site.rows()).posts).toBe(1);
});

test("the dashboard lists only the advertiser's own ads, newest first", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { postsPermitidos: 2 });
  const stranger = await createUser(site);
  for (const [who, title] of [
    [user, "Primeiro"],
    [stranger, "De outra pessoa"],
    [user, "Segundo"],
  ] as const) {
    await publish(site, who, [await createWaitingPhoto(site, who.uid)], { title });
  }
  const titles = (await listOwnListings(site.db, user.uid)).map((listing) => listing.title);
  expect(titles).toEqual(["Segundo", "Primeiro"]);
  expect(
    await findOwnListing(
      site.db,
      stranger.uid,
      (await listOwnListings(site.db, user.uid))[0]?.id ?? "",
    ),
  ).toBeNull();
});

test("the calendar's date changes only when its days do", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { postsPermitidos: 2 });
  const photo = await storedPhoto(site, user);
  const id = await publish(site, user, [photo], { unavailableDays: [] });
  const dated = async () => (await findListing(site.db, id))?.datesCheckedAt;
  const published = await dated();
  const edit = (version: number, overrides: object) =>
    updateListing(site, user.uid, id, {
      input: listingInput(overrides),
      photoIds: [photo],
      version,
    });
  expect(Date.now() - (published?.getTime() ?? 0)).toBeLessThan(60_000);

  await edit(1, { title: "Outro nome", unavailableDays: [] });
  expect(await dated()).toEqual(published);

  await edit(2, { unavailableDays: ["2027-01-01", "2027-01-02"] });
  const first = await dated();
  expect(first?.getTime()).toBeGreaterThan(published?.getTime() ?? 0);

  await edit(3, { title: "Mais um nome", unavailableDays: ["2027-01-02", "2027-01-01"] });
  expect(await dated()).toEqual(first);

  await updateListing(site, user.uid, id, {
    input: listingInput({ unavailableDays: [] }),
    photoIds: [photo],
    version: 4,
    shownDays: ["2027-01-01", "2027-01-02"],
  });
  expect((await dated())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
});
