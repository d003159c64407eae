import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { waitingForLock } from "../../../testing/locks.ts";
import { makeJpeg } from "../../../testing/pictures.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  shareTestSite,
} from "../../../testing/site.ts";
import { updateName } from "../../owner/account/update-name.server.ts";
import { photos, posts, unavailableDays, users } from "../../platform/db/schema.ts";
import { lockUser } from "../accounts/account.server.ts";
import type { CurrentUser } from "../accounts/session-context.server.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { takePhoto } from "../photos/uploads/uploads.server.ts";
import { findListing } from "./listings.server.ts";
import { createListing, updateListing } from "./publishing.server.ts";

const site = shareTestSite();
const jpeg = await makeJpeg(120, 90);

async function storedPhoto(user: CurrentUser): Promise<string> {
  const file = { uid: user.uid, draftId: crypto.randomUUID(), filename: "foto.jpg", bytes: jpeg };
  const taken = await takePhoto(site(), file);
  if (!taken.ok) throw new Error(taken.message);
  return taken.photo.id;
}

const waitingPhoto = ({ uid }: CurrentUser) => createWaitingPhoto(site(), uid);

function create(user: CurrentUser, photoIds: string[], overrides = {}) {
  return createListing(site().db, user.uid, listingInput(overrides), photoIds);
}

async function publish(user: CurrentUser, photoIds: string[], overrides = {}) {
  const result = await create(user, photoIds, overrides);
  if (!result.ok) throw new Error(result.message);
  return result.id;
}

/** The advertiser's rows. */
async function rowsOf({ uid }: CurrentUser) {
  const { db } = site();
  const days = db
    .select({ postId: unavailableDays.postId, day: unavailableDays.day })
    .from(unavailableDays)
    .innerJoin(posts, eq(posts.id, unavailableDays.postId));
  return {
    users: await db.select().from(users).where(eq(users.id, uid)),
    posts: await db.select().from(posts).where(eq(posts.uid, uid)).orderBy(posts.createdAt),
    photos: await db.select().from(photos).where(eq(photos.uid, uid)).orderBy(photos.id),
    days: await days.where(eq(posts.uid, uid)).orderBy(unavailableDays.day),
  };
}

test("publishing stores the listing, its ordered photos and its days, and counts it", async () => {
  const user = await createUser(site());
  const [first, second] = [await waitingPhoto(user), await waitingPhoto(user)];
  const days = [addDays(today(), 30), addDays(today(), 31)];

  const id = await publish(user, [second, first], { unavailableDays: days });

  const listing = await findListing(site().db, id);
  expect(listing).toMatchObject({
    title: "Rancho Beira d’Água",
    valorDiaria: "950",
    createdBy: "Maria Aparecida Leite",
    unavailableDays: days,
    featured: false,
  });
  expect(listing?.photos.map((photo) => photo.id)).toEqual([second, first]);
  const counted = { postsCriados: 1, postsPermitidos: 1, plano: "basico" };
  expect((await rowsOf(user)).users).toMatchObject([counted]);
});

test("two concurrent publications at the limit create one listing", async () => {
  const user = await createUser(site());
  const [one, other] = [await waitingPhoto(user), await waitingPhoto(user)];

  const results = await Promise.all([create(user, [one]), create(user, [other])]);

  expect(results.filter((result) => result.ok)).toHaveLength(1);
  expect(results.find((result) => !result.ok)).toMatchObject({ reason: "plan-limit" });
  const rows = await rowsOf(user);
  expect(rows.posts).toHaveLength(1);
  expect(rows.days).toHaveLength(2);
  expect(rows.users).toMatchObject([{ postsCriados: 1 }]);
  expect(rows.photos.filter(({ postId }) => postId !== null)).toHaveLength(1);
});

test("a refused or failed publication changes nothing", async () => {
  const none = await createUser(site(), { postsPermitidos: 0, plano: "nenhum" });
  const full = await createUser(site(), { postsCriados: 1 });
  const user = await createUser(site());
  const photoOf = new Map<CurrentUser, string>();
  for (const who of [none, full, user]) photoOf.set(who, await waitingPhoto(who));
  const own = photoOf.get(user) ?? "";
  const eleven = [own];
  while (eleven.length < 11) eleven.push(await waitingPhoto(user));
  const read = () => Promise.all([none, full, user].map(rowsOf));
  const before = await read();

  expect(await create(none, [photoOf.get(none) ?? ""])).toMatchObject({ reason: "no-plan" });
  expect(await create(full, [photoOf.get(full) ?? ""])).toMatchObject({ reason: "plan-limit" });
  for (const missing of [crypto.randomUUID(), photoOf.get(full) ?? "", "../x"]) {
    expect(await create(user, [own, missing])).toMatchObject({ reason: "photo-missing" });
  }
  expect(await create(user, [])).toMatchObject({ reason: "no-image" });
  expect(await create(user, eleven)).toMatchObject({ reason: "too-many-photos" });
  // The database rejects this row in the middle of the transaction.
  await expect(create(user, [own], { unavailableDays: ["2026-02-31"] })).rejects.toThrow();

  expect(await read()).toEqual(before);
});

