import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { join, openListBrowser, shareList, vote } from "../../testing/group-lists.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { createUser, createWaitingPhoto, listingInput, shareTestSite } from "../../testing/site.ts";
import { planOffers } from "../accounts/plans/plan-offers.ts";
import { addDays, today, weekdayOf } from "../calendar/civil-date.ts";
import { nightsOf, type Stay } from "../calendar/stays.ts";
import { posts } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import {
  describeOrders,
  type ListName,
  listOrders,
  type OrderRule,
  orderRules,
} from "./list-orders.server.ts";

const site = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

interface Ad {
  id: string;
  title: string;
  /** Place in the order of publication; the last one is the newest. */
  age: number;
  nightly: number | null;
  weekend: number;
  people: number;
  localizacao: string;
  /** Days since the advertiser confirmed the calendar. */
  confirmedAgo: number;
}

/** Two nights within a working week, which cost two nightly prices. */
const stay = findWorkingDays();

function findWorkingDays(inDays = 60): Stay {
  const found = findOrdinaryStay(inDays, 2);
  const hasWeekend = nightsOf(found).some((night) => [5, 6].includes(weekdayOf(night)));
  return hasWeekend ? findWorkingDays(inDays + 1) : found;
}

const facts: Omit<Ad, "id" | "age" | "title">[] = [
  { nightly: 300, weekend: 1000, people: 10, localizacao: "Turvo", confirmedAgo: 40 },
  { nightly: 200, weekend: 1000, people: 10, localizacao: "Ponta do Sol", confirmedAgo: 2 },
  { nightly: null, weekend: 1000, people: 10, localizacao: "Turvo", confirmedAgo: 29 },
  { nightly: 500, weekend: 1300, people: 10, localizacao: "Turvo", confirmedAgo: 1 },
  { nightly: 300, weekend: 1000, people: 10, localizacao: "Turvo", confirmedAgo: 3 },
  { nightly: 100, weekend: 1000, people: 10, localizacao: "Piumhi", confirmedAgo: 30 },
  { nightly: null, weekend: 1000, people: 50, localizacao: "Turvo", confirmedAgo: 200 },
  { nightly: 200, weekend: 1000, people: 16, localizacao: "Turvo", confirmedAgo: 5 },
  { nightly: 900, weekend: 3500, people: 10, localizacao: "Piumhi", confirmedAgo: 8 },
  { nightly: 300, weekend: 1000, people: 10, localizacao: "Capitólio", confirmedAgo: 31 },
];

/** Ads of two advertisers, one on each plan, in the order of publication. */
let ads: Ad[];

beforeAll(async () => {
  const owners = [
    await createUser(site(), { plano: "basico", postsPermitidos: 99 }),
    await createUser(site(), { plano: "profissional", postsPermitidos: 99 }),
  ];
  ads = [];
  for (const [age, fact] of facts.entries()) {
    const uid = owners[age % 2]?.uid ?? "";
    ads.push({ ...fact, age, title: `Casa ${age}`, id: await publishAd(uid, age, fact) });
  }
});

async function publishAd(uid: string, age: number, fact: (typeof facts)[number]): Promise<string> {
  const { db } = site();
  const input = listingInput({
    title: `Casa ${age}`,
    localizacao: fact.localizacao,
    valorFds: String(fact.weekend),
    valorDiaria: fact.nightly === null ? null : String(fact.nightly),
    quantidadeMaximaPessoas: fact.people,
    unavailableDays: [],
  });
  const published = await createListing(db, uid, input, [await createWaitingPhoto(site(), uid)]);
  if (!published.ok) throw new Error(published.message);
  const datesConfirmedAt = new Date(`${addDays(today(), -fact.confirmedAgo)}T15:00:00Z`);
  await db
    .update(posts)
    .set({
      createdAt: sql`timestamptz '2026-01-01' + ${age} * interval '1 hour'`,
      datesConfirmedAt,
      datesUpdatedAt: null,
    })
    .where(eq(posts.id, published.id));
  return published.id;
}

/** Classes of ads that a rule ranks alike, the first ones first. */
type Ranking = (ads: readonly Ad[]) => Ad[][];

function byLeast(keyOf: (ad: Ad) => number): Ranking {
  return (some) => {
    const classes = Map.groupBy(some, keyOf);
    return [...classes.keys()]
      .sort((one, other) => one - other)
      .map((key) => classes.get(key) ?? []);
  };
}

/** Saved or put on a list in this order. */
const chosen = () => [ads[6], ads[1], ads[8], ads[3]] as Ad[];
/** What the group voted for. */
const favourite = () => ads[8] as Ad;

/** The page's sentences once more, independently of the site's code. */
const rankings: Record<Exclude<OrderRule, "alike">, Ranking> = {
  newest: byLeast(({ age }) => -age),
  cheapestNight: byLeast(({ nightly }) => nightly ?? Infinity),
  cheapestStay: byLeast(({ nightly }) => (nightly ?? Infinity) * 2),
  confirmedCalendar: byLeast(({ confirmedAgo }) => (confirmedAgo < 30 ? 0 : 1)),
  byPlace: (some) => [...Map.groupBy(some, ({ localizacao }) => localizacao).values()],
  groupChoice: byLeast((ad) => (ad === favourite() ? 0 : 1)),
  firstAdded: byLeast((ad) => chosen().indexOf(ad)),
  lastSaved: byLeast((ad) => -chosen().indexOf(ad)),
};

function arrange(some: readonly Ad[], [rule, ...others]: readonly OrderRule[]): Ad[] {
  if (!rule) return [...some];
  if (rule === "alike") throw new Error("no list here is in this order");
  return rankings[rule](some).flatMap((alike) => arrange(alike, others));
}

