import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../testing/account-deletion.ts";
import { publish } from "../../testing/caching-site.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { deletedPosts, posts, users } from "../db/schema.ts";
import { deleteListing, raiseTombstone } from "../listings/deletion.server.ts";
import { setPaused } from "../listings/pause.server.ts";
import { createListing } from "../listings/publishing.server.ts";

/** Titles in the order of the page, by the heading that they stand under. */
async function sections(site: TestSite, id: string) {
  const answer = await site.app.request(`/posts/${id}`);
  const html = await answer.text();
  const found = [...html.matchAll(/<section[^>]*aria-labelledby="([\w-]+)">(.*?)<\/section>/gs)];
  return {
    status: answer.status,
    html,
    shown: found.map(([, name = "", list = ""]) => [
      name,
      ...[...list.matchAll(/<b>(Rancho[^<]*)<\/b>/g)].map(([, title]) => title),
    ]),
  };
}

async function publishOwn(site: TestSite, uid: string, title: string, localizacao: string) {
  const photoId = await createWaitingPhoto(site, uid);
  const input = listingInput({ title, localizacao });
  const published = await createListing(site.db, uid, input, [photoId]);
  if (!published.ok) throw new Error(published.message);
  return published.id;
}

/** An advertiser with a second house elsewhere, and another one's house at the same place. */
async function prepare() {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site, { displayName: "Zulmira", postsPermitidos: 5 });
  const id = await publishOwn(site, user.uid, "Rancho sumido", "Turvo");
  const second = await publishOwn(site, user.uid, "Rancho irmão", "Guapé");
  await publish(site, { title: "Rancho vizinho", localizacao: "Turvo" });
  await site.app.request("/search?pessoas=1");
  return { site, id, uid: user.uid, cookie, second };
}

const both = [
  ["mesmo-anunciante", "Rancho irmão"],
  ["parecidos", "Rancho vizinho"],
];

test("a paused ad leads first to its advertiser's other houses, then to similar ones", async () => {
  const { site, id, uid } = await prepare();
  await setPaused(site.db, uid, id, true);
  const { status, html, shown } = await sections(site, id);
  expect(status).toBe(404);
  expect(shown).toEqual(both);
  expect(html).toContain("Veja as outras casas do mesmo anunciante.");
  expect(html).not.toContain("Zulmira");
});

test("so does a deleted ad, until its advertiser's account is deleted", async () => {
  const { site, id, uid, cookie } = await prepare();
  expect((await deleteListing(site.db, site.photoStore, uid, id)).ok).toBe(true);
  const { status, shown } = await sections(site, id);
  expect(status).toBe(410);
  expect(shown).toEqual(both);
  expect((await deleteAccount(site, cookie, "serra-da-canastra")).status).toBe(302);
  expect((await site.db.select().from(deletedPosts)).map((row) => row.uid)).toEqual([null, null]);
  expect((await sections(site, id)).shown).toEqual([["parecidos", "Rancho vizinho"]]);
});

test("houses that visitors can't see stay out", async () => {
  const { site, id, uid, second } = await prepare();
  await setPaused(site.db, uid, id, true);
  await setPaused(site.db, uid, second, true);
  expect((await sections(site, id)).shown).toEqual([["parecidos", "Rancho vizinho"]]);
});

test.each(["operator", "block"] as const)(
  "an ad taken down (%s) leads to nobody's other houses but similar ones",
  async (pausedBy) => {
    const { site, id, uid, second } = await prepare();
    const paused = { pausedAt: sql`now()`, pausedBy };
    await site.db.update(posts).set(paused).where(eq(posts.id, id));
    if (pausedBy === "block") {
      await site.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, uid));
      await site.db.update(posts).set(paused).where(eq(posts.id, second));
    }
    const { shown } = await sections(site, id);
    expect(shown.map(([name]) => name)).toEqual(["parecidos"]);
  },
);

test("an ad that the staff removed leads to similar houses alone", async () => {
  const { site, id, uid } = await prepare();
  await raiseTombstone(site.db, uid, id, { byStaff: true });
  const { shown } = await sections(site, id);
  expect(shown.map(([name]) => name)).toEqual(["parecidos"]);
});

test.each(["paused", "deleted"])(
  "a %s ad's ways on keep a guest's dates and number",
  async (how) => {
    const { site, id, uid, second } = await prepare();
    if (how === "paused") await setPaused(site.db, uid, id, true);
    else await deleteListing(site.db, site.photoStore, uid, id);
    const { checkIn, checkOut } = findOrdinaryStay(40, 2);
    const query = `entrada=${checkIn}&saida=${checkOut}&pessoas=2`;
    const answer = await site.app.request(`/posts/${id}?${query}`);
    const html = (await answer.text()).replaceAll("&amp;", "&");
    const kept = [...html.matchAll(/href="\/posts\/([0-9a-f-]+)\?([^"]*)"/g)];
    expect(kept.map(([, , given]) => given)).toEqual([query, query]);
    expect(kept[0]?.[1]).toBe(second);
    // Nobody looked whether the advertiser's other house is free.
    expect(html.split('id="parecidos"')[0]).not.toContain("Livre de");
    expect(html).toContain(`href="/search?localizacao=Turvo&${query}"`);
    expect(html).toMatch(new RegExp(`name="entrada"[^>]*value="${checkIn}"`));
    expect(html).toMatch(new RegExp(`name="saida"[^>]*value="${checkOut}"`));
    expect(html).toMatch(/name="pessoas"[^>]*value="2"/);
  },
);

test("an ad in pause says so to its owner, asked for dates, and offers no reply with its link", async () => {
  const { site, id, uid, cookie } = await prepare();
  const { checkIn, checkOut } = findOrdinaryStay(40, 2);
  const path = `/posts/${id}?entrada=${checkIn}&saida=${checkOut}`;
  const openBar = async () => {
    const answer = await site.app.request(path, { headers: { Cookie: cookie } });
    return /<section[^>]*data-meu-anuncio.*?<\/section>/s.exec(await answer.text())?.[0];
  };
  expect(await openBar()).toContain("wa.me");
  await setPaused(site.db, uid, id, true);
  const bar = await openBar();
  expect(bar).toContain("<b>Este anúncio está em pausa</b>");
  expect(bar).toContain('href="/dashboard">Voltar a mostrar</a>');
  expect(bar).not.toMatch(/wa\.me|Livre/);
});
