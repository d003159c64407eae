import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { openCachingSite, publish, see } from "../../testing/caching-site.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { patience } from "../../testing/patience.ts";
import { openTestSite, type TestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { formatStay } from "../calendar/stays.ts";
import { feeds } from "../db/calendar-schema.ts";
import { posts } from "../db/schema.ts";
import type { Location } from "../region/locations.ts";
import { noFilters } from "./filters.ts";
import { searchListings } from "./search.server.ts";

afterEach(() => {
  vi.useRealTimers();
});

const stay = findOrdinaryStay(60, 3);
const search = `/search?entrada=${stay.checkIn}&saida=${stay.checkOut}`;
const dates = formatStay(stay, today());

async function publishConfirmed(
  site: TestSite,
  title: string,
  daysAgo: number,
  localizacao: Location = "Capitólio",
) {
  const { id } = await publish(site, { title, localizacao });
  const datesConfirmedAt = new Date(`${addDays(today(), -daysAgo)}T15:00:00Z`);
  await site.db
    .update(posts)
    .set({ datesConfirmedAt, datesUpdatedAt: null })
    .where(eq(posts.id, id));
  return id;
}

async function headingOf(site: TestSite) {
  return /<h1[^>]*>([^<]*)/.exec((await see(site, search)).replaceAll("<!-- -->", ""))?.[1];
}

test("a search by dates counts old calendars apart, and lists them last", async () => {
  const site = await openTestSite();
  await publishConfirmed(site, "Casa Antiga", 30);
  expect(await headingOf(site)).toBe(`1 casa a confirmar de ${dates}`);
  await publishConfirmed(site, "Casa Certa", 29);
  await publishConfirmed(site, "Casa Mais Antiga", 200);
  expect(await headingOf(site)).toBe(`1 livre, 2 a confirmar de ${dates}`);
  const html = await see(site, search);
  expect(html).toContain("as casas a confirmar vêm no fim");
  const titles = ["Casa Certa", "Casa Mais Antiga", "Casa Antiga"];
  expect(titles.map((title) => html.indexOf(`>${title}<`)).toSorted((a, b) => a - b)).toEqual(
    titles.map((title) => html.indexOf(`>${title}<`)),
  );
  // A search without dates ignores calendars.
  const all = await searchListings(site.db, noFilters);
  expect(all.listings.map(({ title }) => title)).toEqual([
    "Casa Mais Antiga",
    "Casa Certa",
    "Casa Antiga",
  ]);
  expect(all.unconfirmed).toBe(0);
});

/** Titles under the heading 'Pergunte as datas', and before it. */
function splitTitles(html: string): { free: string[]; toAsk: string[] } {
  const titles = (part: string) =>
    Array.from(part.matchAll(/>(Casa (?:Certa|Antiga)[^<]*)</g), ([, title = ""]) => title);
  const [before = "", after = ""] = html.split(/<h2[^>]*>Pergunte as datas<\/h2>/);
  return { free: titles(before), toAsk: titles(after) };
}

test("old calendars stand apart under 'Pergunte as datas', with a sentence", async () => {
  const site = await openTestSite();
  await publishConfirmed(site, "Casa Certa", 1);
  expect(await see(site, search)).not.toContain("Pergunte as datas");
  await publishConfirmed(site, "Casa Antiga", 90);
  const html = await see(site, search);
  expect(splitTitles(html)).toEqual({ free: ["Casa Certa"], toAsk: ["Casa Antiga"] });
  expect(html).toMatch(/<section[^>]*aria-labelledby="pergunte-as-datas"/);
  expect(html).toContain("faz 30 dias ou mais que ninguém o confirma");
  // A search without dates has no such section.
  expect(await see(site, "/search")).not.toContain("Pergunte as datas");
});

test("if all results are to be asked about, theirs is the only heading of a list", async () => {
  const site = await openTestSite();
  await publishConfirmed(site, "Casa Antiga", 90);
  const html = await see(site, search);
  expect(splitTitles(html)).toEqual({ free: [], toAsk: ["Casa Antiga"] });
  expect(html).not.toMatch(/<h2[^>]*>Anúncios</);
});

test("the section begins on the page where the old calendars do, without script, too", async () => {
  const site = await openTestSite();
  for (let n = 0; n < 13; n++) await publishConfirmed(site, `Casa Certa ${n}`, 1);
  for (let n = 0; n < 13; n++) await publishConfirmed(site, `Casa Antiga ${n}`, 90);
  const next = (html: string) => /href="(\/search\?[^"]*depois=[^"]*)"/.exec(html)?.[1] ?? "";
  for (const ordem of ["", "&ordem=preco"]) {
    const pages = [await see(site, search + ordem)];
    while (pages.length < 3) {
      pages.push(await see(site, next(pages.at(-1) ?? "").replaceAll("&amp;", "&")));
    }
    const counts = pages.map(splitTitles).map(({ free, toAsk }) => [free.length, toAsk.length]);
    expect(counts).toEqual([
      [12, 0],
      [1, 11],
      [0, 2],
    ]);
    for (const page of pages) {
      expect(page.replaceAll("<!-- -->", "")).toContain(`13 livres, 13 a confirmar de ${dates}`);
    }
    expect(next(pages[2] ?? "")).toBe("");
  }
});

test("a kept page moves a house out of the section once its owner confirms the calendar", async () => {
  const site = await openCachingSite();
  const id = await publishConfirmed(site, "Casa Antiga", 90);
  await vi.waitFor(async () => {
    expect(splitTitles(await see(site, search)).toAsk).toEqual(["Casa Antiga"]);
  }, patience);
  await site.db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.id, id));
  await vi.waitFor(async () => {
    const html = await see(site, search);
    expect(splitTitles(html)).toEqual({ free: ["Casa Antiga"], toAsk: [] });
    expect(html.replaceAll("<!-- -->", "")).toContain(`1 casa livre de ${dates}`);
  }, patience);
});

