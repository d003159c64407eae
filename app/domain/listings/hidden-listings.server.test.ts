import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { waitingForLock } from "../../../testing/locks.ts";
import { signInOperator } from "../../../testing/operator.ts";
import { makeJpeg } from "../../../testing/pictures.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { uploadPhoto } from "../../../testing/upload.ts";
import { pauseListing, removeListing } from "../../panel/listings/listing-commands.server.ts";
import { photos, posts, unavailableDays, users } from "../../platform/db/schema.ts";
import { grantPlan } from "../accounts/plans/grant-plan.server.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { deletePhotosOf } from "../photos/delete-photos.server.ts";
import { deleteListing, finishDeletions } from "./deletion.server.ts";
import { columnNames, type FieldDefinition, listingFields } from "./fields.ts";
import { listAbsent } from "./hidden-listings.server.ts";
import {
  findListing,
  findOwnListing,
  listById,
  listListings,
  listOwnListings,
  listStamps,
} from "./listings.server.ts";
import { createListing, updateListing } from "./publishing.server.ts";
import { setPaused } from "./set-paused.server.ts";

const site = shareTestSite();

const readPost = (id: string) => site().db.select().from(posts).where(eq(posts.id, id));

async function countOf(uid: string): Promise<number | undefined> {
  const [owner] = await site().db.select().from(users).where(eq(users.id, uid));
  return owner?.postsCriados;
}

const deleteAd = (uid: string, id: string) => deleteListing(site().db, site().photoStore, uid, id);

async function shownIn(id: string): Promise<boolean[]> {
  const { db } = site();
  const all = [
    (await listListings(db)).listings,
    await listById(db, [id]),
    await listStamps(db, { after: null, upTo: null }, 1000),
  ];
  const shown = all.map((listings) => listings.some((one) => one.id === id));
  return [...shown, (await findListing(db, id)) !== null];
}

test("a paused ad is in no public list until it is shown again, and uses up the quota", async () => {
  const { db } = site();
  const { user, id } = await publish(site());
  const shown = await readPost(id);
  expect(await setPaused(db, user.uid, id, false)).toEqual({ ok: true });
  expect(await readPost(id)).toEqual(shown);

  expect(await setPaused(db, user.uid, id, true)).toEqual({ ok: true });
  expect(await shownIn(id)).toEqual([false, false, false, false]);
  expect(await countOf(user.uid)).toBe(1);
  // Pausing again keeps the date of the first pause.
  const paused = await readPost(id);
  expect(await setPaused(db, user.uid, id, true)).toEqual({ ok: true });
  expect(await readPost(id)).toEqual(paused);
  expect(await setPaused(db, user.uid, id, false)).toEqual({ ok: true });
  expect(await shownIn(id)).toEqual([true, true, true, true]);
});

test("without a plan, an owner's paused ad is shown once a plan is granted, not before", async () => {
  const { db } = site();
  const { user, id } = await publish(site());
  await setPaused(db, user.uid, id, true);
  const endedOn = (daysAgo: number) =>
    db
      .update(users)
      .set({ plano: "nenhum", postsPermitidos: 0, planEndedOn: addDays(today(), -daysAgo) })
      .where(eq(users.id, user.uid));
  await endedOn(31);
  expect(await setPaused(db, user.uid, id, false)).toMatchObject({
    ok: false,
    message: expect.stringContaining("quando você renovar o plano"),
  });
  expect(await shownIn(id)).toEqual([false, false, false, false]);
  const grant = { plano: "basico", end: { ate: null } } as const;
  await grantPlan(db, user.uid, grant, { actor: "terminal" });
  expect(await shownIn(id)).toEqual([true, true, true, true]);

  await setPaused(db, user.uid, id, true);
  await endedOn(30);
  expect(await setPaused(db, user.uid, id, false)).toEqual({ ok: true });
});

/** An advertiser's ad with two photos that have files. */
async function publishStored() {
  const { cookie, user } = await signIn(site(), { postsPermitidos: 2 });
  const jpeg = await makeJpeg(60, 40);
  const photoIds = [
    await uploadPhoto(site(), cookie, jpeg),
    await uploadPhoto(site(), cookie, jpeg),
  ];
  const result = await createListing(site().db, user.uid, listingInput(), photoIds);
  if (!result.ok) throw new Error(result.message);
  return { uid: user.uid, photoIds, id: result.id };
}

