import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, LookupFunction, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { localhostCertificate } from "../../../testing/certificate.ts";
import { longestValidators } from "../../db/calendar-schema.ts";
import { createPublicAgents } from "./feed-agents.server.ts";
import { type FetchOptions, fetchFeed, fetchLimits } from "./fetch-feed.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const userAgent = "MarDeMinas/1.0 (+https://mardeminas.example/comofunciona)";
const limits = { ...fetchLimits, connectMs: 300, headersMs: 500, totalMs: 1500 };
/** For addresses where nothing answers. */
const unreachableMs = 60;
const body = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";

const sentences = {
  notFound: "Não encontramos um calendário nesse endereço. Confira se ele foi copiado por inteiro.",
  notCalendar: "Esse endereço abre, mas não traz um calendário iCal que dê para ler.",
  tooSlow: "Esse calendário demorou demais para abrir.",
  tooLarge: "Esse calendário é grande demais para ler aqui.",
  refused: "O site recusou a leitura. Se o endereço mudou por lá, copie o novo.",
  notAllowed: "Esse endereço não é permitido. Use o link do calendário que o site oferece.",
};

function refusal(reason: keyof typeof sentences, retryAfterMs: number | null = null) {
  return { ok: false, reason, message: sentences[reason], retryAfterMs };
}

interface TestServer {
  /** `127.0.0.1:port` */
  host: string;
  port: number;
  address: string;
  connections: () => number;
}

async function serve(handle: RequestListener): Promise<TestServer> {
  const server = createServer(handle);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { host, port, address: `http://${host}/x.ics`, connections: () => connections };
}

function fetchFrom(
  { address, host }: Pick<TestServer, "address" | "host">,
  options: Partial<FetchOptions> = {},
) {
  return fetchFeed(address, { allowedHosts: [host], userAgent, limits, ...options });
}

/** Resolves each name to its answers in turn, then always to the last one. */
function createLookup(answers: Record<string, (string[] | Error)[]>) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const names = answers[hostname] ?? [new Error("ENOTFOUND")];
    const answer =
      names[Math.min(asked.filter((name) => name === hostname).length, names.length - 1)];
    asked.push(hostname);
    if (!Array.isArray(answer)) return callback(answer as Error, "", 4);
    const found = answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
  // Packets from a loopback address don't leave this machine.
  return { agents: createPublicAgents({ lookup, localAddress: "127.0.0.1" }), asked };
}

describe("asking", () => {
  test("returns the body and its validators", async () => {
    const server = await serve((_request, response) => {
      response
        .setHeader("ETag", '"abc"')
        .setHeader("Last-Modified", "Fri, 20 Nov 2026 10:00:00 GMT");
      response.setHeader("Content-Type", "text/html").end(body);
    });
    expect(await fetchFrom(server)).toEqual({
      ok: true,
      isModified: true,
      bytes: Buffer.from(body),
      validators: { etag: '"abc"', lastModified: "Fri, 20 Nov 2026 10:00:00 GMT" },
    });
  });

  test("sends its User-Agent, and no cookies or credentials", async () => {
    const server = await serve((request, response) => {
      response.end(
        JSON.stringify({ method: request.method, url: request.url, ...request.headers }),
      );
    });
    const copy = await fetchFrom({ ...server, address: `${server.address}?s=1#top` });
    expect(copy.ok && copy.isModified && JSON.parse(String(copy.bytes))).toEqual({
      method: "GET",
      url: "/x.ics?s=1",
      host: server.host,
      accept: "text/calendar, */*;q=0.1",
      "accept-encoding": "gzip",
      "user-agent": userAgent,
      connection: "close",
    });
  });

  test("sends the validators, and counts 304 as success", async () => {
    const server = await serve((request, response) => {
      const { "if-none-match": etag, "if-modified-since": since } = request.headers;
      response.writeHead(etag === '"abc"' && since === "yesterday" ? 304 : 500).end();
    });
    const validators = { etag: '"abc"', lastModified: "yesterday" };
    expect(await fetchFrom(server, { validators })).toEqual({ ok: true, isModified: false });
  });

  test("rejects 304 to an unconditional request", async () => {
    const server = await serve((_request, response) => response.writeHead(304).end());
    expect(await fetchFrom(server)).toEqual(refusal("refused"));
    const validators = { etag: null, lastModified: null };
    expect(await fetchFrom(server, { validators })).toEqual(refusal("refused"));
  });

  test("validators are kept up to the length that can be stored", async () => {
    const longest = {
      etag: "x".repeat(longestValidators.etag),
      lastModified: "x".repeat(longestValidators.lastModified),
    };
    const server = await serve((request, response) => {
      const more = request.url === "/longer" ? "x" : "";
      response
        .setHeader("ETag", longest.etag + more)
        .setHeader("Last-Modified", longest.lastModified + more)
        .end(body);
    });
    expect(await fetchFrom(server)).toMatchObject({ validators: longest });
    const longer = { ...server, address: `http://${server.host}/longer` };
    expect(await fetchFrom(longer)).toMatchObject({
      validators: { etag: null, lastModified: null },
    });
  });

  test("stops when its signal is aborted", async () => {
    const stop = new AbortController();
    const server = await serve(() => stop.abort(new Error("stopping")));
    await expect(fetchFrom(server, { signal: stop.signal })).rejects.toThrow("stopping");
  });
});

