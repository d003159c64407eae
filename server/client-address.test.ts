import { createServer, request as openRequest } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../testing/listen.ts";
import {
  clientAddress,
  countedAddress,
  parseTrustedProxies,
  requestAt,
  requestOrigin,
} from "./client-address.ts";

async function seen(proxies: string, remote: string, headers: Record<string, string>) {
  const trusted = parseTrustedProxies(proxies);
  if (!trusted) throw new Error("not a list of proxies");
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/", (c) =>
    c.json({ address: clientAddress(c, trusted), origin: requestOrigin(c, trusted) }),
  );
  const env = { incoming: { socket: { remoteAddress: remote } } };
  const answer = await app.request("http://interno:3000/", { headers }, env);
  return (await answer.json()) as { address: string; origin: string };
}

const forwarded = (list: string) => ({ "X-Forwarded-For": list });

test.each([
  ["198.51.100.9", "no proxy at all", "198.51.100.9", ""],
  ["198.51.100.9", "a client that writes the header itself", "198.51.100.9", "1.2.3.4"],
  ["203.0.113.5", "the proxy on this machine", "127.0.0.1", "203.0.113.5"],
  ["203.0.113.5", "it, on an IPv6 socket", "::ffff:127.0.0.1", "203.0.113.5"],
  ["203.0.113.5", "a client that lied to the proxy", "127.0.0.1", "1.2.3.4, 203.0.113.5"],
  ["203.0.113.5", "a lie that looks trusted", "127.0.0.1", "10.9.9.9, 203.0.113.5"],
  ["203.0.113.5", "a balancer before the proxy", "127.0.0.1", "1.1.1.1, 203.0.113.5, 10.0.0.7"],
  ["203.0.113.5", "with a port", "127.0.0.1", "203.0.113.5:4711"],
  ["2001:db8::7", "with IPv6 and a port", "127.0.0.1", "[2001:db8::7]:4711"],
  ["10.0.0.7", "words instead of an address", "127.0.0.1", "203.0.113.5, unknown, 10.0.0.7"],
  ["127.0.0.1", "an empty header", "127.0.0.1", ""],
  ["10.0.0.8", "only trusted ones", "127.0.0.1", "10.0.0.8, 10.0.0.7"],
])("the client is %s: %s", async (address, _case, remote, header) => {
  expect(await seen("loopback, 10.0.0.0/8", remote, forwarded(header))).toMatchObject({ address });
});

test("without trusted proxies, forwarded headers are ignored, even from this machine", async () => {
  const trustsNone = parseTrustedProxies("192.0.2.1");
  expect(trustsNone).not.toBeNull();
  const { address } = await seen("192.0.2.1", "127.0.0.1", forwarded("203.0.113.5"));
  expect(address).toBe("127.0.0.1");
});

test.each([
  ["127.0.0.1", "https", "mardeminas.com.br", "https://mardeminas.com.br"],
  ["127.0.0.1", "https", "", "https://interno:3000"],
  ["127.0.0.1", "http, https", "falso.com, mardeminas.com.br", "https://mardeminas.com.br"],
  ["127.0.0.1", "javascript", "mardeminas.com.br", "http://mardeminas.com.br"],
  ["127.0.0.1", "https", "a@b/c", "https://interno:3000"],
  ["198.51.100.9", "https", "falso.com", "http://interno:3000"],
])("from %s with %s and %s the site's address is %s", async (remote, proto, host, origin) => {
  const headers = { "X-Forwarded-Proto": proto, "X-Forwarded-Host": host };
  expect(await seen("loopback", remote, headers)).toMatchObject({ origin });
});

test.each([
  ["203.0.113.5", "203.0.113.5"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::7", "2001:db8:0:0::/64"],
  ["2001:0db8:0:0:0:0:0:7", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("%s is counted as %s", (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

test.each(["", "perto", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.1,,10.0.0.2", "10.0.0/8"])(
  "'%s' isn't a list of proxies",
  (text) => {
    expect(parseTrustedProxies(text)).toBeNull();
  },
);

test("a request with a changed origin still streams its body and ends with its client", async () => {
  const moved = Promise.withResolvers<Request>();
  const handle = getRequestListener(async (request) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const there = requestAt("https://mardeminas.com.br", request);
    there.signal.addEventListener("abort", () => resolve(new Response()));
    moved.resolve(there);
    return promise;
  });
  const server = createServer(handle);
  onTestFinished(() => void server.close());
  const port = await listen(server);
  const path = "/posts/create?x=1";
  const headers = { "Content-Type": "text/plain", "X-Own": "1" };
  const sending = openRequest({ port, path, method: "POST", headers });
  sending.on("error", () => undefined);
  sending.write("first");

  const there = await moved.promise;
  expect(there.url).toBe(`https://mardeminas.com.br${path}`);
  expect([there.method, there.headers.get("X-Own")]).toEqual(["POST", "1"]);
  const reader = there.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
  sending.write("second");
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("second");
  sending.destroy();
  await expect(reader?.read()).rejects.toThrow();
  await expect.poll(() => there.signal.aborted).toBe(true);
});