test("deleting an ad removes its photos and days, and lowers the count once, however often it is asked", async () => {
  const { db } = site();
  const files = await site().files();
  const { uid, id } = await publishStored();
  const other = await createWaitingPhoto(site(), uid);
  expect(await createListing(db, uid, listingInput(), [other])).toMatchObject({ ok: true });

  const results = await Promise.all([deleteAd(uid, id), deleteAd(uid, id)]);

  expect(results.filter((result) => result.ok)).toEqual([
    { ok: true, messages: ["Imagens excluídas com sucesso!", "Anúncio excluído com sucesso"] },
  ]);
  expect(await readPost(id)).toEqual([]);
  expect(await db.$count(unavailableDays, eq(unavailableDays.postId, id))).toBe(0);
  expect(await db.$count(photos, eq(photos.uid, uid))).toBe(1);
  expect(await site().files()).toEqual(files);
  expect(await countOf(uid)).toBe(1);
  expect(await deleteAd(uid, id)).toMatchObject({ ok: false });
  expect(await countOf(uid)).toBe(1);
});

test("if the object store fails, the ad keeps everything but the photo being deleted", async () => {
  const { uid, id } = await publishStored();
  const cause = new Error("armazenamento fora do ar");
  const fail = vi.spyOn(site().photoStore.disk, "deleteAll").mockRejectedValue(cause);

  expect(await deleteAd(uid, id)).toEqual({
    ok: false,
    reason: "images",
    status: 503,
    cause,
    message: "Erro ao excluir imagens: o armazenamento não respondeu. Tente de novo.",
  });

  expect((await findListing(site().db, id))?.photos).toHaveLength(2);
  expect(await countOf(uid)).toBe(1);
  fail.mockRestore();
  expect(await deleteAd(uid, id)).toMatchObject({ ok: true });
});

test.each(["photos", "listing"] as const)(
  "an edit and the deletion of its %s wait for each other without a deadlock",
  async (what) => {
    const { db, photoStore } = site();
    const { uid, photoIds, id } = await publishStored();
    let both: Promise<unknown[]> | undefined;
    await db.transaction(async (tx) => {
      // The edit stops here, and the deletion begins with the other photo.
      const [held = ""] = photoIds;
      await tx.select().from(photos).where(eq(photos.id, held)).for("update");
      const edit = { input: listingInput(), photoIds, version: 1 };
      const edited = updateListing(site(), uid, id, edit);
      await waitingForLock(site());
      const deleted = what === "photos" ? deletePhotosOf(db, photoStore, id) : deleteAd(uid, id);
      both = Promise.all([edited, deleted]);
      await waitingForLock(site(), 2);
    });

    expect(await both).toMatchObject([{ ok: true }, what === "photos" ? undefined : { ok: true }]);
    expect(await db.$count(photos, eq(photos.uid, uid))).toBe(0);
  },
);

const operator = async () => (await signInOperator(site())).user;
const ways: [string, (uid: string, id: string) => Promise<unknown>][] = [
  ["paused", (uid, id) => setPaused(site().db, uid, id, true)],
  ["deleted", deleteAd],
  ["withdrawn", async (_, id) => pauseListing(site(), await operator(), id, { motivo: "golpe" })],
  ["withdrawn", async (_, id) => removeListing(site(), await operator(), id, { motivo: "golpe" })],
];
const careful = "Se você combinou algo com quem anunciava, não pague sem conferir.";

test("of an ad that is hidden visitors learn as much as they should, and no more", async () => {
  const statuses = [];
  for (const [absence, hide] of ways) {
    const { id, user } = await publish(site(), { title: "Rancho do Cais" });
    await hide(user.uid, id);
    const answer = await site().app.request(`/posts/${id}`);
    statuses.push(answer.status);
    const html = await answer.text();
    expect(html.includes(careful)).toBe(absence === "withdrawn");
    // Only a pause promises a return.
    expect(html.includes("Ele pode voltar em breve.")).toBe(absence === "paused");
    const title = answer.status === 410 ? null : "Rancho do Cais";
    expect(await listAbsent(site().db, [id])).toEqual([{ id, title, absence }]);
  }
  expect(statuses).toEqual([404, 410, 404, 410]);
});