describe("answers", () => {
  test.each<[number, keyof typeof sentences]>([
    [201, "notCalendar"],
    [204, "notCalendar"],
    [206, "notCalendar"],
    [300, "refused"],
    [400, "refused"],
    [401, "refused"],
    [403, "refused"],
    [404, "notFound"],
    [410, "notFound"],
    [429, "refused"],
    [500, "refused"],
    [503, "refused"],
  ])("status %i is %s", async (status, reason) => {
    const server = await serve((_request, response) => response.writeHead(status).end());
    expect(await fetchFrom(server)).toEqual(refusal(reason));
  });

  test("Retry-After is reported, from seconds or a date, up to a week", async () => {
    let value = "";
    const server = await serve((_request, response) => {
      response.writeHead(429, { "Retry-After": value }).end();
    });
    const retryAfterMs = async (given: string) => {
      value = given;
      const result = await fetchFrom(server);
      return result.ok ? null : result.retryAfterMs;
    };
    expect(await retryAfterMs("120")).toBe(120_000);
    expect(await retryAfterMs("0")).toBe(0);
    expect(await retryAfterMs("999999999999")).toBe(7 * 24 * 3_600_000);
    expect(await retryAfterMs("logo")).toBeNull();
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    expect(await retryAfterMs(inAnHour)).toBeGreaterThan(3_500_000);
    expect(await retryAfterMs("Fri, 20 Nov 2015 10:00:00 GMT")).toBe(0);
  });

  test("gzip is decompressed", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("Content-Encoding", "GZIP").end(gzipSync(body));
    });
    expect(await fetchFrom(server)).toMatchObject({ ok: true, bytes: Buffer.from(body) });
  });

  test("other encodings are refused", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("Content-Encoding", "br").end(body);
    });
    expect(await fetchFrom(server)).toEqual(refusal("notCalendar"));
  });

  test.each<[string, (socket: Socket) => void]>([
    [
      "a body that breaks off",
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${body}`),
    ],
    [
      "chunks that break off",
      (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nBEGIN"),
    ],
    [
      "a body that is not gzip",
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n${body}`),
    ],
    [
      "gzip that breaks off",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
        socket.end(gzipSync(body).subarray(0, 20));
      },
    ],
    ["something other than HTTP", (socket) => socket.end("220 mail.example ESMTP\r\n")],
    ["nothing at all", (socket) => socket.end()],
    ["a reset", (socket) => socket.resetAndDestroy()],
    ["oversized headers", (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`)],
  ])("%s is refused", async (_name, answer) => {
    const server = await serve((request) => answer(request.socket));
    expect(await fetchFrom(server)).toEqual(refusal("refused"));
  });
});

describe("redirects", () => {
  /** Redirects the first `count` requests. */
  function redirecting(count: number, location: string): Promise<TestServer> {
    let requests = 0;
    return serve((_request, response) => {
      requests += 1;
      if (requests > count) response.end(body);
      else response.writeHead(302, { Location: location, "Set-Cookie": "a=b" }).end();
    });
  }

  test("up to five are followed, relative ones too, without cookies", async () => {
    const cookies: unknown[] = [];
    let requests = 0;
    const server = await serve((request, response) => {
      cookies.push(request.headers.cookie);
      requests += 1;
      if (requests > 5) response.end(body);
      else response.writeHead(301, { Location: `../y/${requests}`, "Set-Cookie": "a=b" }).end();
    });
    expect(await fetchFrom(server)).toMatchObject({ ok: true });
    expect(cookies).toEqual(Array(6).fill(undefined));
  });

  test("more than five are refused", async () => {
    const server = await redirecting(6, "/again");
    expect(await fetchFrom(server)).toEqual(refusal("refused"));
  });

  test.each([
    ["ftp://a.example/x.ics", "notAllowed"],
    ["http://a.example:8080/x.ics", "notAllowed"],
    ["http://ana:senha@a.example/x.ics", "notAllowed"],
    ["http://[", "refused"],
  ] as const)("rejects a redirect to %s as %s", async (location, reason) => {
    const server = await redirecting(1, location);
    expect(await fetchFrom(server)).toEqual(refusal(reason));
  });

  test("without Location is refused", async () => {
    const server = await serve((_request, response) => response.writeHead(302).end());
    expect(await fetchFrom(server)).toEqual(refusal("refused"));
  });

  test("to 127.0.0.1 or a name for it never connects there", async () => {
    const inner = await serve((_request, response) => response.end(body));
    const { agents } = createLookup({ "inner.test": [["127.0.0.1"]] });
    const open = { ...limits, ports: [inner.port] };
    const names = ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]", "inner.test"];
    await Promise.all(
      names.map(async (name) => {
        const outer = await redirecting(1, `http://${name}:${inner.port}/x.ics`);
        const result = await fetchFrom(outer, { limits: open, agents });
        expect(result, name).toEqual(refusal("notFound"));
      }),
    );
    expect(inner.connections()).toBe(0);
  });

  test("https never redirects to http", async () => {
    const plain = await serve((_request, response) => response.end(body));
    const { key, cert } = await localhostCertificate();
    const secure = createTlsServer({ key, cert }, (request, response) => {
      const location = request.url === "/down" ? plain.address : "/down";
      response.writeHead(302, { Location: location }).end();
    });
    secure.listen(0, "127.0.0.1");
    await once(secure, "listening");
    onTestFinished(() => void secure.close());
    const host = `localhost:${(secure.address() as AddressInfo).port}`;
    const result = await fetchFeed(`https://${host}/x.ics`, {
      allowedHosts: [host, plain.host],
      userAgent,
      limits,
    });
    expect(result).toEqual(refusal("notAllowed"));
    expect(plain.connections()).toBe(0);
  });
});

