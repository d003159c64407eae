import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

export type TrustedProxies = BlockList;

const loopback = ["127.0.0.0/8", "::1"];

/** Addresses and networks, such as "10.0.0.0/8", or "loopback"; null if malformed. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const list = new BlockList();
  const names = text.split(",").map((name) => name.trim());
  for (const name of names.flatMap((one) => (one === "loopback" ? loopback : [one]))) {
    const [address = "", prefix] = name.split("/");
    const family = familyOf(address);
    if (!family) return null;
    if (prefix === undefined) list.addAddress(address, family);
    else {
      const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 129;
      if (bits > (family === "ipv4" ? 32 : 128)) return null;
      list.addSubnet(address, bits, family);
    }
  }
  return list;
}

/**
 * Returns the client's address: behind a trusted proxy, the rightmost entry of X-Forwarded-For that
 * isn't one itself, since anyone could have forged those further left. Empty if there is no
 * connection.
 */
export function clientAddress(c: Context, trusted: TrustedProxies): string {
  const remote = remoteAddress(c);
  if (!isTrusted(remote, trusted)) return remote;
  const named = c.req.header("X-Forwarded-For")?.split(",") ?? [];
  let client = remote;
  while (isTrusted(client, trusted)) {
    const next = plainAddress(named.pop()?.trim() ?? "");
    if (!isIP(next)) break;
    client = next;
  }
  return client;
}

/**
 * The address that rate limits count: IPv6 counts by /64, because one customer has 2⁶⁴ addresses.
 */
export function countedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  // URL normalises IPv6 to its shortest spelling.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = shortest.split("::").map((half) => half.split(":"));
  const groups = shortest.includes("::")
    ? [...left, ...Array(8 - left.length - right.length).fill("0"), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => group || "0")
    .join(":")}::/64`;
}

/** X-Forwarded-Proto and -Host count only from a trusted proxy. */
export function requestOrigin(c: Context, trusted: TrustedProxies): string {
  const { protocol, host } = new URL(c.req.url);
  if (!isTrusted(remoteAddress(c), trusted)) return `${protocol}//${host}`;
  const proto = lastOf(c.req.header("X-Forwarded-Proto"));
  const scheme = proto === "https" || proto === "http" ? `${proto}:` : protocol;
  const named = lastOf(c.req.header("X-Forwarded-Host"));
  const url = URL.parse(`${scheme}//${named || host}`);
  return url && /^[\w.:[\]-]+$/.test(named || host) ? url.origin : `${scheme}//${host}`;
}

/**
 * Behind a TLS proxy Node only knows its own origin, so React Router would refuse forms. It would also
 * refuse posts that have passed the app's check although a browser calls their origin otherwise.
 */
export function requestAt(origin: string, request: Request): Request {
  const isBodiless = request.method === "GET" || request.method === "HEAD";
  if (isBodiless && request.url.startsWith(`${origin}/`)) return request;
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  if (headers.get("Origin") !== origin) headers.delete("Origin");
  const body = isBodiless ? null : request.body;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
  return new Request(origin + pathAndQuery(request), init);
}

export function pathAndQuery({ url }: Request): string {
  return url.slice(url.indexOf("/", "https://".length));
}

function remoteAddress(c: Context): string {
  return plainAddress(c.env?.incoming ? (getConnInfo(c).remote.address ?? "") : "");
}

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const family = familyOf(address);
  return family !== null && trusted.check(address, family);
}

function familyOf(address: string): "ipv4" | "ipv6" | null {
  const version = isIP(address);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : null;
}

/** Drops port and zone, and unwraps IPv4 addresses from IPv6. */
function plainAddress(text: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return bare.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
}

function lastOf(header: string | undefined): string {
  return header?.split(",").at(-1)?.trim() ?? "";
}
