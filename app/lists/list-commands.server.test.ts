import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { shareTestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { listItems, listMembers, lists, listVotes } from "../db/list-schema.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { maxItems, maxMembers } from "./group-list.ts";
import { createListBrowser } from "./list-browser.server.ts";
import {
  addToList,
  createList,
  joinList,
  removeFromList,
  voteOnListing,
} from "./list-commands.server.ts";
import { findList, purgeLists } from "./lists.server.ts";
import { listSaved } from "./saved/saved-listings.server.ts";

const sharedSite = shareTestSite();
const day = "2026-11-22";
const plan = { nome: "Virada", entrada: null, saida: null, pessoas: null };

async function create(...ids: string[]) {
  const key = createListBrowser().key;
  const created = await createList(sharedSite().db, { key, day }, plan, ids);
  if (!created.ok) throw new Error(created.message);
  const requestOf = (own: string) => ({ code: created.code, key: own, day });
  return { code: created.code, key, requestOf };
}

test("of several people who join at the same time, forty get in, each browser once", async () => {
  const { db } = sharedSite();
  const { code, requestOf } = await create((await publish(sharedSite())).id);
  const newcomers = Array.from({ length: maxMembers + 3 }, () =>
    requestOf(createListBrowser().key),
  );
  const joins = (from: number, to?: number) =>
    newcomers.slice(from, to).map((one, n) => joinList(db, one, `Pessoa ${from + n}`));
  for (let n = 0; n < maxMembers - 3; n++) await Promise.all(joins(n, n + 1));
  const last = maxMembers - 3;
  const results = await Promise.all([...joins(last), ...joins(last, last + 1)]);
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    message: "O grupo já tem 40 pessoas, e não cabe mais uma.",
  });
  expect(await db.$count(listMembers, eq(listMembers.listCode, code))).toBe(maxMembers);
});

test("ads added at the same time never exceed the limit, and none is added twice", async () => {
  const { db } = sharedSite();
  const first = await publish(sharedSite());
  const { code, requestOf } = await create(first.id);
  const rows = Array.from({ length: maxItems - 3 }, () => ({
    listCode: code,
    postId: crypto.randomUUID(),
    title: "Rancho",
  }));
  await db.insert(listItems).values(rows);
  const more = await Promise.all(Array.from({ length: 4 }, () => publish(sharedSite())));
  const request = requestOf(createListBrowser().key);
  const results = await Promise.all([...more, ...more].map(({ id }) => addToList(db, request, id)));
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    message: "Uma lista leva até 30 anúncios. Tire algum antes.",
  });
  expect(await db.$count(listItems, eq(listItems.listCode, code))).toBe(maxItems);
});

test("an ad taken off goes with its votes; what the previous version kept of one goes, too", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const { code, key, requestOf } = await create(id);
  const request = requestOf(key);
  const votes = () => db.$count(listVotes, eq(listVotes.listCode, code));
  const items = async () => (await findList(db, code, null, day))?.items.length;
  await joinList(db, request, "Ana");
  await voteOnListing(db, request, id, true);
  await removeFromList(db, request, id);
  expect([await items(), await votes()]).toEqual([0, 0]);

  const keep = () =>
    db.update(listItems).set({ removedAt: sql`now()` }).where(eq(listItems.listCode, code));
  await addToList(db, request, id);
  await voteOnListing(db, request, id, true);
  await keep();
  expect(await items()).toBe(0);
  await addToList(db, request, id);
  expect([await items(), await votes()]).toEqual([1, 0]);
  await keep();
  await db.transaction((tx) => purgeLists(tx, day));
  expect(await db.$count(listItems, eq(listItems.listCode, code))).toBe(0);
});

test("a list expires the day after a year without visits", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const hostile = ["", "\0", "x".repeat(10_000), "'; drop table lists; --", crypto.randomUUID()];
  const { code } = await create(...hostile, id, id);
  // The list has the ad once, and none of the others.
  expect((await findList(db, code, null, day))?.items).toHaveLength(1);
  expect(await findList(db, code, null, "2027-11-22")).not.toBeNull();
  expect(await findList(db, code, null, "2027-11-23")).toBeNull();
  await db.transaction((tx) => purgeLists(tx, "2027-11-22"));
  expect(await db.$count(lists, eq(lists.code, code))).toBe(1);
  await db.transaction((tx) => purgeLists(tx, "2027-11-23"));
  expect(await db.$count(lists, eq(lists.code, code))).toBe(0);
});

const [stay, later] = [findOrdinaryStay(30, 2), findOrdinaryStay(60, 3)];
const entryOf = (id: string, { checkIn, checkOut }: typeof stay) =>
  `${id},${checkIn},${checkOut},4`;

async function publishFree(): Promise<string> {
  const site = sharedSite();
  const { id } = await publish(site, { valorDiaria: "500", valorFds: "900", unavailableDays: [] });
  await site.db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.id, id));
  return id;
}

test("each favourite has the total and the free nights of its own dates, if it has any to come", async () => {
  const { db } = sharedSite();
  const [one, other] = [await publishFree(), await publishFree()];
  await db.insert(unavailableDays).values({ postId: other, day: later.checkIn });
  const { listings } = await listSaved(db, [entryOf(one, stay), entryOf(other, later)], today());
  expect(listings).toMatchObject([
    { id: one, offer: { nights: 2, taken: null } },
    { id: other, offer: { nights: 3, taken: expect.stringMatching(/^Ocupado em /) } },
  ]);
  for (const { offer } of listings) expect(offer?.estimate).toBeGreaterThanOrEqual(90_000);

  const past = { checkIn: addDays(today(), -5), checkOut: addDays(today(), -3) };
  const ids = [await publishFree(), await publishFree(), await publishFree()] as const;
  const entries = [ids[0], entryOf(ids[1], past), `${ids[2]},ontem,hoje,4`];
  const undated = await listSaved(db, entries, today());
  expect(undated.listings).toMatchObject(ids.map((id) => ({ id, offer: null })));
});
