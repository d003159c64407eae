import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { calendarOf } from "../../../testing/feed-host.ts";
import {
  buttonOf,
  connect,
  type FeedOwner,
  onlyRow,
  readAnswer,
  rowsOf,
  send,
  shareFeedSite,
  soon,
} from "../../../testing/feed-owner.ts";
import { feeds } from "../../db/calendar-schema.ts";

const openOwner = await shareFeedSite({ RATE_LIMIT_FACTOR: "3" });

const synchronise = (owner: FeedOwner) => send(owner, { intent: "sincronizar" });

test("synchronising replaces a feed's nights whole, and keeps the owner's own", async () => {
  const owner = await openOwner();
  const stays: [string, string][] = [
    [soon(10), soon(12)],
    [soon(20), soon(21)],
  ];
  await connect(owner, owner.other.serve("/a.ics", calendarOf(...stays)));
  await send(owner, { intent: "noites", marcar: soon(3) });
  owner.other.serve("/a.ics", calendarOf([soon(11), soon(13)]));
  const html = await readAnswer(owner, await synchronise(owner));
  expect(html).toContain("Calendários lidos agora.");
  expect((await onlyRow(owner)).nights).toBe(`{[${soon(11)},${soon(13)})}`);
  expect(buttonOf(html, soon(3))).toContain('aria-pressed="true"');
});

test("it is possible every five minutes, times RATE_LIMIT_FACTOR, and says when again", async () => {
  const owner = await openOwner();
  await connect(owner, owner.other.serve("/a.ics", calendarOf()));
  for (let n = 0; n < 3; n += 1) expect((await synchronise(owner)).status).toBe(302);
  const requests = owner.other.requests.length;
  const refused = await synchronise(owner);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(/Dá para sincronizar de novo às \d\d:\d\d\./);
  expect(owner.other.requests).toHaveLength(requests);
});

test("calendars of the same host are read one after another, and one that fails leaves the other", async () => {
  const owner = await openOwner();
  await connect(owner, owner.other.serve("/a.ics", calendarOf()));
  await connect(owner, owner.other.serve("/b.ics", calendarOf()));
  owner.other.serve("/b.ics", (_request, response) => response.writeHead(500).end());
  const requests = owner.other.requests.length;
  const html = await readAnswer(owner, await synchronise(owner));
  expect(html).toContain("Lemos 1 de 2.");
  expect((await rowsOf(owner)).map(({ problem }) => problem)).toEqual([null, "refused"]);
  expect(owner.other.requests).toHaveLength(requests + 2);
  expect(owner.other.maxAtOnce()).toBe(1);
});

test("a failure keeps the last good copy, says why, and leaves back-off and next reading alone", async () => {
  const owner = await openOwner();
  await connect(owner, owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)])));
  const dueAt = new Date(Date.now() + 7 * 60_000);
  await owner.site.db
    .update(feeds)
    .set({ failures: 3, nextReadingAt: dueAt })
    .where(eq(feeds.postId, owner.id));
  owner.other.serve("/a.ics", (_request, response) => response.writeHead(403).end());
  const html = await readAnswer(owner, await synchronise(owner));
  expect(html).toContain("Não conseguimos ler desde");
  expect(html).toContain("O site recusou a leitura.");
  expect(buttonOf(html, soon(10))).toContain("data-fonte");
  expect(await onlyRow(owner)).toMatchObject({
    nights: `{[${soon(10)},${soon(12)})}`,
    failures: 3,
    nextReadingAt: dueAt,
    problem: "refused",
  });
});

test("a site that asks to wait is not read until then, by owner or hourly round", async () => {
  const owner = await openOwner();
  await connect(owner, owner.other.serve("/a.ics", calendarOf()));
  owner.other.serve("/a.ics", (_request, response) => {
    response.writeHead(429, { "Retry-After": "172800" }).end();
  });
  await synchronise(owner);
  const { nextReadingAt, waitUntil } = await onlyRow(owner);
  expect((waitUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(47 * 3_600_000);
  expect(nextReadingAt).toEqual(waitUntil);

  const requests = owner.other.requests.length;
  expect(await readAnswer(owner, await synchronise(owner))).toContain("Lemos 0 de 1.");
  expect(owner.other.requests).toHaveLength(requests);

  await owner.site.db
    .update(feeds)
    .set({ waitUntil: sql`now()` })
    .where(eq(feeds.postId, owner.id));
  owner.other.serve("/a.ics", calendarOf());
  expect((await synchronise(owner)).status).toBe(302);
  expect(await onlyRow(owner)).toMatchObject({ waitUntil: null, problem: null });
});

test("an emptied calendar is held until the owner says that it is right", async () => {
  const owner = await openOwner();
  await connect(owner, owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)])));
  owner.other.serve("/a.ics", calendarOf());
  expect(await readAnswer(owner, await synchronise(owner))).toContain(
    "O calendário veio vazio desde",
  );
  const held = await onlyRow(owner);
  expect(held).toMatchObject({ nights: `{[${soon(10)},${soon(12)})}`, emptyReadings: 1 });

  expect((await send(owner, { intent: "aceitar-vazio", id: held.id })).status).toBe(302);
  const accepted = { nights: "{}", emptySince: null, emptyReadings: 0 };
  expect(await onlyRow(owner)).toMatchObject(accepted);
});