async function read(path: string, status = 200): Promise<string> {
  const answer = await site().app.request(path);
  expect(answer.status, path).toBe(status);
  return answer.text();
}

function idsIn(html: string, pattern: RegExp): string[] {
  const found = Array.from(html.matchAll(pattern), ([, id = ""]) => id);
  return found.filter((id) => ads.some((ad) => ad.id === id));
}

const headings = /<h3[^>]*><a[^>]*href="\/posts\/([0-9a-f-]{36})/g;
const smallLinks = /<li><a href="\/posts\/([0-9a-f-]{36})/g;

function sectionOf(html: string, id: string): string {
  return html.split(`aria-labelledby="${id}"`)[1]?.split("</section>")[0] ?? "";
}

const cardsOn = async (path: string) => idsIn(await read(path), headings);
const dated = `entrada=${stay.checkIn}&saida=${stay.checkOut}`;

/**
 * The ads that each list may show, and a function that reads their ids from its page. Similar ads, an
 * advertiser's other ads and those found by a number have tests of their own.
 */
const lists: Partial<Record<ListName, { of: () => readonly Ad[]; read: () => Promise<string[]> }>> =
  {
    home: { of: () => ads, read: () => cardsOn("/") },
    search: { of: () => ads, read: () => cardsOn("/search") },
    searchByPrice: { of: () => ads, read: () => cardsOn("/search?ordem=preco") },
    stay: { of: () => ads, read: () => cardsOn(`/search?${dated}`) },
    stayByPrice: { of: () => ads, read: () => cardsOn(`/search?${dated}&ordem=preco`) },
    drawing: {
      of: () => arrange(ads, listOrders.stayByPrice.rules),
      read: async () =>
        idsIn(await read(`/search/desenho?${dated}&ordem=preco`), /data-casa="([0-9a-f-]{36})"/g),
    },
    landing: {
      of: () => ads.filter(({ localizacao }) => localizacao === "Turvo"),
      read: () => cardsOn("/alugar/turvo"),
    },
    nearby: {
      of: () => ads.filter(({ localizacao }) => localizacao === "Capitólio"),
      read: async () => idsIn(sectionOf(await read("/detalhes/1"), "perto"), headings),
    },
    lost: { of: () => ads, read: async () => idsIn(await read("/nada", 404), smallLinks) },
    saved: {
      of: chosen,
      async read() {
        // The browser asks for the ads in the order in which it keeps them.
        const query = new URLSearchParams(
          chosen()
            .toReversed()
            .map(({ id }) => ["anuncio", id]),
        );
        const text = await read(`/guardados.data?${query}`);
        // React Router's stream: objects and lists hold the places of their parts.
        const data = JSON.parse(text.split("\n")[0] ?? "");
        const rows: number[] = data[data.indexOf("listings") + 1];
        const id = `_${data.indexOf("id")}`;
        return rows.map((row) => data[data[row][id]]);
      },
    },
    groupList: {
      of: chosen,
      async read() {
        const people = [openListBrowser(site()), openListBrowser(site())];
        const [creator = openListBrowser(site())] = people;
        const path = await shareList(
          creator,
          chosen().map(({ id }) => id),
        );
        for (const [index, person] of people.entries()) {
          await join(person, path, `Pessoa ${index}`);
          await vote(person, path, favourite().id, "quero");
        }
        return idsIn(await read(path), /id="anuncio-([0-9a-f-]{36})"/g);
      },
    },
  };

const names = Object.keys(listOrders) as ListName[];

function titlesOf(ids: readonly string[]): string[] {
  return ids.map((id) => ads.find((ad) => ad.id === id)?.title ?? id);
}

test.each(names.filter((name) => lists[name]))(
  "the list '%s' has the order that the page states",
  async (name) => {
    const list = lists[name];
    const shown = (await list?.read()) ?? [];
    expect(shown.length).toBeGreaterThan(0);
    const stated = arrange(list?.of() ?? [], listOrders[name].rules).map(({ id }) => id);
    expect(titlesOf(shown)).toEqual(titlesOf(stated.slice(0, shown.length)));
  },
);

test("the dearer plan buys the badge, and no place in any list above", async () => {
  const badges = (await read("/")).match(/Destaque/g) ?? [];
  expect(badges).toHaveLength(ads.filter(({ age }) => age % 2 === 1).length);
});

test("the page states the order of each list, and what the dearer plan buys", async () => {
  const html = await read("/como-ordenamos");
  const text = html.replaceAll(/<[^>]+>/g, "\n").replaceAll(/\n+/g, "\n");
  for (const { titles, rules } of describeOrders()) {
    expect(text).toContain(`\n${[...titles, ...rules].join("\n")}\n`);
  }
  const stated = describeOrders().flatMap(({ titles }) => titles);
  expect(stated.toSorted()).toEqual(names.map((name) => listOrders[name].title).toSorted());
  const used = names.flatMap((name) => listOrders[name].rules);
  expect(new Set(used)).toEqual(new Set(Object.keys(orderRules)));
  for (const extra of planOffers.flatMap(({ extras }) => extras)) expect(text).toContain(extra);
  expect(text).toContain("Nenhuma lista olha para o plano de quem anuncia");
});

test("whatever is ordered links the page", async () => {
  const searches = ["/search", `/search?${dated}`, `/search/desenho?${dated}`];
  const ad = `/posts/${chosen()[0]?.id}`;
  for (const path of ["/", ...searches, "/alugar/turvo", "/detalhes/1", ad]) {
    const [, main = ""] = /^([\s\S]*?)(?:<footer|$)/.exec(await read(path)) ?? [];
    expect(main, path).toContain('href="/como-ordenamos"');
  }
});
