import { beforeEach, expect, test } from "vitest";
import { openSiteOn, openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import { searches, visits } from "../../db/operation-schema.ts";
import { addSearches, type SearchCount } from "./searches.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

beforeEach(async () => {
  await sharedSite().visitCounter.flush();
  await sharedSite().db.delete(searches);
});

const phone =
  "Mozilla/5.0 (Linux; Android 14; SM-A145M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

async function send(site: TestSite, mark: string, agent = phone): Promise<void> {
  const headers = { "Content-Type": "text/plain;charset=UTF-8", "User-Agent": agent };
  const answer = await site.app.request("/visitas", { method: "POST", body: mark, headers });
  expect(answer.status).toBe(204);
}

async function stored(site: TestSite): Promise<SearchCount[]> {
  await site.visitCounter.flush();
  return site.db.select().from(searches).orderBy(searches.localizacao, searches.asked);
}

function readHtmlMark(html: string): string | null {
  return /<html[^>]* data-count="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;
}

/** What a browser sends once it shows a search. */
async function markOf(site: TestSite, path: string): Promise<string> {
  const mark = readHtmlMark(await (await site.app.request(path)).text());
  if (mark === null) throw new Error(`${path} counts nothing`);
  return mark;
}

test("a search counts what it asked for, also from a kept page and without results", async () => {
  const site = sharedSite();
  const path = "/search?localizacao=Guap%C3%A9&pets=1&pessoas=8&q=480";
  // The second one comes from the page cache.
  for (const visitor of [1, 2]) {
    const mark = await markOf(site, path);
    expect({ visitor, mark }).toEqual({
      visitor,
      mark: "busca ?localizacao=Guap%C3%A9&pessoas=8&q=500&pets=1",
    });
    await send(site, mark);
  }
  expect(await stored(site)).toMatchObject([
    { localizacao: "Guapé", asked: "pessoas=8&q=500&pets=1", n: 2 },
  ]);
  expect(await site.db.$count(visits)).toBe(0);
});

test("dates are stored as their month and holiday", async () => {
  const site = sharedSite();
  const year = new Date().getUTCFullYear() + 1;
  await send(site, await markOf(site, `/search?entrada=${year}-12-29&saida=${year + 1}-01-01`));
  await send(site, await markOf(site, `/search?entrada=${year}-11-23&saida=${year}-11-26`));
  expect(await stored(site)).toMatchObject([
    { localizacao: "", asked: `mes=${year}-11`, n: 1 },
    { localizacao: "", asked: `mes=${year}-12&feriado=R%C3%A9veillon`, n: 1 },
  ]);
});

test("the list of all houses, an unknown place and a bot's search count nothing", async () => {
  const site = sharedSite();
  for (const path of ["/search", "/search?ordem=preco", "/search?localizacao=Marte"]) {
    expect(readHtmlMark(await (await site.app.request(path)).text())).toBeNull();
  }
  await send(site, await markOf(site, "/search?pets=1"), bot);
  expect(await stored(site)).toEqual([]);
});

test.each([
  "?pessoas=8&pets=1&x=1",
  "?pets=1&pessoas=8",
  "?pessoas=31",
  "?q=-50",
  "?mes=2026-13",
  "?mes=2026-06&feriado=R%C3%A9veillon",
  "?feriado=Natal",
  "?",
])("what no search page writes isn't stored: %s", async (asked) => {
  const site = sharedSite();
  const id = crypto.randomUUID();
  await send(site, `busca ${asked} ${id}`);
  expect(await stored(site)).toEqual([]);
});

test("one address counts for the same search 20 times in ten minutes", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.25" });
  for (let n = 0; n < 8; n++) await send(site, "busca ?pets=1");
  await send(site, "busca ?wifi=1");
  expect(await stored(site)).toMatchObject([
    { asked: "pets=1", n: 5 },
    { asked: "wifi=1", n: 1 },
  ]);
});

test("two sites on one database add up, and a refused count waits in memory", async () => {
  const site = await openTestSite();
  const second = await openSiteOn(site.databaseUrl);
  await site.owner.execute("alter table searches add constraint broken check (n > 1000)");
  await send(site, "busca ?pets=1");
  await expect(site.visitCounter.flush()).rejects.toThrow();
  await site.owner.execute("alter table searches drop constraint broken");
  await Promise.all([send(site, "busca ?pets=1"), send(second, "busca ?pets=1")]);
  await Promise.all([site.visitCounter.flush(), second.visitCounter.flush()]);
  expect(await stored(site)).toMatchObject([{ asked: "pets=1", n: 3 }]);
});

test("a day keeps a limited number of different searches, and one row for the others", async () => {
  const site = sharedSite();
  const day = "2026-11-22";
  const count = (asked: string, n: number, on = day) => ({
    day: on,
    localizacao: "Turvo",
    asked,
    n,
  });
  await addSearches(site.db, [count("pets=1", 1), count("wifi=1", 9), count("ar=1", 4)], 2);
  await addSearches(site.db, [count("pets=1", 3), count("ar=1", 2)], 2);
  await addSearches(site.db, [count("pets=1", 5, "2026-11-23")], 2);
  expect(await stored(site)).toEqual([
    { day, localizacao: "", asked: "", n: 4 },
    { day, localizacao: "Turvo", asked: "ar=1", n: 6 },
    count("pets=1", 5, "2026-11-23"),
    { day, localizacao: "Turvo", asked: "wifi=1", n: 9 },
  ]);
});
