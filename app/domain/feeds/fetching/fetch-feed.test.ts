import { once } from "node:events";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { localhostCertificate } from "../../../../testing/certificate.ts";
import {
  body,
  createLookup,
  type FeedServer,
  fetchFrom,
  limits,
  refusal,
  type sentences,
  serve,
  userAgent,
} from "../../../../testing/feed-fetching.ts";
import { maxValidatorLengths } from "../../../platform/db/calendar-schema.ts";
import { fetchFeed } from "./fetch-feed.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe("requests", () => {
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
      etag: "x".repeat(maxValidatorLengths.etag),
      lastModified: "x".repeat(maxValidatorLengths.lastModified),
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

describe("responses", () => {
  test.each<[number, keyof typeof sentences]>([
    [204, "notCalendar"],
    [403, "refused"],
    [404, "notFound"],
    [410, "notFound"],
    [429, "refused"],
    [500, "refused"],
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

  test.each(["GZIP", "UTF-8", ""])(
    "whatever is called %j is read by its bytes",
    async (encoding) => {
      for (const sent of [gzipSync(body), Buffer.from(body)]) {
        const server = await serve((_request, response) => {
          response.setHeader("Content-Encoding", encoding).end(sent);
        });
        expect(await fetchFrom(server)).toMatchObject({ ok: true, bytes: Buffer.from(body) });
      }
    },
  );

  test.each<[string, (socket: Socket) => void]>([
    [
      "a body that breaks off",
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${body}`),
    ],
    [
      "gzip that breaks off",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
        socket.end(gzipSync(body).subarray(0, 20));
      },
    ],
    ["something other than HTTP", (socket) => socket.end("220 mail.example ESMTP\r\n")],
    ["a reset", (socket) => socket.resetAndDestroy()],
    ["oversized headers", (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`)],
  ])("%s is refused", async (_name, answer) => {
    const server = await serve((request) => answer(request.socket));
    expect(await fetchFrom(server)).toEqual(refusal("refused"));
  });
});

describe("redirects", () => {
  /** Redirects the first `count` requests. */
  function redirecting(count: number, location: string): Promise<FeedServer> {
    let requests = 0;
    return serve((_request, response) => {
      requests += 1;
      if (requests > count) response.end(body);
      else response.writeHead(302, { Location: location, "Set-Cookie": "a=b" }).end();
    });
  }

  test("up to five are followed, relative ones too, without cookies; six and those to nowhere aren't", async () => {
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
    expect(await fetchFrom(await redirecting(6, "/again"))).toEqual(refusal("refused"));
    const nowhere = await serve((_request, response) => response.writeHead(302).end());
    expect(await fetchFrom(nowhere)).toEqual(refusal("refused"));
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
