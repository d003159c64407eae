import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { hideListings } from "../../testing/hide-listings.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { shareTestSite } from "../../testing/site.ts";
import { openDatabase } from "../db/client.server.ts";
import { deletedPosts, posts } from "../db/schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { setPaused } from "../listings/pause.server.ts";
import { countByLocation, prepareSearch } from "../search/search.server.ts";
import { locationOptions } from "./locations.ts";

const site = shareTestSite();

beforeEach(() => hideListings(site()));

async function open(path: string): Promise<string> {
  const answer = await site().app.request(path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

/** Reads the labels on the drawing, and the list beside it. */
function readMap(html: string) {
  const [, section = ""] = html.split('aria-labelledby="escolha-no-mapa"');
  const [labels = "", list = ""] = section.split("</section>")[0]?.split("Lugares, do que") ?? [];
  return { labels: readLinks(labels), list: readLinks(list) };
}

function readLinks(html: string) {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"(.*?)<\/a>/g)].map(([link, href = ""]) => {
    const text = link.replace(/<small>.*?<\/small>/, "").replace(/<[^>]+>/g, "");
    const [, place = "", count = ""] = /^(\D+?)[\s,]*(\d+) casas?$/.exec(text) ?? [];
    expect(text.endsWith(count === "1" ? " casa" : " casas"), text).toBe(true);
    expect(link.includes("data-none"), text).toBe(count === "0");
    const isCurrent = link.includes('aria-current="true"');
    return { place, count: Number(count), href: href.replaceAll("&amp;", "&"), isCurrent };
  });
}

/** Expects the same counts on the drawing and in the list, and returns them. */
async function shownCounts(path: string): Promise<Record<string, number>> {
  const { labels, list } = readMap(await open(path));
  expect(labels).toEqual(list);
  expect(list.map(({ place }) => place).sort()).toEqual([...locationOptions].sort());
  return Object.fromEntries(
    list.filter(({ count }) => count > 0).map(({ place, count }) => [place, count]),
  );
}

test("map and list count the ads of each place, as they are created, paused, moved and deleted", async () => {
  const { db, photoStore } = site();
  expect(await shownCounts("/")).toEqual({});
  const first = await publish(site(), { localizacao: "Guapé" });
  const second = await publish(site(), { localizacao: "Guapé" });
  const uid = first.user.uid;
  expect(await shownCounts("/search")).toEqual({ Guapé: 2 });

  await setPaused(db, uid, first.id, true);
  expect(await shownCounts("/")).toEqual({ Guapé: 1 });
  await setPaused(db, uid, first.id, false);
  expect(await shownCounts("/")).toEqual({ Guapé: 2 });
  await db.update(posts).set({ localizacao: "Funil" }).where(eq(posts.id, first.id));
  expect(await shownCounts("/")).toEqual({ Funil: 1, Guapé: 1 });
  await deleteListing(db, photoStore, second.user.uid, second.id);
  for (const path of ["/", "/search"]) expect(await shownCounts(path)).toEqual({ Funil: 1 });
});

test("the database and the index agree on the counts, without paused or deleted ads", async () => {
  const { db, close } = openDatabase(site().databaseUrl, () => undefined);
  const { user, id } = await publish(site(), { localizacao: "Turvo" });
  await publish(site(), { localizacao: "Turvo" });
  await publish(site(), { localizacao: "Dique" });
  await setPaused(db, user.uid, id, true);
  const deleted = await publish(site(), { localizacao: "Dique" });
  await db.insert(deletedPosts).values({ id: deleted.id, localizacao: "Dique" });
  const counted = await countByLocation(db);
  expect(counted).toEqual({ Turvo: 1, Dique: 1 });
  await prepareSearch(db);
  expect(await countByLocation(db)).toEqual(counted);
  await close();
});

test("the place with most ads comes first, and a place's own page marks it", async () => {
  await publish(site(), { localizacao: "Piumhi" });
  await publish(site(), { localizacao: "Turvo" });
  await publish(site(), { localizacao: "Turvo" });
  const { list } = readMap(await open("/search"));
  expect(list.slice(0, 3).map(({ place }) => place)).toEqual(["Turvo", "Piumhi", "Capitólio"]);
  expect(list.some(({ isCurrent }) => isCurrent)).toBe(false);
  const own = await open("/alugar/piumhi");
  expect(own).toMatch(/<a [^>]*href="\/alugar\/piumhi" aria-current="true"/);
  expect(own).not.toMatch(/<a [^>]*href="\/alugar\/turvo" aria-current/);
});

test("only pages that show all ads have the map and link to it", async () => {
  await publish(site());
  const id = 'id="escolha-no-mapa"';
  const link = ' href="#escolha-no-mapa">';
  for (const path of ["/", "/search"]) {
    const html = await open(path);
    expect([html.includes(id), html.includes(link)], path).toEqual([true, true]);
  }
  const { checkIn, checkOut } = findOrdinaryStay(60, 3);
  const asked = ["q=1", "localizacao=Turvo", `entrada=${checkIn}&saida=${checkOut}`];
  for (const query of asked) {
    expect(await open(`/search?${query}`), query).not.toContain("escolha-no-mapa");
  }
  const one = await open("/search?localizacao=Turvo");
  expect(one).toMatch(/href="\/alugar\/turvo"[^>]*>Conheça /);
});
