import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../../testing/account-deletion.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { listingDrafts } from "../../db/operation-schema.ts";
import { photos } from "../../db/schema.ts";
import { sweepPhotos } from "../../photos/sweep.server.ts";
import { purgeExpired } from "../../privacy/purge.server.ts";
import { createListing } from "../publishing.server.ts";

const site = shareTestSite();

const draft = (overrides: object = {}) => ({
  id: crypto.randomUUID(),
  fields: { title: ["Rancho do Rascunho"], lazer: ["Sauna"] },
  photos: [],
  ...overrides,
});

function send(cookie: string, entry: Record<string, string>) {
  return site().app.request("/posts/create/rascunho", {
    method: "POST",
    body: new URLSearchParams(entry),
    headers: { Cookie: cookie },
  });
}

/** Saves a draft; returns whether it was kept, or the status of a refusal. */
async function save(cookie: string, kept: object, at = Date.now()) {
  const answer = await send(cookie, { conteudo: JSON.stringify({ draft: kept, at }) });
  return answer.status === 200 ? (await answer.json()).ok : answer.status;
}

const draftsOf = (uid: string) =>
  site().db.select().from(listingDrafts).where(eq(listingDrafts.uid, uid));

test("a draft is its owner's alone, the newest wins, and it ends with its publication or the account", async () => {
  const [maria, other] = [await signIn(site()), await signIn(site())];
  const { uid } = maria.user;
  const now = Date.now();
  expect(await save(maria.cookie, draft(), now - 2_000)).toBe(true);
  const newest = draft({ fields: { title: ["Do computador"] } });
  expect(await save(maria.cookie, newest, now - 1_000)).toBe(true);
  expect(await save(maria.cookie, draft(), now - 1_500)).toBe(false);
  expect(await draftsOf(uid)).toMatchObject([{ draftId: newest.id, fields: newest.fields }]);
  const page = async (cookie: string, path: string) =>
    (await site().app.request(path, { headers: { Cookie: cookie } })).text();
  expect(await page(maria.cookie, "/posts/create")).toContain("Do computador");
  expect(await page(maria.cookie, "/dashboard")).toContain("Continuar de onde parou");
  expect(await page(other.cookie, "/posts/create")).not.toContain("Do computador");
  expect(await page(other.cookie, "/dashboard")).not.toContain("Continuar de onde parou");
  await send(other.cookie, { apagar: newest.id });
  expect(await draftsOf(uid)).toHaveLength(1);

  const photo = await createWaitingPhoto(site(), uid, { draftId: newest.id });
  await createListing(site().db, uid, listingInput(), [photo], newest.id);
  expect(await draftsOf(uid)).toEqual([]);
  expect(await save(maria.cookie, newest)).toBe(false);
  expect(await save(maria.cookie, draft())).toBe(true);
  expect((await deleteAccount(site(), maria.cookie, maria.password)).status).toBe(302);
  expect(await draftsOf(uid)).toEqual([]);
});

test("neither a visitor's draft nor what is none is kept", async () => {
  expect(await save("", draft())).toBe(302);
  const { cookie, user } = await signIn(site());
  const eleven = Array(11).fill({ id: crypto.randomUUID(), name: "a.jpg" });
  const entries = [{ fields: {} }, { photos: eleven }, { fields: { title: ["a\0"] } }];
  for (const entry of entries) expect(await save(cookie, draft(entry))).toBe(400);
  expect((await send(cookie, { conteudo: "{" })).status).toBe(400);
  expect(await draftsOf(user.uid)).toEqual([]);
});

test("its photos outlive the sweep for 30 days, and those of others don't", async () => {
  const { db, photoStore } = site();
  const [{ user, cookie }, other] = [await signIn(site()), await signIn(site())];
  const aged = { createdAt: new Date(Date.now() - 29 * 86_400_000) };
  const mine = await createWaitingPhoto(site(), user.uid, aged);
  const foreign = await createWaitingPhoto(site(), other.user.uid, aged);
  const listed = [mine, foreign].map((id) => ({ id, name: "a.jpg" }));
  expect(await save(cookie, draft({ photos: listed }))).toBe(true);
  const leftAt = async (days: number) => {
    const savedAt = sql`now() - ${days} * interval '1 day'`;
    await db.update(listingDrafts).set({ savedAt }).where(eq(listingDrafts.uid, user.uid));
    await purgeExpired(db, { mail: 10, visits: 731, auditLog: 90 });
    await sweepPhotos(db, photoStore);
    const rows = await db
      .select()
      .from(photos)
      .where(inArray(photos.id, [mine, foreign]));
    return rows.map(({ id }) => id);
  };
  expect(await leftAt(29)).toEqual([mine]);
  expect(await leftAt(31)).toEqual([]);
  expect(await draftsOf(user.uid)).toEqual([]);
});
