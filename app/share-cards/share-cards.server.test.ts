import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readHead } from "../../testing/head.ts";
import { addCover, drawAllCards, onFailure, publishWithCover } from "../../testing/share-cards.ts";
import { listingInput, openSiteOn, shareTestSite, signIn } from "../../testing/site.ts";
import { listItems, lists } from "../db/list-schema.ts";
import { photos, posts } from "../db/schema.ts";
import { shareCards } from "../db/share-card-schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import type { ListingInput } from "../listings/listing.ts";
import { setPaused } from "../listings/pause.server.ts";
import { createListing, updateListing } from "../listings/publishing.server.ts";
import { drawDueCards } from "./share-cards.server.ts";
import { sweepCards } from "./sweep-cards.server.ts";

const siteUrl = "https://mardeminas.com.br";
const current = shareTestSite({ SITE_URL: siteUrl });

const draw = (site = current()) => drawAllCards(site);
const addPhoto = (uid: string, size?: [width: number, height: number]) =>
  addCover(current(), uid, size);
const publish = (overrides?: Partial<ListingInput>) => publishWithCover(current(), overrides);

async function findCard(id: string) {
  const [row] = await current().db.select().from(shareCards).where(eq(shareCards.postId, id));
  return row ?? null;
}

async function readMeta(id: string) {
  const answer = await current().app.request(`/posts/${id}`);
  return readHead(await answer.text()).meta;
}

async function fetchCard(key: string): Promise<Response> {
  return current().app.request(`/fotos/${key}`);
}

async function setFields(id: string, fields: Partial<typeof posts.$inferInsert>): Promise<void> {
  await current().db.update(posts).set(fields).where(eq(posts.id, id));
}

test("an ad is shared with its cover until its card is drawn", async () => {
  const { id } = await publish();
  expect((await readMeta(id))["og:image"]).toMatch(/\/capa\.jpg$/);

  await draw();

  const { key } = (await findCard(id)) ?? {};
  expect(await readMeta(id)).toMatchObject({
    "og:image": `${siteUrl}/fotos/${key}`,
    "og:image:type": "image/jpeg",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt":
      "Rancho Beira d’Água, em Escarpas do Lago · até 16 pessoas · R$\u00a0950 a noite · R$\u00a02.400 o fim de semana",
    "twitter:card": "summary_large_image",
  });
});

test("a card is a JPEG at an address of its content, and may be cached forever", async () => {
  const { id } = await publish();
  await draw();
  const { key = "" } = (await findCard(id)) ?? {};
  expect(key).toMatch(new RegExp(`^cartoes/anuncio/${id}/[0-9a-f]{32}\\.jpg$`));

  const answer = await fetchCard(key ?? "");

  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBeLessThan(300_000);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
});

test("a card is served without a redirect, even if photos are at another address", async () => {
  const site = await openSiteOn(current().databaseUrl, { PHOTO_BASE_URL: "https://fotos.example" });
  await site.photoStore.disk.put("cartoes/anuncio/x/0.jpg", "cartão");
  const answer = await site.app.request("/fotos/cartoes/anuncio/x/0.jpg");
  expect([answer.status, await answer.text()]).toEqual([200, "cartão"]);
  expect((await site.app.request("/fotos/imoveis/u/400.jpg")).status).toBe(302);
});

test.each<[string, Partial<typeof posts.$inferInsert>]>([
  ["its title", { title: "Rancho Novo" }],
  ["its place", { localizacao: "Turvo" }],
  ["its capacity", { quantidadeMaximaPessoas: 3 }],
  ["its nightly price", { valorDiaria: null }],
  ["its weekend price", { valorFds: "3000" }],
])("a change of %s leads to a new card at a new address", async (_, change) => {
  const { id } = await publish();
  await draw();
  const before = await findCard(id);
  await setFields(id, change);
  await draw();
  const after = await findCard(id);
  expect(after?.key).not.toBe(before?.key);
  expect((await readMeta(id))["og:image"]).toBe(`${siteUrl}/fotos/${after?.key}`);
  expect((await fetchCard(before?.key ?? "")).status).toBe(200);
});