test("the dashboard lists only the advertiser's own ads, newest first", async () => {
  const { db } = site();
  const { user, id: first } = await publish(site());
  const { user: stranger } = await publish(site());
  const photo = await createWaitingPhoto(site(), user.uid);
  const second = await createListing(db, user.uid, listingInput(), [photo]);
  expect((await listOwnListings(db, user.uid)).map(({ id }) => id)).toEqual([
    second.ok && second.id,
    first,
  ]);
  expect(await findOwnListing(db, user.uid, first)).toMatchObject({ id: first });
  expect(await findOwnListing(db, stranger.uid, first)).toBeNull();
  for (const id of ["create", crypto.randomUUID()]) expect(await findListing(db, id)).toBeNull();
});

/** Values that a field's column must accept, and others that it must refuse. */
function valuesOf(field: FieldDefinition): { good: unknown[]; bad: unknown[] } {
  switch (field.kind) {
    case "text":
      return { good: ["é".repeat(field.limit)], bad: ["é".repeat(field.limit + 1), null] };
    case "price":
      return {
        good: ["0", "9999999.99", ...(field.required ? [] : [null])],
        bad: ["1.350", "12,50", "", ...(field.required ? [null] : [])],
      };
    case "count":
      return { good: [0, field.limit, null], bad: [-1, field.limit + 1] };
    case "phone":
      return {
        good: ["37900010264", ...(field.required ? [] : [""])],
        bad: ["(37) 90001-0264", "379000102645", null],
      };
    case "choice":
      return { good: [...field.options], bad: [null] };
    case "choices":
      return { good: [[], [...field.options]], bad: [null] };
    case "flag":
      return { good: [true, false], bad: [null] };
    default:
      throw new Error(`${field.label} is not a column`);
  }
}

test("the table accepts what each field's definition allows and refuses the rest", async () => {
  const { id } = await publish(site());
  const store = (values: object) =>
    site().db.update(posts).set(values).where(eq(posts.id, id)).returning();
  const values = columnNames.map((name) => ({ name, ...valuesOf(listingFields[name]) }));
  for (let n = 0; n < Math.max(...values.map(({ good }) => good.length)); n++) {
    const nth = Object.fromEntries(values.map(({ name, good }) => [name, good[n % good.length]]));
    expect(await store(nth)).toMatchObject([nth]);
  }
  for (const { name, bad } of values) {
    for (const value of bad) {
      await expect(store({ [name]: value }), `${name} = ${value}`).rejects.toThrow();
    }
  }
});

test("an interrupted deletion hides the ad at once, and completes at the next start", async () => {
  const { db, photoStore, app } = site();
  const { uid, id } = await publishStored();
  let photosGone = 0;
  const deleteAll = vi.spyOn(photoStore.disk, "deleteAll").mockImplementation(() => {
    photosGone += 1;
    // The second deletion never returns, as in a process that was killed.
    return photosGone < 2 ? Promise.resolve() : new Promise(() => undefined);
  });
  void deleteListing(db, photoStore, uid, id);
  await vi.waitFor(() => expect(photosGone).toBe(2), 10_000);
  deleteAll.mockRestore();
  expect(await findListing(db, id)).toBeNull();
  expect(await (await app.request("/")).text()).not.toContain(id);

  const rows = async () => [
    await db.$count(posts, eq(posts.id, id)),
    await db.$count(photos, eq(photos.uid, uid)),
  ];
  // Another running site may still be deleting it.
  await finishDeletions(db, photoStore, { isStarting: false });
  expect(await rows()).toEqual([1, 1]);
  await finishDeletions(db, photoStore, { isStarting: true });
  expect(await rows()).toEqual([0, 0]);
  const [owner] = await db.select().from(users).where(eq(users.id, uid));
  expect(owner?.postsCriados).toBe(0);
});