test("on the drawing, the list below has them apart, too", async () => {
  const site = await openTestSite();
  await publishConfirmed(site, "Casa Certa", 1);
  await publishConfirmed(site, "Casa Antiga", 90);
  const drawing = `/search/desenho?entrada=${stay.checkIn}&saida=${stay.checkOut}`;
  expect(splitTitles(await see(site, drawing))).toEqual({
    free: ["Casa Certa"],
    toAsk: ["Casa Antiga"],
  });
  expect(await see(site, "/search/desenho")).not.toContain("Pergunte as datas");
});

test("the drawing of the results marks old calendars, and explains only the marks it has", async () => {
  const site = await openTestSite();
  const drawing = search.replace("/search", "/search/desenho");
  await publishConfirmed(site, "Casa Certa", 29);
  const confirmed = await see(site, drawing);
  expect(confirmed).toContain("Com número, quantas casas ficam ali.");
  for (const part of ["a confirmar", "Com preço", "data-unconfirmed"]) {
    expect(confirmed).not.toContain(part);
  }
  await publishConfirmed(site, "Casa Antiga", 30);
  await publishConfirmed(site, "Casa do Funil", 30, "Funil");
  const html = await see(site, drawing);
  expect(html.match(/data-unconfirmed/g)).toHaveLength(1);
  expect(html).toContain("Tracejado, só a confirmar com o dono.");
});

test("pages of a search go on from the confirmed calendars to the others", async () => {
  const site = await openTestSite();
  for (let n = 0; n < 9; n++) await publishConfirmed(site, `Casa Certa ${n}`, 1);
  for (let n = 0; n < 9; n++) await publishConfirmed(site, `Casa Antiga ${n}`, 90);
  for (const ordem of ["novos", "preco"] as const) {
    const filters = { ...noFilters, stay, ordem };
    const first = await searchListings(site.db, filters);
    const second = await searchListings(site.db, filters, { after: first.next });
    const titles = [...first.listings, ...second.listings].map(({ title }) => title);
    expect(second.next).toBeNull();
    expect(new Set(titles).size).toBe(18);
    expect(titles.slice(0, 9).every((title) => title.startsWith("Casa Certa"))).toBe(true);
  }
});

test("hourly readings of a feed keep its calendar confirmed from day to day", async () => {
  const site = await openTestSite();
  const postId = await publishConfirmed(site, "Casa Sincronizada", 90);
  const now = Date.now();
  const goodAt = (daysAgo: number) => new Date(now - daysAgo * 86_400_000);
  const feed = { nome: "Airbnb", endereco: "https://example.com/a.ics", goodAt: goodAt(29) };
  await site.db.insert(feeds).values({ postId, ...feed });
  const countUnconfirmed = async () =>
    (await searchListings(site.db, { ...noFilters, stay })).unconfirmed;
  expect(await countUnconfirmed()).toBe(0);
  // A reading is announced only after a gap of more than a day.
  for (let daysAgo = 28; daysAgo >= 0; daysAgo--) {
    await site.db.update(feeds).set({ goodAt: goodAt(daysAgo) });
  }
  vi.useFakeTimers({ toFake: ["Date"], now: now + 86_400_000 });
  expect(await countUnconfirmed()).toBe(0);
});
