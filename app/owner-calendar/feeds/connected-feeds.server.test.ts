import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openCachingSite, patience, publish, see } from "../../../testing/caching-site.ts";
import { calendarOf, type FeedHost, startFeedHost } from "../../../testing/feed-host.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { addDays, formatCivilDate, today } from "../../calendar/civil-date.ts";
import {
  createCalendarFeeds,
  type FeedLimits,
  feedLimits,
} from "../../calendar/feeds/calendar-feeds.server.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { posts } from "../../db/schema.ts";

const sharedHost = await startFeedHost((stop) => afterAll(stop));
const sharedSite = shareTestSite({
  CALENDAR_HOSTS: sharedHost.host,
  SITE_URL: "https://mardeminas.example",
});

const soon = (days: number) => addDays(today(), days);

interface Owner {
  site: TestSite;
  other: FeedHost;
  id: string;
  uid: string;
  cookie: string;
}

async function publishOwn(site: TestSite) {
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site, { unavailableDays: [] });
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, id));
  return { id, uid: user.uid, cookie };
}

/** An owner with a listing, and another site whose calendars may be read. */
async function openOwner(): Promise<Owner> {
  const site = sharedSite();
  return { site, other: sharedHost, ...(await publishOwn(site)) };
}

/** On a site of its own, with a feed host that nobody else reads from. */
async function openOwnerAlone(env: Record<string, string> = {}): Promise<Owner> {
  const other = await startFeedHost();
  const site = await openTestSite({ CALENDAR_HOSTS: other.host, ...env });
  return { site, other, ...(await publishOwn(site)) };
}

