import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { see } from "../../../../testing/caching-site.ts";
import { cookiesOf } from "../../../../testing/cookies.ts";
import { calendarOf, type FeedHost, startFeedHost } from "../../../../testing/feed-host.ts";
import { publishOwnAd } from "../../../../testing/own-ad.ts";
import { shareTestSite, type TestSite } from "../../../../testing/site.ts";
import { connectsOfUser } from "../../../owner/calendar/feeds/feed-forms.server.ts";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import { addDays, today } from "../../calendar/civil-date.ts";

const soon = (days: number) => addDays(today(), days);

const openOwner = await shareFeedSite({ RATE_LIMIT_FACTOR: "3" });

describe("connecting", () => {
  test("stores the nights of a calendar, not its text, and shows them with its name", async () => {
    const owner = await openOwner();
    const address = owner.other.serve("/a.ics?s=secret", calendarOf([soon(10), soon(12)]));
    const response = await connect(owner, ` ${address} `);
    expect(response.status).toBe(302);
    const html = await readAnswer(owner, response);
    for (const text of [
      "Calendário conectado.",
      "Conectar",
      "Sincronizar agora",
      "Gerar novo endereço",
    ]) {
      expect(html).toContain(text);
    }
    expect(buttonOf(html, soon(10))).toContain('data-fonte="127.0.0.1"');
    expect(buttonOf(html, soon(12))).not.toContain("data-fonte");
    expect(html).not.toContain("s=secret");

    const row = await onlyRow(owner);
    expect(row).toMatchObject({
      postId: owner.id,
      nome: "127.0.0.1",
      endereco: address,
      nights: `{[${soon(10)},${soon(12)})}`,
      eventCount: 1,
      failures: 0,
      problem: null,
    });
    expect(JSON.stringify(row)).not.toContain("Joana");
    const waitMinutes = (row.nextReadingAt.getTime() - Date.now()) / 60_000;
    expect(waitMinutes).toBeGreaterThan(59);
    expect(waitMinutes).toBeLessThan(67);
  });

  test("takes the nights on pages that were cached, and disconnecting frees them there", async () => {
    const owner = await openOwner();
    const { site, other, id } = owner;
    const [entrada, saida] = [soon(10), soon(12)];
    const search = `/search?entrada=${entrada}&saida=${saida}`;
    const taken = new RegExp(`${Number(entrada.slice(8))} de [^"<]*indisponível`);
    const look = async () => ({
      isFound: (await see(site, search)).includes(`/posts/${id}`),
      isTaken: taken.test(await see(site, `/posts/${id}`)),
    });
    expect(await look()).toEqual({ isFound: true, isTaken: false });
    await connect(owner, other.serve("/a.ics", calendarOf([entrada, saida])));
    expect(await look()).toEqual({ isFound: false, isTaken: true });
    await send(owner, { intent: "desconectar", id: (await onlyRow(owner)).id });
    expect(await look()).toEqual({ isFound: true, isTaken: false });
    expect(await rowsOf(owner)).toEqual([]);
  });
});

test("an address that can't be connected stays as typed, is explained at its field, and changes nothing", async () => {
  const owner = await openOwner();
  const { other, site } = owner;
  const kept = other.serve("/kept.ics", calendarOf([soon(10), soon(12)]));
  await site.db.insert(feeds).values({ postId: owner.id, nome: "Guardado", endereco: kept });
  const before = await rowsOf(owner);
  const cases: [endereco: string, sentence: string][] = [
    ["", "Cole o endereço do calendário."],
    ["meu calendário", "Esse endereço não é permitido."],
    ["https://a.example:22/x.ics", "Esse endereço não é permitido."],
    [`http://${other.host}/none`, "Não encontramos um calendário nesse endereço."],
    [other.serve("/login", "<!doctype html>"), "não traz um calendário iCal"],
    [`https://mardeminas.example/calendarios/${"a".repeat(32)}.ics?x`, "é daqui mesmo."],
    [kept.replace("http://", "HTTP://"), "Esse calendário já está conectado neste anúncio."],
  ];
  for (const [endereco, sentence] of cases) {
    const response = await connect(owner, endereco);
    expect(response.status, endereco).toBe(400);
    const html = await response.text();
    const [input] = /<input[^>]* name="endereco"[^>]*>/.exec(html) ?? [];
    expect(input, endereco).toContain('aria-invalid="true"');
    expect(input).toContain(`value="${endereco}"`);
    const [, error] = /id="endereco-error".*?<span>(.*?)<\/span>/s.exec(html) ?? [];
    expect(error, endereco).toContain(sentence);
    expect(html).toMatch(/<details[^>]* open(?:(?!<details).)*<div id="calendarios"/s);
  }
  expect(await rowsOf(owner)).toEqual(before);
  expect(site.errorLines).toEqual([]);
});

