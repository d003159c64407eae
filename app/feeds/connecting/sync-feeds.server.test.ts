import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { calendarOf } from "../../../testing/feed-host.ts";
import {
  buttonOf,
  connect,
  type FeedOwner,
  onlyRow,
  openOwnerAlone,
  publishOwn,
  rowsOf,
  send,
  shareFeedSite,
  soon,
} from "../../../testing/feed-owner.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { posts } from "../../db/schema.ts";

const openOwner = await shareFeedSite();

async function openPage({ site, id, cookie }: FeedOwner): Promise<string> {
  const path = `/posts/${id}/calendario`;
  return (await site.app.request(path, { headers: { Cookie: cookie } })).text();
}

describe("synchronising", () => {
  test("replaces the feed's nights whole, and keeps the owner's own", async () => {
    const owner = await openOwner();
    const address = owner.other.serve(
      "/a.ics",
      calendarOf([soon(10), soon(12)], [soon(20), soon(21)]),
    );
    await connect(owner, address);
    await send(owner, { intent: "noites", marcar: soon(3) });
    owner.other.serve("/a.ics", calendarOf([soon(11), soon(13)]));
    const html = await (await send(owner, { intent: "sincronizar" })).text();
    expect(html).toContain("Calendários lidos agora.");
    expect((await onlyRow(owner)).nights).toBe(`{[${soon(11)},${soon(13)})}`);
    expect(buttonOf(html, soon(3))).toContain('aria-pressed="true"');
  });

  test("is possible every five minutes, and says when the next time is", async () => {
    const owner = await openOwner();
    await connect(owner, owner.other.serve("/a.ics", calendarOf()));
    expect((await send(owner, { intent: "sincronizar" })).status).toBe(200);
    const requests = owner.other.requests.length;
    const refused = await send(owner, { intent: "sincronizar" });
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/Dá para sincronizar de novo às \d\d:\d\d\./);
    expect(owner.other.requests).toHaveLength(requests);
  });

  test("RATE_LIMIT_FACTOR allows more", async () => {
    const owner = await openOwnerAlone({ RATE_LIMIT_FACTOR: "3" });
    const sync = async () => (await send(owner, { intent: "sincronizar" })).status;
    expect([await sync(), await sync(), await sync(), await sync()]).toEqual([200, 200, 200, 429]);
  });

  test("reads two calendars of the same host one after another", async () => {
    const owner = await openOwnerAlone();
    for (const path of ["/a.ics", "/b.ics"]) {
      await connect(owner, owner.other.serve(path, calendarOf()));
    }
    await send(owner, { intent: "sincronizar" });
    expect(owner.other.requests).toHaveLength(4);
    expect(owner.other.maxAtOnce()).toBe(1);
  });

  test("a failure keeps the last good copy and is explained in one sentence", async () => {
    const owner = await openOwner();
    await connect(owner, owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)])));
    const { nights } = await onlyRow(owner);
    owner.other.serve("/a.ics", (_request, response) => response.writeHead(403).end());
    const html = await (await send(owner, { intent: "sincronizar" })).text();
    expect(html).toContain("Não conseguimos ler desde");
    expect(html).toContain("O site recusou a leitura.");
    expect(html).toContain("Nenhum calendário foi lido. Veja o motivo abaixo, no que falhou.");
    expect(html).not.toContain("Calendários lidos agora.");
    expect(await onlyRow(owner)).toMatchObject({ nights, problem: "refused" });
    expect(buttonOf(html, soon(10))).toContain("data-fonte");
  });

  test("says how many calendars could be read", async () => {
    const owner = await openOwner();
    await connect(owner, owner.other.serve("/a.ics", calendarOf()), "Airbnb");
    await connect(owner, owner.other.serve("/b.ics", calendarOf()), "Booking");
    owner.other.serve("/b.ics", (_request, response) => response.writeHead(500).end());
    const html = await (await send(owner, { intent: "sincronizar" })).text();
    expect(html).toContain("1 de 2 calendários lido. Veja o motivo abaixo, no que falhou.");
  });

  test("a failure neither counts towards the back-off nor moves the next reading", async () => {
    const owner = await openOwner();
    await connect(owner, owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)])));
    const dueAt = new Date(Date.now() + 7 * 60_000);
    await owner.site.db
      .update(feeds)
      .set({ failures: 3, nextReadingAt: dueAt })
      .where(eq(feeds.postId, owner.id));
    owner.other.serve("/a.ics", (_request, response) => response.writeHead(500).end());
    await send(owner, { intent: "sincronizar" });
    expect(await onlyRow(owner)).toMatchObject({
      failures: 3,
      nextReadingAt: dueAt,
      problem: "refused",
    });
  });

  test("a site that asks to wait is not read until then, by owner or hourly round, and the page says why", async () => {
    const owner = await openOwnerAlone({ RATE_LIMIT_FACTOR: "3" });
    await connect(owner, owner.other.serve("/a.ics", calendarOf()), "Airbnb");
    owner.other.serve("/a.ics", (_request, response) => {
      response.writeHead(429, { "Retry-After": "172800" }).end();
    });
    await send(owner, { intent: "sincronizar" });
    const { nextReadingAt, waitUntil } = await onlyRow(owner);
    expect((waitUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(47 * 3_600_000);
    expect(nextReadingAt).toEqual(waitUntil);

    const requests = owner.other.requests.length;
    const html = await (await send(owner, { intent: "sincronizar" })).text();
    expect(html).toContain("Nenhum calendário foi lido. Airbnb pediu para esperar até ");
    expect(owner.other.requests).toHaveLength(requests);

    await owner.site.db.update(feeds).set({ waitUntil: sql`now()` });
    owner.other.serve("/a.ics", calendarOf());
    const again = await (await send(owner, { intent: "sincronizar" })).text();
    expect(again).toContain("Calendários lidos agora.");
    expect(await onlyRow(owner)).toMatchObject({ waitUntil: null, problem: null });
  });

  test("an emptied calendar is held until the owner says that it is right", async () => {
    const owner = await openOwner();
    await connect(owner, owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)])));
    owner.other.serve("/a.ics", calendarOf());
    const html = await (await send(owner, { intent: "sincronizar" })).text();
    expect(html).toContain("O calendário veio vazio desde");
    const held = await onlyRow(owner);
    expect(held).toMatchObject({ nights: `{[${soon(10)},${soon(12)})}`, emptyReadings: 1 });

    const accepted = await send(owner, { intent: "aceitar-vazio", id: held.id });
    expect(accepted.status).toBe(200);
    expect(await onlyRow(owner)).toMatchObject({
      nights: "{}",
      emptySince: null,
      emptyReadings: 0,
    });
  });
});