test("an edit changes fields, photo order, amenities and dates", async () => {
  const user = await createUser(site());
  const one = await storedPhoto(user);
  const [two, three] = [await storedPhoto(user), await storedPhoto(user)];
  const id = await publish(user, [one, two]);
  const files = (await site().files()).length;
  const [gone] = (await rowsOf(user)).photos.filter((photo) => photo.id === one);
  const changed = {
    ...{ title: "Rancho Novo", lazer: ["Garagem"], valorDiaria: null },
    unavailableDays: ["2090-01-01"],
  };

  const result = await updateListing(site(), user.uid, id, {
    input: listingInput(changed),
    photoIds: [three, two],
    version: 1,
    shownDays: listingInput().unavailableDays,
  });

  expect(result).toEqual({ ok: true });
  const listing = await findListing(site().db, id);
  expect(listing).toMatchObject(changed);
  expect(listing?.photos.map((photo) => photo.id)).toEqual([three, two]);
  const rows = await rowsOf(user);
  const { displayName } = user;
  expect(rows.posts).toMatchObject([
    { updatedBy: displayName, createdBy: displayName, version: 2, updatedAt: expect.any(Date) },
  ]);
  expect(rows.photos.map((photo) => photo.id).sort()).toEqual([two, three].sort());
  expect(rows.users).toMatchObject([{ postsCriados: 1 }]);
  // One file in each format, and the cover.
  expect(gone?.widths).toEqual([120]);
  expect((await site().files()).length).toBe(files - 3);
});

test("a refused edit changes nothing: another tab's, another advertiser's, without its photos", async () => {
  const [user, stranger] = [await createUser(site()), await createUser(site())];
  const [photo, foreign] = [await waitingPhoto(user), await waitingPhoto(stranger)];
  const id = await publish(user, [photo]);
  const edit = (who: CurrentUser, photoIds: string[], listing = id, version = 2) => {
    const input = listingInput({ title: "Da segunda aba" });
    return updateListing(site(), who.uid, listing, { input, photoIds, version });
  };
  const first = { input: listingInput({ title: "Da primeira aba" }), photoIds: [photo] };
  const saved = await updateListing(site(), user.uid, id, { ...first, version: 1 });
  expect(saved).toEqual({ ok: true });
  const before = await Promise.all([user, stranger].map(rowsOf));

  const late = { ok: false, reason: "changed-meanwhile", version: 2 };
  expect(await edit(user, [photo], id, 1)).toMatchObject(late);
  expect(await edit(user, [])).toMatchObject({ reason: "no-image" });
  expect(await edit(user, [photo, foreign])).toMatchObject({ reason: "photo-missing" });
  expect(await edit(user, [photo, "x"])).toMatchObject({ reason: "photo-missing" });
  expect(await edit(stranger, [foreign])).toMatchObject({ reason: "not-found" });
  expect(await edit(user, [photo], crypto.randomUUID())).toMatchObject({ reason: "not-found" });
  expect(await edit(user, [photo], "create")).toMatchObject({ reason: "not-found" });

  expect(await Promise.all([user, stranger].map(rowsOf))).toEqual(before);
});

test("the calendar's date changes only when its days do", async () => {
  const user = await createUser(site());
  const photo = await waitingPhoto(user);
  const id = await publish(user, [photo], { unavailableDays: [] });
  const dated = async () => (await findListing(site().db, id))?.datesCheckedAt?.getTime() ?? 0;
  const edit = async (version: number, unavailableDays: string[], shownDays: string[] = []) => {
    const input = listingInput({ title: `Nome ${version}`, unavailableDays });
    const change = { input, photoIds: [photo], version, shownDays };
    expect(await updateListing(site(), user.uid, id, change)).toEqual({ ok: true });
    return dated();
  };
  const [one, other] = ["2027-01-01", "2027-01-02"] as const;
  const published = await dated();
  expect(Date.now() - published).toBeLessThan(60_000);
  expect(await edit(1, [])).toBe(published);
  const marked = await edit(2, [one, other]);
  expect(marked).toBeGreaterThan(published);
  expect(await edit(3, [other, one])).toBe(marked);
  expect(await edit(4, [], [one, other])).toBeGreaterThan(marked);
});

const newName = "Maria Leite Souza";

async function namesOn(user: CurrentUser) {
  const rows = await rowsOf(user);
  return rows.posts.map(({ createdBy, updatedBy }) => ({ createdBy, updatedBy }));
}

test.each(["published", "edited"])(
  "an ad %s with a stale session has the new name",
  async (how) => {
    const user = await createUser(site());
    const photoIds = [await waitingPhoto(user)];
    const id = how === "edited" ? await publish(user, photoIds) : "";
    const edit = { input: listingInput({ title: "X" }), photoIds, version: 1 };
    let result: Promise<{ ok: boolean }> | undefined;
    await site().db.transaction(async (tx) => {
      await lockUser(tx, user.uid);
      await tx.update(users).set({ displayName: newName }).where(eq(users.id, user.uid));
      await tx.update(posts).set({ createdBy: newName }).where(eq(posts.uid, user.uid));
      result = id ? updateListing(site(), user.uid, id, edit) : create(user, photoIds);
      await waitingForLock(site());
    });
    expect(await result).toMatchObject({ ok: true });
    const updatedBy = id ? newName : null;
    expect(await namesOn(user)).toEqual([{ createdBy: newName, updatedBy }]);
  },
);

test("a rename during an edit waits for it and sets the new name", async () => {
  const user = await createUser(site());
  const photo = await waitingPhoto(user);
  const id = await publish(user, [photo]);
  let both: Promise<unknown[]> | undefined;
  await site().db.transaction(async (tx) => {
    // The edit stops here, holding its listing's lock.
    await tx.select().from(photos).where(eq(photos.id, photo)).for("update");
    const edit = { input: listingInput({ title: "X" }), photoIds: [photo], version: 1 };
    const edited = updateListing(site(), user.uid, id, edit);
    await waitingForLock(site());
    both = Promise.all([edited, updateName(site().db, user.uid, newName)]);
    await waitingForLock(site(), 2);
  });
  await both;
  expect(await namesOn(user)).toEqual([{ createdBy: newName, updatedBy: newName }]);
});