function send({ site, id, cookie }: Omit<Owner, "other">, fields: Record<string, string>) {
  return site.app.request(`/posts/${id}/calendario`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

function connect(owner: Omit<Owner, "other">, endereco: string, nome = "") {
  return send(owner, { intent: "conectar", endereco, nome });
}

async function openPage({ site, id, cookie }: Owner): Promise<string> {
  const path = `/posts/${id}/calendario`;
  return (await site.app.request(path, { headers: { Cookie: cookie } })).text();
}

function rowsOf({ site, id }: Pick<Owner, "site" | "id">) {
  return site.db.select().from(feeds).where(eq(feeds.postId, id)).orderBy(feeds.createdAt);
}

/** Changes the limits of readings until the test ends. */
function limitReadings({ site, other }: Owner, limits: FeedLimits): void {
  const { calendarFeeds } = site;
  site.calendarFeeds = createCalendarFeeds({
    programDir: process.cwd(),
    allowedHosts: [other.host],
    helpAddress: "https://mardeminas.example/comofunciona",
    limits,
  });
  onTestFinished(() => {
    site.calendarFeeds = calendarFeeds;
  });
}

async function onlyRow(owner: Owner) {
  const [row] = await rowsOf(owner);
  if (!row) throw new Error("no feed");
  return row;
}

function buttonOf(html: string, night: string): string | undefined {
  return html.match(new RegExp(`<button[^>]*data-dia="${night}"[^>]*>`))?.[0];
}

describe("connecting", () => {
  test("stores the nights of a calendar and shows them with its name", async () => {
    const owner = await openOwner();
    const address = owner.other.serve("/a.ics?s=secret", calendarOf([soon(10), soon(12)]));
    const response = await connect(owner, ` ${address} `, "Airbnb do João");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("Calendário conectado.");
    expect(html).toContain("Lido agora há pouco");
    expect(html).toContain(`2 noites ocupadas, a última em ${formatCivilDate(soon(11))}.`);
    expect(buttonOf(html, soon(10))).toContain('data-fonte="Airbnb do João"');
    expect(buttonOf(html, soon(12))).not.toContain("data-fonte");
    expect(html).not.toContain("s=secret");

    const row = await onlyRow(owner);
    expect(row).toMatchObject({
      postId: owner.id,
      nome: "Airbnb do João",
      endereco: address,
      nights: `{[${soon(10)},${soon(12)})}`,
      eventCount: 1,
      failures: 0,
      problem: null,
    });
    // Only nights are kept of the calendar.
    expect(JSON.stringify(row)).not.toContain("Joana");
    const waitMinutes = (row.nextReadingAt.getTime() - Date.now()) / 60_000;
    expect(waitMinutes).toBeGreaterThan(59);
    expect(waitMinutes).toBeLessThan(67);
  });

  test("names a calendar after its host if the owner gives no name", async () => {
    const owner = await openOwner();
    await connect(owner, owner.other.serve("/a.ics", calendarOf()));
    await connect(owner, owner.other.serve("/b.ics", calendarOf()));
    expect((await rowsOf(owner)).map(({ nome }) => nome)).toEqual(["127.0.0.1", "127.0.0.1 2"]);
  });

  test("reports how many events take no night or could not be read", async () => {
    const owner = await openOwner();
    const free = ["BEGIN:VEVENT", `DTSTART:${soon(3).replaceAll("-", "")}`, "TRANSP:TRANSPARENT"];
    const broken = ["BEGIN:VEVENT", "DTSTART:amanhã"];
    const lines = [free, broken].flatMap((event) => [...event, "END:VEVENT"]).join("\r\n");
    const calendar = calendarOf([soon(5), soon(6)]).replace(
      "END:VCALENDAR",
      `${lines}\r\nEND:VCALENDAR`,
    );
    const html = await (await connect(owner, owner.other.serve("/a.ics", calendar))).text();
    expect(html).toContain("1 evento está marcado como “livre” lá");
    expect(html).toContain("1 evento não pôde ser lido.");
  });

  test(
    "the nights are unavailable on every page within a second",
    async () => {
      const other = await startFeedHost();
      const site = await openCachingSite(undefined, { CALENDAR_HOSTS: other.host });
      const owner = { site, other, ...(await publishOwn(site)) };
      const [entrada, saida] = [soon(10), soon(12)];
      const search = `/search?entrada=${entrada}&saida=${saida}`;
      const isFound = async () => (await see(site, search)).includes(`/posts/${owner.id}`);
      const isTaken = async () =>
        new RegExp(`${Number(entrada.slice(8))} de [^"<]*indisponível`).test(
          await see(site, `/posts/${owner.id}`),
        );
      expect([await isFound(), await isTaken()]).toEqual([true, false]);

      await connect(owner, other.serve("/a.ics", calendarOf([entrada, saida])));
      const within = { timeout: 1_000, interval: 20 };
      await vi.waitUntil(async () => !(await isFound()) && (await isTaken()), within);

      const { id: feedId } = await onlyRow(owner);
      await send(owner, { intent: "desconectar", id: feedId });
      await vi.waitUntil(async () => (await isFound()) && !(await isTaken()), within);
    },
    patience.timeout * 2,
  );
});

describe("a refused address is explained at the field, kept as typed, and changes nothing", () => {
  const { fetching, reading } = feedLimits;
  const soonUnreachable = { fetching: { ...fetching, connectMs: 500 }, reading };
  const cases: [
    name: string,
    sentence: string,
    address: (owner: Owner) => string,
    limits?: FeedLimits,
  ][] = [
    ["nothing", "Cole o endereço do calendário.", () => ""],
    ["no address", "Esse endereço não é permitido.", () => "meu calendário"],
    ["a file", "Esse endereço não é permitido.", () => "file:///etc/passwd"],
    ["another port", "Esse endereço não é permitido.", () => "https://a.example:22/x.ics"],
    [
      "a private address",
      "Não encontramos um calendário nesse endereço.",
      () => "http://10.0.0.1/x.ics",
      soonUnreachable,
    ],
    ["a missing file", "Não encontramos um calendário", ({ other }) => `http://${other.host}/none`],
    [
      "a page",
      "não traz um calendário iCal",
      ({ other }) => other.serve("/login", "<!doctype html><title>Entrar</title>"),
    ],
    [
      "a calendar that is cut off",
      "não traz um calendário iCal",
      ({ other }) => other.serve("/cut", calendarOf([soon(3), soon(4)]).slice(0, -20)),
    ],
    [
      "a redirect to this machine",
      "Não encontramos um calendário nesse endereço.",
      ({ other }) =>
        other.serve("/away", (_request, response) => {
          response.writeHead(302, { Location: "http://127.0.0.1/x.ics" }).end();
        }),
      soonUnreachable,
    ],
    [
      "an endless body",
      "grande demais",
      ({ other }) =>
        other.serve("/endless", (_request, response) => {
          response.write("BEGIN:VCALENDAR\r\n");
          const more = () => {
            while (response.write("X-FILLER:".padEnd(65_536, "x"))) {
              if (response.destroyed) return;
            }
          };
          response.on("drain", more);
          more();
        }),
    ],
    [
      "a server that never answers",
      "demorou demais",
      ({ other }) => other.serve("/silent", () => undefined),
      { fetching: { ...fetching, headersMs: 500 }, reading },
    ],
    [
      "a rule without an end",
      "demorou demais",
      ({ other }) =>
        other.serve(
          "/rule",
          calendarOf(["2027-02-01", "2027-02-02"]).replace(
            "END:VEVENT",
            "RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO\r\nEND:VEVENT",
          ),
        ),
      { fetching, reading: { ...reading, ms: 1_500 } },
    ],
    [
      "this site's own calendar",
      "Esse endereço é daqui mesmo.",
      () => `https://mardeminas.example/calendarios/${"a".repeat(32)}.ics?x`,
    ],
  ];
  test.each(cases)("%s", async (_name, sentence, addressOf, limits) => {
    const owner = await openOwner();
    const kept = owner.other.serve("/kept.ics", calendarOf([soon(10), soon(12)]));
    await owner.site.db.insert(feeds).values({
      postId: owner.id,
      nome: "Guardado",
      endereco: kept,
      nights: "{[2027-01-01,2027-01-03)}",
    });
    const before = await rowsOf(owner);
    if (limits) limitReadings(owner, limits);
    const address = addressOf(owner);
    const response = await connect(owner, address, "Novo");
    expect(response.status).toBe(400);
    const html = await response.text();
    const input = html.match(/<input[^>]* name="endereco"[^>]*>/)?.[0] ?? "";
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain(`value="${address}"`);
    expect(html.match(/id="endereco-error".*?<span>(.*?)<\/span>/s)?.[1]).toContain(sentence);
    expect(html.match(/<input[^>]* name="nome"[^>]*>/)?.[0]).toContain('value="Novo"');
    expect(await rowsOf(owner)).toEqual(before);
    expect(owner.site.errorLines).toEqual([]);
  });

  test("a calendar that is already connected", async () => {
    const owner = await openOwner();
    const address = owner.other.serve("/a.ics", calendarOf());
    await connect(owner, address);
    const again = await connect(owner, address.replace("http://", "HTTP://"));
    expect(again.status).toBe(400);
    expect(await again.text()).toContain("Esse calendário já está conectado neste anúncio.");
    expect(await rowsOf(owner)).toHaveLength(1);
  });

  test("a sixth calendar, also if two are sent at once", async () => {
    const owner = await openOwner();
    const address = (n: number) => owner.other.serve(`/${n}.ics`, calendarOf());
    for (const n of [1, 2, 3, 4]) {
      const values = { postId: owner.id, nome: `Airbnb ${n}`, endereco: address(n) };
      await owner.site.db.insert(feeds).values(values);
    }
    const statuses = await Promise.all(
      [5, 6].map(async (n) => (await connect(owner, address(n))).status),
    );
    expect(statuses.sort()).toEqual([200, 400]);
    expect(await rowsOf(owner)).toHaveLength(5);
  });

  test("a name that cannot be stored", async () => {
    const owner = await openOwner();
    const address = owner.other.serve("/a.ics", calendarOf());
    for (const name of ["x".repeat(61), "a\u0000b", "a\nb"]) {
      const refused = await connect(owner, address, name);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("Use um nome de até 60 letras, em uma linha só.");
    }
    expect(await rowsOf(owner)).toEqual([]);
  });

  test("the 21st address within an hour", async () => {
    const owner = await openOwner();
    await owner.site.rateLimits["feed-connect-user"].consume(owner.uid, 19);
    expect((await connect(owner, "ftp://a.example/")).status).toBe(400);
    const refused = await connect(owner, "ftp://a.example/");
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("Muitas tentativas em pouco tempo.");
  });
});

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
    expect(owner.other.mostAtOnce()).toBe(1);
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

  test("a site that asked to wait is left alone, by the hourly readings too, and the owner is told", async () => {
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
  // Tried through a listing of their own.
  for (const intent of ["aceitar-vazio", "desconectar"]) {
    const refused = await send({ site: owner.site, ...stranger }, { intent, id: feedId });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Esse calendário não está mais conectado.");
  }
  expect(await rowsOf(owner)).toEqual(before);
  expect(owner.other.requests).toHaveLength(requests);
});
