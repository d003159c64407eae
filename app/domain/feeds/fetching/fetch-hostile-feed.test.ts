import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, LookupFunction, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import {
  body,
  createLookup,
  fetchFrom,
  limits,
  refusal,
  serve,
  userAgent,
} from "../../../../testing/feed-fetching.ts";
import { createPublicAgents } from "./feed-agents.server.ts";
import { type FetchOptions, fetchFeed } from "./fetch-feed.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Time limit for addresses where nothing answers. */
const unreachableMs = 60;

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

  async function freePort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }
});