test("'Desligar' frees the feed's nights, and fills its address in for connecting it again", async () => {
  const owner = await openOwner();
  const address = owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)]));
  await connect(owner, address, "Airbnb");
  const html = await (
    await send(owner, { intent: "desconectar", id: (await onlyRow(owner)).id })
  ).text();
  expect(await rowsOf(owner)).toEqual([]);
  expect(buttonOf(html, soon(10))).toContain('aria-pressed="false"');
  expect(html.match(/<input[^>]* name="endereco"[^>]*>/)?.[0]).toContain(`value="${address}"`);
});

test("another ad of the owner with the same calendar is mentioned", async () => {
  const owner = await openOwner();
  const address = owner.other.serve("/a.ics", calendarOf());
  const second = await publish(owner.site);
  await owner.site.db.update(posts).set({ uid: owner.uid }).where(eq(posts.id, second.id));
  await connect(owner, address);
  expect(await openPage(owner)).not.toContain("está em outro anúncio seu");
  await connect({ ...owner, id: second.id }, address);
  expect(await openPage(owner)).toContain("está em outro anúncio seu");
});

test("nobody else connects, reads, empties or disconnects a listing's calendars", async () => {
  const owner = await openOwner();
  const address = owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)]));
  await connect(owner, address);
  const { id: feedId } = await onlyRow(owner);
  await owner.site.db.update(feeds).set({ emptySince: sql`now()`, emptyReadings: 1 });
  const before = await rowsOf(owner);
  const requests = owner.other.requests.length;
  const stranger = await publishOwn(owner.site);
  const forms: Record<string, string>[] = [
    { intent: "conectar", endereco: owner.other.serve("/b.ics", calendarOf()) },
    { intent: "sincronizar" },
    { intent: "aceitar-vazio", id: feedId },
    { intent: "desconectar", id: feedId },
  ];
  for (const fields of forms) {
    const asStranger = { ...owner, cookie: stranger.cookie };
    expect((await send(asStranger, fields)).status).toBe(404);
    const asVisitor = await send({ ...owner, cookie: "" }, fields);
    expect(asVisitor.headers.get("Location")).toMatch(/^\/login/);
  }
  // The stranger sends the feed's id through a listing of their own.
  for (const intent of ["aceitar-vazio", "desconectar"]) {
    const refused = await send({ site: owner.site, ...stranger }, { intent, id: feedId });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Esse calendário não está mais conectado.");
  }
  expect(await rowsOf(owner)).toEqual(before);
  expect(owner.other.requests).toHaveLength(requests);
});
