import { describe, expect, test, vi } from "vitest";
import { openCachingSite, see } from "../../../testing/caching-site.ts";
import { calendarOf, startFeedHost } from "../../../testing/feed-host.ts";
import {
  buttonOf,
  connect,
  type FeedOwner,
  limitReadings,
  onlyRow,
  publishOwn,
  rowsOf,
  send,
  shareFeedSite,
  soon,
} from "../../../testing/feed-owner.ts";
import { patience } from "../../../testing/patience.ts";
import { formatCivilDate } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { type FeedLimits, feedLimits } from "../calendar-feeds.server.ts";
import { connectsOfUser } from "./feed-forms.server.ts";

const openOwner = await shareFeedSite();

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
    // The calendar's text is not kept, only its nights.
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
    "the nights are unavailable on pages that were cached, too",
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
      await vi.waitUntil(async () => !(await isFound()) && (await isTaken()), patience);

      const { id: feedId } = await onlyRow(owner);
      await send(owner, { intent: "desconectar", id: feedId });
      await vi.waitUntil(async () => (await isFound()) && !(await isTaken()), patience);
    },
    patience.timeout * 3,
  );
});

describe("a refused address is explained at the field, kept as typed, and changes nothing", () => {
  const { fetching, reading } = feedLimits;
  const soonUnreachable = { fetching: { ...fetching, connectMs: 500 }, reading };
  const cases: [
    name: string,
    sentence: string,
    address: (owner: FeedOwner) => string,
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
      expect(await refused.text()).toContain("Use um nome de até 60 caracteres, em uma linha só.");
    }
    expect(await rowsOf(owner)).toEqual([]);
  });

  test("the 21st address within an hour", async () => {
    const owner = await openOwner();
    await owner.site.rateLimits(connectsOfUser).consume(owner.uid, 19);
    expect((await connect(owner, "ftp://a.example/")).status).toBe(400);
    const refused = await connect(owner, "ftp://a.example/");
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("Muitas tentativas em pouco tempo.");
  });
});
