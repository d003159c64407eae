import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../../testing/account-deletion.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../../testing/site.ts";
import { formatCivilDate, today } from "../../calendar/civil-date.ts";
import { listingDrafts } from "../../db/operation-schema.ts";
import { photos } from "../../db/schema.ts";
import { sweepPhotos } from "../../photos/sweep.server.ts";
import { purgeExpired } from "../../privacy/purge.server.ts";
import { createListing } from "../publishing.server.ts";

const retention = { mail: 10, visits: 731, auditLog: 90 };

const draft = (overrides: object = {}) => ({
  id: crypto.randomUUID(),
  fields: { title: ["Rancho do Rascunho"], lazer: ["Sauna"] },
  photos: [],
  ...overrides,
});

function send(site: TestSite, cookie: string, entry: Record<string, string>) {
  return site.app.request("/posts/create/rascunho", {
    method: "POST",
    body: new URLSearchParams(entry),
    headers: { Cookie: cookie },
  });
}

/** Saves a draft; returns whether it was kept, or the status of a refusal. */
async function save(site: TestSite, cookie: string, kept: object, at = Date.now()) {
  const answer = await send(site, cookie, { conteudo: JSON.stringify({ draft: kept, at }) });
  return answer.status === 200 ? (await answer.json()).ok : answer.status;
}

const rows = (site: TestSite) => site.db.select().from(listingDrafts);

test("a draft is its owner's, there is one of it, and the newest wins", async () => {
  const site = await openTestSite();
  const maria = await signIn(site);
  const other = await signIn(site);
  const now = Date.now();
  expect(await save(site, maria.cookie, draft(), now - 2_000)).toBe(true);
  const newest = draft({ fields: { title: ["Do computador"] } });
  expect(await save(site, maria.cookie, newest, now - 1_000)).toBe(true);
  expect(await save(site, maria.cookie, draft(), now - 1_500)).toBe(false);

  expect(await rows(site)).toMatchObject([
    { uid: maria.user.uid, draftId: newest.id, fields: newest.fields },
  ]);
  const page = async (cookie: string, path: string) =>
    (await site.app.request(path, { headers: { Cookie: cookie } })).text();
  expect(await page(maria.cookie, "/posts/create")).toContain("Do computador");
  expect(await page(other.cookie, "/posts/create")).not.toContain("Do computador");
  expect(await page(other.cookie, "/dashboard")).not.toContain("Continuar de onde parou");

  await send(site, other.cookie, { apagar: newest.id });
  expect(await rows(site)).toHaveLength(1);
  await send(site, maria.cookie, { apagar: newest.id });
  expect(await rows(site)).toEqual([]);
});

test("a clock ahead of time doesn't keep later drafts away", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  expect(await save(site, cookie, draft(), Date.now() + 86_400_000)).toBe(true);
  expect(await save(site, cookie, draft({ fields: { title: ["Depois"] } }))).toBe(true);
  expect(await rows(site)).toMatchObject([{ fields: { title: ["Depois"] } }]);
});

test.each<[string, string]>([
  ["text that isn't JSON", "{"],
  ["nothing worth keeping", JSON.stringify({ draft: draft({ fields: {} }), at: 1 })],
  [
    "eleven photos",
    JSON.stringify({
      draft: draft({ photos: Array(11).fill({ id: crypto.randomUUID(), name: "a.jpg" }) }),
      at: 1,
    }),
  ],
  [
    "a character that can't be stored",
    JSON.stringify({ draft: draft({ fields: { title: ["a\0"] } }), at: 1 }),
  ],
])("refuses %s with a sentence", async (_, conteudo) => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const answer = await send(site, cookie, { conteudo });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { message: "Este rascunho não pode ser guardado." },
  ]);
  expect(await rows(site)).toEqual([]);
});

test("visitors keep no draft", async () => {
  const site = await openTestSite();
  expect(await save(site, "", draft())).toBe(302);
  expect(await rows(site)).toEqual([]);
});