test("a sixth calendar is refused, also if two are sent at once; they bear their host's name", async () => {
  const owner = await openOwner();
  const address = (n: number) => owner.other.serve(`/${n}.ics`, calendarOf());
  for (const n of [1, 2, 3, 4]) {
    const values = { postId: owner.id, nome: `Airbnb ${n}`, endereco: address(n) };
    await owner.site.db.insert(feeds).values(values);
  }
  const statuses = await Promise.all(
    [5, 6].map(async (n) => (await connect(owner, address(n))).status),
  );
  expect(statuses.sort()).toEqual([302, 400]);
  const names = (await rowsOf(owner)).map(({ nome }) => nome);
  expect(names).toEqual(["Airbnb 1", "Airbnb 2", "Airbnb 3", "Airbnb 4", "127.0.0.1"]);
});

test("the 21st address within an hour is refused, times RATE_LIMIT_FACTOR", async () => {
  const owner = await openOwner();
  await owner.site.rateLimits(connectsOfUser).consume(owner.uid, 3 * 20 - 1);
  expect((await connect(owner, "ftp://a.example/")).status).toBe(400);
  expect((await connect(owner, "ftp://a.example/")).status).toBe(429);
});

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

test("an emptied calendar isn't believed until the owner confirms it", async () => {
  const owner = await openOwner();
  await connect(owner, owner.other.serve("/a.ics", calendarOf([soon(10), soon(12)])));
  owner.other.serve("/a.ics", calendarOf());
  expect(await readAnswer(owner, await synchronise(owner))).toContain(
    "O calendário veio vazio desde",
  );
  const suspected = await onlyRow(owner);
  expect(suspected).toMatchObject({ nights: `{[${soon(10)},${soon(12)})}`, emptyReadings: 1 });

  expect((await send(owner, { intent: "aceitar-vazio", id: suspected.id })).status).toBe(302);
  const accepted = { nights: "{}", emptySince: null, emptyReadings: 0 };
  expect(await onlyRow(owner)).toMatchObject(accepted);
});

interface FeedOwner {
  site: TestSite;
  other: FeedHost;
  id: string;
  uid: string;
  cookie: string;
}

/** Shares one site and one feed host among the tests of a file; each call opens another owner. */
async function shareFeedSite(env: Record<string, string> = {}): Promise<() => Promise<FeedOwner>> {
  const other = await startFeedHost((stop) => afterAll(stop));
  const sharedSite = shareTestSite({
    CALENDAR_HOSTS: other.host,
    SITE_URL: "https://mardeminas.example",
    ...env,
  });
  return async () => ({ site: sharedSite(), other, ...(await publishOwnAd(sharedSite())) });
}

function send({ site, id, cookie }: Omit<FeedOwner, "other">, fields: Record<string, string>) {
  return site.app.request(`/posts/${id}/calendario`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

function connect(owner: Omit<FeedOwner, "other">, endereco: string) {
  return send(owner, { intent: "conectar", endereco });
}

/** Returns the page that answers a form, or that the answer leads to, with its message about the form. */
async function readAnswer({ site, cookie }: FeedOwner, answer: Response): Promise<string> {
  const location = answer.headers.get("Location");
  if (!location) return answer.text();
  const headers = { Cookie: `${cookie}; ${cookiesOf(answer)}` };
  return (await site.app.request(location, { headers })).text();
}

function rowsOf({ site, id }: Pick<FeedOwner, "site" | "id">) {
  return site.db.select().from(feeds).where(eq(feeds.postId, id)).orderBy(feeds.createdAt);
}

async function onlyRow(owner: FeedOwner) {
  const [row] = await rowsOf(owner);
  if (!row) throw new Error("no feed");
  return row;
}

function buttonOf(html: string, night: string): string | undefined {
  return html.match(new RegExp(`<button[^>]*data-dia="${night}"[^>]*>`))?.[0];
}