describe("hostile servers", () => {
  test.each<[string, RequestListener]>([
    ["no headers", () => undefined],
    ["headers that drip", ({ socket }) => drip(socket, "X", "HTTP/1.1 200 OK\r\n")],
    ["a body that drips", ({ socket }) => drip(socket, "x", "HTTP/1.1 200 OK\r\n\r\n")],
  ])("too slow: %s", async (_name, handle) => {
    const server = await serve(handle);
    const short = { ...limits, headersMs: 300, totalMs: 600 };
    expect(await fetchFrom(server, { limits: short })).toEqual(refusal("tooSlow"));
  });

  test.each<[string, RequestListener]>([
    ["10 MB", (_request, response) => response.end("x".repeat(10_000_000))],
    [
      "an endless body",
      (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      },
    ],
    [
      "a gzip bomb of 1 GB",
      (_request, response) => {
        // A gzip file may have several members.
        const part = gzipSync(Buffer.alloc(10_000_000));
        response.setHeader("Content-Encoding", "gzip").end(Buffer.concat(Array(100).fill(part)));
      },
    ],
  ])("too large: %s", async (_name, handle) => {
    const server = await serve(handle);
    const before = process.memoryUsage().rss;
    expect(await fetchFrom(server, { limits: { ...limits, totalMs: 20_000 } })).toEqual(
      refusal("tooLarge"),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test("reads up to 5 MB", async () => {
    const server = await serve((_request, response) => response.end("x".repeat(5_000_000)));
    const copy = await fetchFrom(server, { limits: { ...limits, totalMs: 20_000 } });
    expect(copy.ok && copy.isModified && copy.bytes.length).toBe(5_000_000);
  });

  function drip(socket: Socket, piece: string, head: string): void {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 40);
    socket.on("close", () => clearInterval(timer));
  }
});

describe("addresses that are not public", () => {
  test.each([
    ...["127.0.0.1", "2130706433", "0177.0.0.1", "127.1", "localhost", "0.0.0.0", "0"],
    ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]"],
    ...["10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254"],
    ...["168.63.129.16", "[fe80::1]", "[fd00::1]", "[2002:7f00:1::]", "255.255.255.255"],
  ])("%s is never connected to", async (host) => {
    const inner = await serve((_request, response) => response.end(body));
    const address = `http://${host}:${inner.port}/x.ics`;
    const open = { ...limits, connectMs: unreachableMs, ports: [inner.port] };
    const result = await fetchFeed(address, { allowedHosts: [], userAgent, limits: open });
    expect(result).toEqual(refusal("notFound"));
    expect(inner.connections()).toBe(0);
  });

  test.each<[string, (string[] | Error)[]]>([
    ["a private address", [["10.0.0.1"]]],
    ["a public address and a private one", [["1.1.1.1", "127.0.0.1"]]],
    ["::127.0.0.1", [["::7f00:1"]]],
    ["Azure's platform", [["168.63.129.16"]]],
    ["nothing at first, then 127.0.0.1", [new Error("ENOTFOUND"), ["127.0.0.1"]]],
    ["a public address at first, then 127.0.0.1", [["1.1.1.1"], ["127.0.0.1"]]],
  ])("a name for %s is looked up once for each connection and refused", async (_name, answers) => {
    const inner = await serve((_request, response) => response.end(body));
    const { agents, asked } = createLookup({ "feed.test": answers });
    const options = {
      allowedHosts: [],
      userAgent,
      agents,
      limits: { ...limits, connectMs: unreachableMs, ports: [inner.port] },
    };
    for (const _reading of answers) {
      const result = await fetchFeed(`http://feed.test:${inner.port}/x.ics`, options);
      expect(result).toEqual(refusal("notFound"));
    }
    expect(asked).toEqual(answers.map(() => "feed.test"));
    expect(inner.connections()).toBe(0);
  });

  test("private, unknown, closed and silent addresses fail alike, after the same time", async () => {
    const inner = await serve((_request, response) => response.end(body));
    const closed = await serve(() => undefined);
    const never: LookupFunction = () => undefined;
    const silent = createPublicAgents({ lookup: never });
    const { agents } = createLookup({});
    const free = await freePort();
    const cases: [string, Partial<FetchOptions>][] = [
      [`http://127.0.0.1:${inner.port}/`, {}],
      [`http://unknown.test:${inner.port}/`, { agents }],
      [`http://silent.test:${inner.port}/`, { agents: silent }],
      [`http://127.0.0.1:${free}/`, { allowedHosts: [`127.0.0.1:${free}`] }],
      // The port is closed.
      [`https://${closed.host}/`, { allowedHosts: [closed.host] }],
    ];
    await Promise.all(
      cases.map(async ([address, options]) => {
        const begun = performance.now();
        const result = await fetchFeed(address, {
          allowedHosts: [],
          userAgent,
          limits: { ...limits, ports: [inner.port] },
          ...options,
        });
        expect(result, address).toEqual(refusal("notFound"));
        expect(performance.now() - begun, address).toBeGreaterThan(limits.connectMs - 5);
      }),
    );
  });

  test.each(["ftp://a.example/", "https://a.example:8443/", "https://u@a.example/", "?"])(
    "rejects %s",
    async (address) => {
      const options = { allowedHosts: [], userAgent, limits };
      expect(await fetchFeed(address, options)).toEqual(refusal("notAllowed"));
    },
  );

  async function freePort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }
});