test("its photos stay for 30 days, and those of others don't", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const other = await signIn(site);
  const [mine, unlisted] = [
    await createWaitingPhoto(site, user.uid),
    await createWaitingPhoto(site, user.uid),
  ];
  const foreign = await createWaitingPhoto(site, other.user.uid);
  const listed = [mine, foreign].map((id) => ({ id, name: "a.jpg" }));
  expect(await save(site, cookie, draft({ photos: listed }))).toBe(true);
  await site.db.update(photos).set({ createdAt: sql`now() - interval '29 days'` });

  await sweepPhotos(site.db, site.photoStore);
  expect((await site.db.select().from(photos)).map(({ id }) => id)).toEqual([mine]);
  expect(unlisted).not.toBe(mine);

  const age = (days: number) =>
    site.db
      .update(listingDrafts)
      .set({ savedAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(listingDrafts.uid, user.uid));
  await age(29);
  expect(await purgeExpired(site.db, retention)).toMatchObject({ drafts: 0 });
  await age(31);
  expect(await purgeExpired(site.db, retention)).toMatchObject({ drafts: 1 });
  await sweepPhotos(site.db, site.photoStore);
  expect([await rows(site), await site.db.$count(photos)]).toEqual([[], 0]);
});

test("publishing ends the draft, and a late save doesn't bring it back", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const id = await createWaitingPhoto(site, user.uid);
  const kept = draft({ photos: [{ id, name: "a.jpg" }] });
  await save(site, cookie, kept);
  const published = await createListing(site.db, user.uid, listingInput(), [id], kept.id);
  expect([published.ok, await rows(site)]).toEqual([true, []]);
  expect(await save(site, cookie, kept)).toBe(false);
  expect(await rows(site)).toEqual([]);
});

test("a late save from before the first photo doesn't bring a published ad back, either", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const kept = draft();
  const id = await createWaitingPhoto(site, user.uid);
  await site.db.update(photos).set({ draftId: kept.id }).where(eq(photos.id, id));
  const published = await createListing(site.db, user.uid, listingInput(), [id], kept.id);
  expect(published.ok).toBe(true);
  expect(await save(site, cookie, kept)).toBe(false);
  expect(await rows(site)).toEqual([]);
});

test.each([
  [
    "a draft's end",
    (site: TestSite, cookie: string, id: string) => send(site, cookie, { apagar: id }),
  ],
  [
    "a photo's removal from it",
    (site: TestSite, cookie: string, id: string) => save(site, cookie, draft({ id })),
  ],
])("%s can be undone for a day, however old the photos are", async (_, end) => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const id = await createWaitingPhoto(site, user.uid);
  const kept = draft({ photos: [{ id, name: "a.jpg" }] });
  await save(site, cookie, kept, Date.now() - 1_000);
  await site.db.update(photos).set({ createdAt: sql`now() - interval '9 days'` });
  await end(site, cookie, kept.id);
  await sweepPhotos(site.db, site.photoStore);
  expect(await site.db.$count(photos)).toBe(1);

  await site.db.update(photos).set({ createdAt: sql`"createdAt" - interval '25 hours'` });
  await sweepPhotos(site.db, site.photoStore);
  expect(await site.db.$count(photos)).toBe(0);
});

test("the database refuses a draft beyond the form's size", async () => {
  const site = await openTestSite();
  const { user } = await signIn(site);
  const long = "x".repeat(300_000);
  for (const large of [{ fields: { title: [long] } }, { photos: [{ id: "", name: long }] }]) {
    const insert = site.db
      .insert(listingDrafts)
      .values({ uid: user.uid, draftId: crypto.randomUUID(), typedAt: new Date(), ...large });
    await expect(insert).rejects.toMatchObject({ cause: { code: "23514" } });
  }
});

test("'Meus Anúncios' shows it instead of inviting to a first ad", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const dashboard = async () =>
    (await site.app.request("/dashboard", { headers: { Cookie: cookie } })).text();
  expect(await dashboard()).toContain("O primeiro anúncio pode ser o seu");
  const id = await createWaitingPhoto(site, user.uid);
  await save(site, cookie, draft({ photos: [{ id, name: "a.jpg" }] }));
  const page = await dashboard();
  const changed = `Última mudança em ${formatCivilDate(today())}`;
  for (const text of ["Continuar de onde parou", "Rancho do Rascunho", "1 foto", changed]) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain("O primeiro anúncio pode ser o seu");
});

test("deleting the account deletes it", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  await save(site, cookie, draft());
  expect((await deleteAccount(site, cookie, password)).status).toBe(302);
  expect(await rows(site)).toEqual([]);
});
