import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { postForm } from "../../testing/account-pages.ts";
import { readHead } from "../../testing/head.ts";
import { addCover, drawAllCards, publishWithCover } from "../../testing/share-cards.ts";
import { listingInput, shareTestSite, signIn } from "../../testing/site.ts";
import { shareCards } from "../db/share-card-schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { setPaused } from "../listings/pause.server.ts";
import { createListing } from "../listings/publishing.server.ts";

const siteUrl = "https://mardeminas.com.br";
const current = shareTestSite({ SITE_URL: siteUrl });

const draw = () => drawAllCards(current());
const publish = () => publishWithCover(current());

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

test("an ad is shared with its cover until its card is drawn, at an address of its content", async () => {
  const { id } = await publish();
  expect((await readMeta(id))["og:image"]).toMatch(/\/capa\.jpg$/);

  await draw();

  const { key = "" } = (await findCard(id)) ?? {};
  expect(key).toMatch(new RegExp(`^cartoes/anuncio/${id}/[0-9a-f]{32}\\.jpg$`));
  expect(await readMeta(id)).toMatchObject({
    "og:image": `${siteUrl}/fotos/${key}`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt":
      "Rancho Beira d’Água, em Escarpas do Lago · até 16 pessoas · R$\u00a0950 a noite · R$\u00a02.400 o fim de semana",
    "twitter:card": "summary_large_image",
  });
  const answer = await fetchCard(key ?? "");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
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
  expect((await fetchCard(key ?? "")).status).toBe(200);
});

test("deleting an ad, or its account, deletes its cards", async () => {
  const site = current();
  const { id, uid } = await publish();
  const { user, cookie, password } = await signIn(site);
  const own = await createListing(site.db, user.uid, listingInput(), [
    await addCover(site, user.uid),
  ]);
  if (!own.ok) throw new Error(own.message);
  await draw();
  const keys = [(await findCard(id))?.key ?? "", (await findCard(own.id))?.key ?? ""];

  expect(await deleteListing(site.db, site.photoStore, uid, id)).toMatchObject({ ok: true });
  const form = { currentPassword: password };
  expect((await postForm(site, "/minha-conta/excluir", form, cookie)).status).toBe(302);

  expect([await findCard(id), await findCard(own.id)]).toEqual([null, null]);
  for (const key of keys) expect((await fetchCard(key)).status).toBe(404);
  await draw();
});
