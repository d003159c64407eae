import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createUser, createWaitingPhoto, listingInput, openTestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { photos, posts, unavailableDays, users } from "../db/schema.ts";
import { noFilters } from "../search/filters.ts";
import { searchListings } from "../search/search.server.ts";
import { findListing, listingsPerPage, listListings } from "./listings.server.ts";
import { createListing } from "./publishing.server.ts";

test("publishing stores the listing, its ordered photos and its days, and counts it", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const first = await createWaitingPhoto(site, user.uid);
  const second = await createWaitingPhoto(site, user.uid);
  const days = [addDays(today(), 30), addDays(today(), 31)];

  const result = await createListing(site.db, user.uid, listingInput({ unavailableDays: days }), [
    second,
    first,
  ]);

  if (!result.ok) throw new Error(result.message);
  const listing = await findListing(site.db, result.id);
  expect(listing).toMatchObject({
    title: "Rancho Beira d’Água",
    valorDiaria: "950",
    createdBy: "Maria Aparecida Leite",
    unavailableDays: days,
    featured: false,
  });
  expect(listing?.photos.map((photo) => photo.id)).toEqual([second, first]);
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row).toMatchObject({ postsCriados: 1, postsPermitidos: 1, plano: "basico" });
});

test("two concurrent publications at the limit create one listing", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const one = await createWaitingPhoto(site, user.uid);
  const other = await createWaitingPhoto(site, user.uid);

  const results = await Promise.all([
    createListing(site.db, user.uid, listingInput({ title: "Um" }), [one]),
    createListing(site.db, user.uid, listingInput({ title: "Outro" }), [other]),
  ]);

  expect(results.filter((result) => result.ok)).toHaveLength(1);
  expect(results.find((result) => !result.ok)).toMatchObject({
    reason: "plan-limit",
    message:
      "Você atingiu o limite de anúncio para o seu plano: basico. Atualize para o plano Profissional para criar mais anúncios.",
  });
  expect(await site.rows()).toMatchObject({ posts: 1, photos: 2, unavailableDays: 2 });
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.postsCriados).toBe(1);
  const attached = await site.db.select({ postId: photos.postId }).from(photos);
  expect(attached.filter(({ postId }) => postId !== null)).toHaveLength(1);
});

test.each([
  { what: "no plan", user: { postsPermitidos: 0, plano: "nenhum" }, reason: "no-plan" },
  { what: "the limit reached", user: { postsCriados: 1 }, reason: "plan-limit" },
])("refuses to publish with $what, and changes nothing", async ({ user: overrides, reason }) => {
  const site = await openTestSite();
  const user = await createUser(site, overrides);
  const photo = await createWaitingPhoto(site, user.uid);
  const before = await site.db.select().from(users);

  const result = await createListing(site.db, user.uid, listingInput(), [photo]);

  expect(result).toMatchObject({ ok: false, reason });
  expect(await site.rows()).toMatchObject({ posts: 0, unavailableDays: 0 });
  expect(await site.db.select().from(users)).toEqual(before);
  expect(await site.db.select({ postId: photos.postId }).from(photos)).toEqual([{ postId: null }]);
});

test("a failed publication leaves no listing, no attached photo and the counter unchanged", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const stranger = await createUser(site);
  const own = await createWaitingPhoto(site, user.uid);
  const foreign = await createWaitingPhoto(site, stranger.uid);

  const missing = await createListing(site.db, user.uid, listingInput(), [
    own,
    crypto.randomUUID(),
  ]);
  const another = await createListing(site.db, user.uid, listingInput(), [own, foreign]);
  const malformed = await createListing(site.db, user.uid, listingInput(), [own, "../x"]);
  const none = await createListing(site.db, user.uid, listingInput(), []);
  // The database rejects this row in the middle of the transaction.
  const broken = listingInput({ unavailableDays: ["2026-02-31"] });
  await expect(createListing(site.db, user.uid, broken, [own])).rejects.toThrow();

  expect([missing, another, malformed]).toEqual(
    Array(3).fill(expect.objectContaining({ ok: false, reason: "photo-missing" })),
  );
  expect(none).toMatchObject({ message: "Por favor, selecione ao menos uma imagem." });
  expect(await site.db.select().from(posts)).toEqual([]);
  expect(await site.db.select().from(unavailableDays)).toEqual([]);
  const waiting = await site.db.select({ postId: photos.postId }).from(photos);
  expect(waiting).toEqual([{ postId: null }, { postId: null }]);
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.postsCriados).toBe(0);
});

