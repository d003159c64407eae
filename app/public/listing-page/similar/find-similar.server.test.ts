import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "../../../../testing/account-deletion.ts";
import { publish } from "../../../../testing/caching-site.ts";
import { hideListings } from "../../../../testing/hide-listings.ts";
import { findOrdinaryStay } from "../../../../testing/ordinary-stay.ts";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
} from "../../../../testing/site.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";
import { deleteListing, raiseTombstone } from "../../../domain/listings/deletion.server.ts";
import { createListing } from "../../../domain/listings/publishing.server.ts";
import { setPaused } from "../../../domain/listings/set-paused.server.ts";
import { deletedPosts, posts, users } from "../../../platform/db/schema.ts";

const site = shareTestSite();

beforeEach(() => hideListings(site()));

/** Reads the listings under 'Parecidos com este'. */
function similarIn(html: string): { title: string; href: string; text: string }[] {
  const [, section = ""] = html.split('aria-labelledby="parecidos"');
  const links = (section.split("</section>")[0] ?? "").matchAll(
    /<li><a href="([^"]+)">(.*?)<\/a>/gs,
  );
  return [...links].map(([, href = "", inner = ""]) => ({
    title: /<b>(.*?)<\/b>/.exec(inner)?.[1] ?? "",
    href: href.replaceAll("&amp;", "&"),
    text: inner
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  }));
}

async function open(path: string, status = 200) {
  const answer = await site().app.request(path);
  expect(answer.status, path).toBe(status);
  return similarIn(await answer.text());
}

const titles = (shown: { title: string }[]) => shown.map(({ title }) => title);

/** Searching makes sure that the index is ready and current. */
async function publishAll(ads: Record<string, object>) {
  const published: Record<string, Awaited<ReturnType<typeof publish>>> = {};
  for (const [title, overrides] of Object.entries(ads)) {
    published[title] = await publish(site(), { title, unavailableDays: [], ...overrides });
  }
  await site().app.request("/search");
  return published;
}

const turvo = { localizacao: "Turvo", valorFds: "1000", quantidadeMaximaPessoas: 10 };

// First, because only then has nobody searched yet.
test("the pages of a paused and a deleted ad show similar ones, before and after the first search", async () => {
  const { db, photoStore } = site();
  const paused = await publish(site(), { title: "Pausado", ...turvo });
  const deleted = await publish(site(), { title: "Excluído", ...turvo });
  await publish(site(), { title: "Vizinho", ...turvo });
  await setPaused(db, paused.user.uid, paused.id, true);
  await deleteListing(db, photoStore, deleted.user.uid, deleted.id);
  for (const isReady of [false, true]) {
    if (isReady) await site().app.request("/search");
    expect(titles(await open(`/posts/${paused.id}`, 404))).toEqual(["Vizinho"]);
    expect(titles(await open(`/posts/${deleted.id}`, 410))).toEqual(["Vizinho"]);
  }
});

test("with dates and people, only free houses with enough room show, and their links keep both", async () => {
  const [entrada, saida] = [addDays(today(), 40), addDays(today(), 42)];
  const night = addDays(entrada, 1);
  const ads = await publishAll({
    "Rancho do Turvo": { ...turvo, unavailableDays: [night] },
    Livre: turvo,
    Ocupado: { ...turvo, unavailableDays: [night] },
    Pequeno: { ...turvo, quantidadeMaximaPessoas: 3 },
  });
  const path = `/posts/${ads["Rancho do Turvo"]?.id}`;
  expect(titles(await open(path)).sort()).toEqual(["Livre", "Ocupado", "Pequeno"]);
  const asked = `entrada=${entrada}&saida=${saida}&pessoas=8`;
  const shown = await open(`${path}?${asked}`);
  expect(titles(shown)).toEqual(["Livre"]);
  expect(shown[0]?.href).toBe(`/posts/${ads.Livre?.id}?${asked}`);
  expect(shown[0]?.text).toMatch(/ Livre de \d/);
  const old = { datesConfirmedAt: new Date("2026-03-02T12:00:00Z"), datesUpdatedAt: null };
  await site()
    .db.update(posts)
    .set(old)
    .where(eq(posts.id, ads.Livre?.id ?? ""));
  expect((await open(`${path}?${asked}`))[0]?.text).toMatch(/Pergunte se está livre de \d/);
});

const { checkIn, checkOut } = findOrdinaryStay(40, 2);
const query = `entrada=${checkIn}&saida=${checkOut}&pessoas=2`;

