import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { shareTestSite } from "../../testing/site.ts";
import { listItems, listMembers, lists, listVotes } from "../db/list-schema.ts";
import { maxItems, maxMembers } from "./group-list.ts";
import { createListBrowser } from "./list-browser.server.ts";
import {
  addToList,
  createList,
  deleteList,
  joinList,
  removeFromList,
  setListClosed,
  voteOnListing,
} from "./list-commands.server.ts";
import { findList, purgeLists } from "./lists.server.ts";

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

test("of fifty people joining at the same time, forty get in", async () => {
  const { db } = sharedSite();
  const { code, requestOf } = await create((await publish(sharedSite())).id);
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      joinList(db, requestOf(createListBrowser().key), `Pessoa ${n}`),
    ),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(maxMembers);
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    message: "O grupo já tem 40 pessoas, e não cabe mais uma.",
  });
  expect(await db.$count(listMembers, eq(listMembers.listCode, code))).toBe(maxMembers);
});

test("a browser that joins twice at the same time is one member", async () => {
  const { db } = sharedSite();
  const { code, requestOf } = await create((await publish(sharedSite())).id);
  const request = requestOf(createListBrowser().key);
  await Promise.all([joinList(db, request, "Ana"), joinList(db, request, "Ana")]);
  expect(await db.$count(listMembers, eq(listMembers.listCode, code))).toBe(1);
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
  const results = await Promise.all(
    [...more, ...more].map(({ id }) => addToList(db, request, [id])),
  );
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    message: "Uma lista leva até 30 anúncios. Tire algum antes.",
  });
  expect(await db.$count(listItems, eq(listItems.listCode, code))).toBe(maxItems);
});

test("votes during an ad's removal are either kept for an undo, or refused", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const { code, requestOf } = await create(id);
  const voters = Array.from({ length: 8 }, () => requestOf(createListBrowser().key));
  for (const [n, voter] of voters.entries()) await joinList(db, voter, `Pessoa ${n}`);
  const results = await Promise.all([
    ...voters.slice(0, 4).map((voter) => voteOnListing(db, voter, id, true)),
    removeFromList(db, voters[0] as (typeof voters)[0], id),
    ...voters.slice(4).map((voter) => voteOnListing(db, voter, id, false)),
  ]);
  for (const result of results) {
    if (!result.ok) expect(result.message).toBe("Alguém tirou esse anúncio da lista.");
  }
  const accepted = results.filter(({ ok }) => ok).length - 1;
  expect(await db.$count(listVotes, eq(listVotes.listCode, code))).toBe(accepted);
  const left = and(eq(listItems.listCode, code), isNull(listItems.removedAt));
  expect(await db.$count(listItems, left)).toBe(0);
});

test("concurrent votes of one member leave one vote", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const { code, requestOf } = await create(id);
  const voter = requestOf(createListBrowser().key);
  await joinList(db, voter, "Ana");
  await Promise.all([true, false, true, false].map((quer) => voteOnListing(db, voter, id, quer)));
  expect(await db.$count(listVotes, eq(listVotes.listCode, code))).toBe(1);
});

test("changes during a list's deletion find no list", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const { key, requestOf } = await create(id);
  const other = await publish(sharedSite());
  const [deleted, added] = await Promise.all([
    deleteList(db, requestOf(key)),
    addToList(db, requestOf(createListBrowser().key), [other.id]),
  ]);
  expect(deleted.ok).toBe(true);
  if (!added.ok) expect(added.reason).toBe("not-found");
  expect(await db.$count(listItems, eq(listItems.postId, other.id))).toBe(0);
});

test("closing a list twice keeps the moment it was closed", async () => {
  const { db } = sharedSite();
  const { code, key, requestOf } = await create((await publish(sharedSite())).id);
  const closedAt = async () =>
    (await db.select().from(lists).where(eq(lists.code, code)))[0]?.closedAt;
  await setListClosed(db, requestOf(key), true);
  const first = await closedAt();
  expect(first).toBeInstanceOf(Date);
  await setListClosed(db, requestOf(key), true);
  expect(await closedAt()).toEqual(first);
  await setListClosed(db, requestOf(key), false);
  expect(await closedAt()).toBeNull();
});

/** Takes an ad with a vote off a new list, as if a while ago. */
async function removeVotedAd(ago: string) {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const { code, key, requestOf } = await create(id);
  const request = requestOf(key);
  await joinList(db, request, "Ana");
  await voteOnListing(db, request, id, true);
  await removeFromList(db, request, id);
  await db
    .update(listItems)
    .set({ removedAt: sql`now() - ${ago}::interval` })
    .where(eq(listItems.listCode, code));
  return { id, code, request, isVote: eq(listVotes.listCode, code) };
}

test("a removed ad returns with its votes for a day, and without them after it", async () => {
  const { db } = sharedSite();
  const recent = await removeVotedAd("23 hours");
  await addToList(db, recent.request, [recent.id]);
  expect(await db.$count(listVotes, recent.isVote)).toBe(1);
  const old = await removeVotedAd("25 hours");
  await addToList(db, old.request, [old.id]);
  expect((await findList(db, old.code, null, day))?.items).toHaveLength(1);
  expect(await db.$count(listVotes, old.isVote)).toBe(0);
});

test("the daily purge deletes ads removed more than a day ago, and their votes", async () => {
  const { db } = sharedSite();
  const recent = await removeVotedAd("23 hours");
  const old = await removeVotedAd("25 hours");
  await db.transaction((tx) => purgeLists(tx, day));
  expect(await db.$count(listItems, eq(listItems.listCode, old.code))).toBe(0);
  expect(await db.$count(listVotes, old.isVote)).toBe(0);
  expect(await db.$count(listItems, eq(listItems.listCode, recent.code))).toBe(1);
  expect(await db.$count(listVotes, recent.isVote)).toBe(1);
});

test("a list expires the day after a year without visits", async () => {
  const { db } = sharedSite();
  const { code } = await create((await publish(sharedSite())).id);
  expect(await findList(db, code, null, "2027-11-22")).not.toBeNull();
  expect(await findList(db, code, null, "2027-11-23")).toBeNull();
  await db.transaction((tx) => purgeLists(tx, "2027-11-22"));
  expect(await db.$count(lists, eq(lists.code, code))).toBe(1);
  await db.transaction((tx) => purgeLists(tx, "2027-11-23"));
  expect(await db.$count(lists, eq(lists.code, code))).toBe(0);
});

test("a long list of hostile ids adds only what exists", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const hostile = ["", "\0", "x".repeat(10_000), "'; drop table lists; --", crypto.randomUUID()];
  const { code } = await create(...hostile, id, id);
  expect(await db.$count(listItems, eq(listItems.listCode, code))).toBe(1);
});
