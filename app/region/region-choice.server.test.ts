import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { openTestSite, shareTestSite, type TestSite } from "../../testing/site.ts";
import { deletedPosts, posts } from "../db/schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { setPaused } from "../listings/pause.server.ts";
import { countByLocation, prepareSearch } from "../search/search.server.ts";
import { locationOptions } from "./locations.ts";

const sharedSite = shareTestSite();

async function open(site: TestSite, path: string): Promise<string> {
  const answer = await site.app.request(path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

interface ShownLink {
  place: string;
  count: number;
  href: string;
  isMuted: boolean;
  isCurrent: boolean;
}

/** Reads the labels on the drawing, and the list beside it. */
function readMap(html: string): { labels: ShownLink[]; list: ShownLink[] } {
  const [, section = ""] = html.split('aria-labelledby="escolha-no-mapa"');
  const [labels = "", list = ""] = section.split("</section>")[0]?.split("Lugares, do que") ?? [];
  return { labels: readLinks(labels), list: readLinks(list) };
}

function readLinks(html: string): ShownLink[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"(.*?)<\/a>/g)].map(([link, href = ""]) => {
    const text = link.replace(/<small>.*?<\/small>/, "").replace(/<[^>]+>/g, "");
    const [, place = "", count = ""] = /^(\D+?)[\s,]*(\d+) casas?$/.exec(text) ?? [];
    expect(text.endsWith(count === "1" ? " casa" : " casas"), text).toBe(true);
    return {
      place,
      count: Number(count),
      href: href.replaceAll("&amp;", "&"),
      isMuted: link.includes("data-none"),
      isCurrent: link.includes('aria-current="true"'),
    };
  });
}

/** Expects the same counts on the drawing and in the list, and returns them. */
async function shownCounts(site: TestSite, path: string): Promise<Record<string, number>> {
  const { labels, list } = readMap(await open(site, path));
  expect(labels).toEqual(list);
  expect(list.map(({ place }) => place).sort()).toEqual([...locationOptions].sort());
  for (const { isMuted, count, href } of list) {
    expect(isMuted).toBe(count === 0);
    await open(site, href);
  }
  return Object.fromEntries(
    list.filter(({ count }) => count > 0).map(({ place, count }) => [place, count]),
  );
}

test("map and list count the ads of each place, as they are created, paused, moved and deleted", async () => {
  const site = await openTestSite();
  expect(await shownCounts(site, "/")).toEqual({});
  const first = await publish(site, { localizacao: "Guapé" });
  const second = await publish(site, { localizacao: "Guapé" });
  const uid = first.user.uid;
  expect(await shownCounts(site, "/")).toEqual({ Guapé: 2 });
  expect(await shownCounts(site, "/search")).toEqual({ Guapé: 2 });

  await setPaused(site.db, uid, first.id, true);
  expect(await shownCounts(site, "/")).toEqual({ Guapé: 1 });
  await setPaused(site.db, uid, first.id, false);
  expect(await shownCounts(site, "/")).toEqual({ Guapé: 2 });
  await site.db.update(posts).set({ localizacao: "Funil" }).where(eq(posts.id, first.id));
  expect(await shownCounts(site, "/")).toEqual({ Funil: 1, Guapé: 1 });
  await deleteListing(site.db, site.photoStore, second.user.uid, second.id);
  expect(await shownCounts(site, "/")).toEqual({ Funil: 1 });
  expect(await shownCounts(site, "/search")).toEqual({ Funil: 1 });
});

test("the database and the index agree on the counts, without paused or deleted ads", async () => {
  const site = await openTestSite();
  const { user, id } = await publish(site, { localizacao: "Turvo" });
  await publish(site, { localizacao: "Turvo" });
  await publish(site, { localizacao: "Dique" });
  await setPaused(site.db, user.uid, id, true);
  const deleted = await publish(site, { localizacao: "Dique" });
  await site.db.insert(deletedPosts).values({ id: deleted.id, localizacao: "Dique" });
  const counted = await countByLocation(site.db);
  expect(counted).toEqual({ Turvo: 1, Dique: 1 });
  await prepareSearch(site.db);
  expect(await countByLocation(site.db)).toEqual(counted);
});

test("the place with most ads comes first, and a place's own page marks it", async () => {
  const site = sharedSite();
  await publish(site, { localizacao: "Piumhi" });
  await publish(site, { localizacao: "Turvo" });
  await publish(site, { localizacao: "Turvo" });
  const { list } = readMap(await open(site, "/search"));
  expect(list.slice(0, 3).map(({ place }) => place)).toEqual(["Turvo", "Piumhi", "Capitólio"]);
  expect(list.some(({ isCurrent }) => isCurrent)).toBe(false);
  const own = await open(site, "/alugar/piumhi");
  expect(own).toMatch(/<a [^>]*href="\/alugar\/piumhi" aria-current="true"/);
  expect(own).not.toMatch(/<a [^>]*href="\/alugar\/turvo" aria-current/);
});

test("only pages with the map link to it", async () => {
  const site = sharedSite();
  for (const path of ["/", "/search"]) {
    expect(await open(site, path)).toContain(' href="#escolha-no-mapa">');
  }
  const one = await open(site, "/search?localizacao=Turvo");
  expect(one).not.toContain("escolha-no-mapa");
  expect(one).toMatch(/href="\/alugar\/turvo"[^>]*>Conheça /);
});