test("eleven photos are refused", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const ids = [];
  for (let n = 0; n < 11; n++) ids.push(await createWaitingPhoto(site, user.uid));

  const result = await createListing(site.db, user.uid, listingInput(), ids);

  expect(result).toMatchObject({ ok: false, reason: "too-many-photos" });
  expect((await site.rows()).posts).toBe(0);
});

test("listings are sorted newest first, in pages without gaps or repeats", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { postsPermitidos: 100 });
  const count = listingsPerPage * 2 + 3;
  for (let n = 0; n < count; n++) {
    const photo = await createWaitingPhoto(site, user.uid);
    await createListing(site.db, user.uid, listingInput({ title: `Rancho ${n}` }), [photo]);
  }
  await site.db
    .update(posts)
    .set({ createdAt: new Date("2026-11-01T12:00:00Z") })
    .where(eq(posts.title, "Rancho 5"));
  await site.db
    .update(posts)
    .set({ createdAt: new Date("2026-11-01T12:00:00Z") })
    .where(eq(posts.title, "Rancho 6"));

  const titles: string[] = [];
  let after: string | null = null;
  do {
    const page = await listListings(site.db, { after });
    titles.push(...page.listings.map((listing) => listing.title));
    after = page.next;
  } while (after);

  expect(titles).toHaveLength(count);
  expect(new Set(titles).size).toBe(count);
  expect(titles[0]).toBe(`Rancho ${count - 1}`);
  expect(titles.slice(-2).sort()).toEqual(["Rancho 5", "Rancho 6"]);
});

test("an invalid cursor means the first page", async () => {
  const site = await openTestSite();
  const page = await listListings(site.db, { after: "1.x'; drop table posts" });
  expect(page).toEqual({ listings: [], next: null });
});

test("listings of a plan with 'Destaque' have the badge", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { plano: "profissional", postsPermitidos: 2 });
  const photo = await createWaitingPhoto(site, user.uid);
  await createListing(site.db, user.uid, listingInput(), [photo]);
  expect((await listListings(site.db)).listings[0]?.featured).toBe(true);
});

test("prices compare as numbers, locations exactly", async () => {
  const site = await openTestSite();
  const user = await createUser(site, { postsPermitidos: 100 });
  const rows: [string, string | null, string][] = [
    ["Mil", "1000", "Turvo"],
    ["Cem", "100", "Turvo"],
    ["Quinhentos", "500", "Dique"],
    ["Quinhentos e um centavo", "500.01", "Dique"],
    ["Sem preço", null, "Turvo"],
  ];
  for (const [title, valorDiaria, localizacao] of rows) {
    const photo = await createWaitingPhoto(site, user.uid);
    const input = listingInput({ title, valorDiaria, localizacao });
    await createListing(site.db, user.uid, input, [photo]);
  }
  const found = async (q: number | null, localizacao: string | null) =>
    (await searchListings(site.db, { ...noFilters, q, localizacao })).listings.map(
      (listing) => listing.title,
    );

  expect(await found(500, null)).toEqual(["Quinhentos", "Cem"]);
  expect(await found(500, "Turvo")).toEqual(["Cem"]);
  expect(await found(null, "Turvo")).toEqual(["Sem preço", "Cem", "Mil"]);
  expect(await found(99, null)).toEqual([]);
  expect(await found(null, "Atlântida")).toEqual([]);
});

test("a malformed id finds nothing", async () => {
  const site = await openTestSite();
  expect(await findListing(site.db, "create")).toBeNull();
  expect(await findListing(site.db, crypto.randomUUID())).toBeNull();
});