test("another cover leads to a new card", async () => {
  const { id, uid, photoId } = await publish();
  await draw();
  const before = await findCard(id);
  const site = current();
  const second = await addPhoto(uid, [600, 800]);
  const edit = { input: listingInput(), photoIds: [second, photoId], version: 1 };
  expect(await updateListing(site, uid, id, edit)).toEqual({ ok: true });
  await draw();
  expect((await findCard(id))?.key).not.toBe(before?.key);
});

test("a change that cards don't show makes no card due", async () => {
  const { id } = await publish();
  await draw();
  const before = await findCard(id);
  await setFields(id, { body: "Outra descrição.", version: 7 });
  await current().db.execute(
    sql`insert into unavailable_days values (${id}, '2027-01-01') on conflict do nothing`,
  );
  expect(await findCard(id)).toEqual(before);
});

test("the same content is not drawn again", async () => {
  const { id } = await publish();
  await draw();
  const before = await findCard(id);
  await setFields(id, { title: "Outro" });
  await setFields(id, { title: "Rancho Beira d’Água" });
  await draw();
  const after = await findCard(id);
  expect(after?.drawn).toBe(after?.changes);
  expect(after?.drawnAt?.getTime()).toBeLessThan(before?.drawnAt?.getTime() ?? 0);
});

test("a paused ad has no card until it is shown again", async () => {
  const { id, uid } = await publish();
  await draw();
  const { key } = (await findCard(id)) ?? {};
  await setPaused(current().db, uid, id, true);
  await draw();
  expect(await findCard(id)).toMatchObject({ key: null, contentHash: null });
  expect((await fetchCard(key ?? "")).status).toBe(404);

  await setPaused(current().db, uid, id, false);
  await draw();
  expect(await findCard(id)).toMatchObject({ key });
  expect((await fetchCard(key ?? "")).status).toBe(200);
});

test("deleting an ad deletes its cards", async () => {
  const { id, uid } = await publish();
  await draw();
  const { key } = (await findCard(id)) ?? {};
  const { db, photoStore } = current();
  expect(await deleteListing(db, photoStore, uid, id)).toMatchObject({ ok: true });
  expect(await findCard(id)).toBeNull();
  expect((await fetchCard(key ?? "")).status).toBe(404);
  await draw();
});

test("deleting an account deletes the cards of its ads", async () => {
  const site = current();
  const { user, cookie, password } = await signIn(site);
  const photoId = await addPhoto(user.uid);
  const result = await createListing(site.db, user.uid, listingInput(), [photoId]);
  if (!result.ok) throw new Error(result.message);
  await draw();
  const { key } = (await findCard(result.id)) ?? {};
  const answer = await site.app.request("/minha-conta/excluir", {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ currentPassword: password }).toString(),
  });
  expect(answer.status).toBe(302);
  expect(await findCard(result.id)).toBeNull();
  expect((await fetchCard(key ?? "")).status).toBe(404);
});

test("an ad deleted while its card is drawn leaves no file", async () => {
  const { id } = await publish();
  const site = current();
  const { disk } = site.photoStore;
  const store = {
    ...site.photoStore,
    async flush(folder: string) {
      await site.photoStore.flush(folder);
      await site.db.delete(photos).where(eq(photos.postId, id));
      await site.db.delete(posts).where(eq(posts.id, id));
    },
  };
  await drawDueCards({ ...site, photoStore: store }, { onFailure });
  expect(await disk.exists(`cartoes/anuncio/${id}`)).toBe(false);
  expect(await readdir(join(site.dataDir, "fotos/cartoes/anuncio"))).not.toContain(id);
});

