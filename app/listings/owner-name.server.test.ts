import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { waitingForLock } from "../../testing/locks.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  type TestSite,
} from "../../testing/site.ts";
import { lockUser, updateName } from "../accounts/account.server.ts";
import type { CurrentUser } from "../accounts/current-user.ts";
import { photos, posts, users } from "../db/schema.ts";
import { createListing, updateListing } from "./publishing.server.ts";

const oldName = "Maria Aparecida Leite";
const newName = "Maria Leite Souza";

async function publish(site: TestSite, user: CurrentUser): Promise<{ id: string; photo: string }> {
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  return { id: published.id, photo };
}

function namesOn(site: TestSite, uid: string) {
  return site.db
    .select({ createdBy: posts.createdBy, updatedBy: posts.updatedBy })
    .from(posts)
    .where(eq(posts.uid, uid))
    .orderBy(posts.createdAt);
}

/** Renames, keeping the transaction open until `meanwhile` waits for it. */
async function renameDuring<Result>(
  site: TestSite,
  uid: string,
  meanwhile: () => Promise<Result>,
): Promise<Result> {
  let result: Promise<Result> | undefined;
  await site.db.transaction(async (tx) => {
    await lockUser(tx, uid);
    await tx.update(users).set({ displayName: newName }).where(eq(users.id, uid));
    await tx.update(posts).set({ createdBy: newName }).where(eq(posts.uid, uid));
    result = meanwhile();
    await waitingForLock(site);
  });
  if (!result) throw new Error("nothing was started");
  return result;
}

test("an ad published with a stale session has the new name", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { displayName: oldName });
  const photo = await createWaitingPhoto(site, user.uid);

  const published = await renameDuring(site, user.uid, () =>
    createListing(site.db, user.uid, listingInput(), [photo]),
  );

  expect(published.ok).toBe(true);
  expect(await namesOn(site, user.uid)).toEqual([{ createdBy: newName, updatedBy: null }]);
});

test("an edit with a stale session keeps the new name", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { displayName: oldName });
  const { id, photo } = await publish(site, user);

  const edited = await renameDuring(site, user.uid, () =>
    updateListing(site, user.uid, id, {
      input: listingInput({ title: "X" }),
      photoIds: [photo],
      version: 1,
    }),
  );

  expect(edited).toEqual({ ok: true });
  expect(await namesOn(site, user.uid)).toEqual([{ createdBy: newName, updatedBy: newName }]);
});

test("a rename during an edit waits for it and sets the new name", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { displayName: oldName });
  const { id, photo } = await publish(site, user);
  let both: Promise<unknown[]> | undefined;
  await site.db.transaction(async (tx) => {
    // The edit stops here, holding its listing's lock.
    await tx.select().from(photos).where(eq(photos.id, photo)).for("update");
    const input = listingInput({ title: "X" });
    const edit = updateListing(site, user.uid, id, { input, photoIds: [photo], version: 1 });
    await waitingForLock(site);
    both = Promise.all([edit, updateName(site.db, user.uid, newName)]);
    await waitingForLock(site, 2);
  });
  await both;
  expect(await namesOn(site, user.uid)).toEqual([{ createdBy: newName, updatedBy: newName }]);
});

test("concurrent publishing, editing and renaming never deadlock, and the last name wins everywhere", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { displayName: oldName, postsPermitidos: 50 });
  const { id, photo } = await publish(site, user);
  for (let version = 1; version <= 8; version += 1) {
    const waiting = await createWaitingPhoto(site, user.uid);
    const name = `Maria ${version}`;
    const [edited, published] = await Promise.all([
      updateListing(site, user.uid, id, { input: listingInput(), photoIds: [photo], version }),
      createListing(site.db, user.uid, listingInput(), [waiting]),
      updateName(site.db, user.uid, name),
    ]);
    expect([edited.ok, published.ok]).toEqual([true, true]);
    for (const { createdBy, updatedBy } of await namesOn(site, user.uid)) {
      expect([name, null]).toContain(updatedBy);
      expect(createdBy).toBe(name);
    }
  }
});