/** Titles in the order of the page, by the heading that they stand under. */
async function sections(id: string) {
  const answer = await site().app.request(`/posts/${id}`);
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

/** Expects that a guest's dates and number stay in the links to both other houses and in the search. */
async function expectDatesKept(id: string, second: string): Promise<void> {
  const answer = await site().app.request(`/posts/${id}?${query}`);
  const html = (await answer.text()).replaceAll("&amp;", "&");
  const kept = [...html.matchAll(/href="\/posts\/([0-9a-f-]+)\?([^"]*)"/g)];
  expect(kept.map(([, , given]) => given)).toEqual([query, query]);
  expect(kept[0]?.[1]).toBe(second);
  // Nobody looked whether the advertiser's other house is free.
  expect(html.split('id="parecidos"')[0]).not.toContain("Livre de");
  expect(html).toContain(`href="/search?localizacao=Turvo&${query}"`);
  const typed = { entrada: checkIn, saida: checkOut, pessoas: "2" };
  for (const [name, value] of Object.entries(typed)) {
    expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
  }
}

async function publishOwn(uid: string, title: string, localizacao: string) {
  const photoId = await createWaitingPhoto(site(), uid);
  const input = listingInput({ title, localizacao });
  const published = await createListing(site().db, uid, input, [photoId]);
  if (!published.ok) throw new Error(published.message);
  return published.id;
}

/** An advertiser with a second house elsewhere, and another one's house at the same place. */
async function prepare() {
  const { cookie, user } = await signIn(site(), { displayName: "Zulmira", postsPermitidos: 5 });
  const id = await publishOwn(user.uid, "Rancho sumido", "Turvo");
  const second = await publishOwn(user.uid, "Rancho irmão", "Guapé");
  await publish(site(), { title: "Rancho vizinho", localizacao: "Turvo" });
  await site().app.request("/search?pessoas=1");
  return { id, uid: user.uid, cookie, second };
}

const similar = ["parecidos", "Rancho vizinho"];
const both = [["mesmo-anunciante", "Rancho irmão"], similar];

test("a paused ad leads first to its advertiser's other public houses, then to similar ones", async () => {
  const { id, uid, second } = await prepare();
  await setPaused(site().db, uid, id, true);
  const { status, html, shown } = await sections(id);
  expect(status).toBe(404);
  expect(shown).toEqual(both);
  expect(html).toContain("Veja as outras casas do mesmo anunciante.");
  expect(html).not.toContain("Zulmira");
  await expectDatesKept(id, second);
  await setPaused(site().db, uid, second, true);
  expect((await sections(id)).shown).toEqual([similar]);
});

test("so does a deleted ad, until its advertiser's account is deleted", async () => {
  const { db, photoStore } = site();
  const { id, uid, cookie, second } = await prepare();
  expect((await deleteListing(db, photoStore, uid, id)).ok).toBe(true);
  const { status, shown } = await sections(id);
  expect(status).toBe(410);
  expect(shown).toEqual(both);
  await expectDatesKept(id, second);
  expect((await deleteAccount(site(), cookie, "tucano-na-varanda")).status).toBe(302);
  const tombstones = await db
    .select()
    .from(deletedPosts)
    .where(inArray(deletedPosts.id, [id, second]));
  expect(tombstones.map((row) => row.uid)).toEqual([null, null]);
  expect((await sections(id)).shown).toEqual([similar]);
});

test.each<[string, (ad: { id: string; uid: string; second: string }) => Promise<unknown>]>([
  [
    "that the operator paused",
    ({ id }) =>
      site()
        .db.update(posts)
        .set({ pausedAt: sql`now()`, pausedBy: "operator" })
        .where(eq(posts.id, id)),
  ],
  [
    "of an advertiser who is blocked",
    async ({ id, uid, second }) => {
      const paused = { pausedAt: sql`now()`, pausedBy: "block" } as const;
      await site()
        .db.update(posts)
        .set(paused)
        .where(inArray(posts.id, [id, second]));
      await site().db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, uid));
    },
  ],
  [
    "that the staff removed",
    ({ id, uid }) => raiseTombstone(site().db, uid, id, { byStaff: true }),
  ],
])("an ad %s leads to nobody's other houses but similar ones", async (_, takeDown) => {
  const ad = await prepare();
  await takeDown(ad);
  const { shown } = await sections(ad.id);
  expect(shown.map(([name]) => name)).toEqual(["parecidos"]);
});