test("a card that fails stays due, is reported, and is drawn on a later try", async () => {
  const { id } = await publish();
  const site = current();
  const broken = {
    ...site.photoStore,
    flush: () => Promise.reject(new Error("the disk is full")),
  };
  const failures: unknown[] = [];
  await drawDueCards(
    { ...site, photoStore: broken },
    { onFailure: (error) => failures.push(error) },
  );
  expect(failures.map(String)).toEqual(["Error: the disk is full"]);
  expect(await findCard(id)).toMatchObject({ key: null, drawn: 0 });
  await draw();
  expect(await findCard(id)).toMatchObject({ key: null, drawn: 0 });

  await site.db
    .update(shareCards)
    .set({ retryAt: sql`now() - interval '1 second'` })
    .where(eq(shareCards.postId, id));
  await draw();
  expect(await findCard(id)).toMatchObject({ key: expect.any(String), retryAt: null });
});

test("a change while a card is drawn leaves it due", async () => {
  const { id } = await publish();
  const site = current();
  const stop = new AbortController();
  const store = {
    ...site.photoStore,
    async flush(folder: string) {
      await setFields(id, { title: "Mudou no meio" });
      stop.abort();
      await site.photoStore.flush(folder);
    },
  };
  await drawDueCards({ ...site, photoStore: store }, { signal: stop.signal, onFailure });
  const between = await findCard(id);
  expect(between?.changes).toBeGreaterThan(between?.drawn ?? 0);
  await draw();
  const after = await findCard(id);
  expect(after?.drawn).toBe(after?.changes);
  expect(after?.key).not.toBe(between?.key);
});

test("two sites on one database draw each card once", async () => {
  const ids = [await publish(), await publish(), await publish()].map(({ id }) => id);
  const site = current();
  const drawn: string[] = [];
  const store = {
    ...site.photoStore,
    async flush(folder: string) {
      drawn.push(folder);
      await site.photoStore.flush(folder);
    },
  };
  await Promise.all([
    drawDueCards({ ...site, photoStore: store }, { onFailure }),
    drawDueCards({ ...site, photoStore: store }, { onFailure }),
  ]);
  expect(drawn.sort()).toEqual(ids.map((id) => `cartoes/anuncio/${id}`).sort());
});

test("an ad whose photo is missing from the store still gets a card", async () => {
  const { id } = await publish();
  const site = current();
  const [photo] = await site.db.select().from(photos).where(eq(photos.postId, id));
  await site.photoStore.disk.deleteAll(photo?.key ?? "");
  await draw();
  expect((await readMeta(id))["og:image"]).toContain(`/fotos/cartoes/anuncio/${id}/`);
});

test("a list's card shows its ads, and changes with them", async () => {
  const { db } = current();
  const code = "listalistalistalista12";
  const [one, other] = [await publish(), await publish({ localizacao: "Turvo" })];
  const creatorKeyHash = "x";
  await db
    .insert(lists)
    .values({ code, nome: "Réveillon", creatorKeyHash, lastVisitOn: "2026-11-22" });
  const item = (postId: string) => ({ listCode: code, postId, title: "Rancho" });
  const findListCard = async () => {
    const [row] = await db.select().from(shareCards).where(eq(shareCards.listCode, code));
    return row?.key ?? null;
  };
  await db.insert(listItems).values(item(one.id));
  const readListMeta = async () =>
    readHead(await (await current().app.request(`/lista/${code}`)).text()).meta;
  expect((await readListMeta())["og:image"]).not.toContain("/fotos/");
  await draw();
  expect(await readListMeta()).toMatchObject({
    "og:image": `${siteUrl}/fotos/${await findListCard()}`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "Réveillon, uma lista para escolher juntos",
  });
  const keys = [await findListCard()];
  expect(keys[0]).toMatch(/^cartoes\/lista\/[0-9a-f]{32}\/[0-9a-f]{32}\.jpg$/);
  expect(keys[0]).not.toContain(code);

  const changes = [
    () => db.insert(listItems).values(item(other.id)),
    () => db.update(lists).set({ nome: "Virada" }).where(eq(lists.code, code)),
    () => setPaused(db, other.uid, other.id, true),
    () => setFields(one.id, { localizacao: "Funil" }),
  ];
  for (const change of changes) {
    await change();
    await draw();
    keys.push(await findListCard());
  }
  expect(new Set(keys).size).toBe(keys.length);

  const { photoStore } = current();
  await deleteListing(db, photoStore, one.uid, one.id);
  await draw();
  expect(await findListCard()).toBeNull();
});

test("a listing that changes again and again is drawn once a minute", async () => {
  const { id } = await publish();
  await draw();
  const drawn = await findCard(id);
  await current()
    .db.update(shareCards)
    .set({ drawnAt: sql`now() - interval '50 seconds'` })
    .where(eq(shareCards.postId, id));
  await setFields(id, { title: "Rancho Novo" });

  await drawDueCards(current(), { onFailure });
  expect(await findCard(id)).toMatchObject({ key: drawn?.key, drawn: drawn?.drawn });

  await current()
    .db.update(shareCards)
    .set({ drawnAt: sql`now() - interval '61 seconds'` })
    .where(eq(shareCards.postId, id));
  await drawDueCards(current(), { onFailure });
  const redrawn = await findCard(id);
  expect(redrawn?.key).not.toBe(drawn?.key);
  expect(redrawn?.drawn).toBe(redrawn?.changes);
});

test("hiding a listing and showing it again doesn't draw its card sooner", async () => {
  const { id, uid } = await publish();
  await draw();
  const recently = new Date(Date.now() - 50_000);
  await current().db.update(shareCards).set({ drawnAt: recently }).where(eq(shareCards.postId, id));
  await setPaused(current().db, uid, id, true);
  await setPaused(current().db, uid, id, false);
  await setFields(id, { title: "Rancho Novo" });
  await drawDueCards(current(), { onFailure });
  expect(await findCard(id)).toMatchObject({ drawnAt: recently });
});

test("after twenty-five changes, the store has the last card and the one before", async () => {
  const { id } = await publish();
  const site = current();
  const keys: string[] = [];
  for (let n = 0; n < 25; n++) {
    await setFields(id, { title: `Rancho ${n}` });
    await draw();
    keys.push((await findCard(id))?.key ?? "");
  }
  const folder = join(site.dataDir, "fotos/cartoes/anuncio", id);
  const names = keys.slice(-2).map((key) => key.slice(key.lastIndexOf("/") + 1));
  expect((await readdir(folder)).sort()).toEqual(names.sort());

  // The former title brings back the former card, whose file is still there.
  await setFields(id, { title: "Rancho 23" });
  await draw();
  expect((await findCard(id))?.key).toBe(keys.at(-2));
  expect((await readdir(folder)).sort()).toEqual(names.sort());
});

test("the sweep keeps the current card, for a day the one before, and new files", async () => {
  const site = current();
  const { id } = await publish();
  await draw();
  const former = (await findCard(id))?.key ?? "";
  await setFields(id, { title: "Rancho Novo" });
  await draw();
  const used = (await findCard(id))?.key ?? "";
  // Earlier versions of the site left such files.
  const stray = `cartoes/anuncio/${id}/0.jpg`;
  const fresh = `cartoes/anuncio/${id}/1.jpg`;
  for (const key of [stray, fresh]) await site.photoStore.disk.put(key, "cartão");
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const key of [former, used, stray]) {
    await utimes(join(site.dataDir, "fotos", key), anHourAgo, anHourAgo);
  }
  const exist = () =>
    Promise.all([former, used, stray, fresh].map((key) => site.photoStore.disk.exists(key)));

  await sweepCards(site.db, site.photoStore);
  expect(await exist()).toEqual([true, true, false, true]);

  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  await site.db.update(shareCards).set({ drawnAt: twoDaysAgo }).where(eq(shareCards.postId, id));
  await sweepCards(site.db, site.photoStore);
  expect(await exist()).toEqual([false, true, false, true]);
});
