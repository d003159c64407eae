import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import { localhostCertificate } from "./certificate.ts";
import { listen } from "./listen.ts";

/** A proxy for plain http sites, as Caddy is in production; speaks HTTP/2 and HTTP/1.1. */
export interface TlsProxy {
  url: string;
  close: () => Promise<void>;
}

/**
 * Forwards each request to the first of `sites()` that accepts a connection, streaming bodies both
 * ways. A connection broken on one side is closed on the other; without a site the response is 502.
 */
export async function startTlsProxy(sites: () => readonly string[]): Promise<TlsProxy> {
  const { key, cert } = await localhostCertificate();
  // Long enough that no client reuses a connection at the moment the proxy closes it.
  const options = { key, cert, allowHTTP1: true, keepAliveTimeout: 65_000 };
  const server = createSecureServer(options, (incoming, outgoing) => {
    forward(incoming, outgoing, sites());
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    url: `https://localhost:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function forward(
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
  [site, ...others]: readonly string[],
): void {
  if (!site) {
    outgoing.writeHead(502).end();
    return;
  }
  const address = incoming.socket.remoteAddress;
  // The client has already gone.
  if (!address) return;
  const { hostname: host, port } = new URL(site);
  const forwarded = request({
    host,
    port,
    path: incoming.url,
    method: incoming.method,
    headers: forwardedHeaders(incoming, address),
    agent: false,
  });
  // Piping earlier would lose the body if the next site has to be tried.
  forwarded.on("socket", (socket) => socket.once("connect", () => incoming.pipe(forwarded)));
  forwarded.on("response", (response) => {
    outgoing.writeHead(response.statusCode ?? 502, withoutHopHeaders(response.headers));
    pipeline(response, outgoing, () => undefined);
  });
  forwarded.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") forward(incoming, outgoing, others);
    else if (!outgoing.headersSent) outgoing.writeHead(502).end();
  });
  outgoing.on("close", () => forwarded.destroy());
}

function forwardedHeaders(incoming: Http2ServerRequest, address: string): IncomingHttpHeaders {
  // HTTP/2 sends the host as a pseudo-header.
  const host = incoming.headers.host ?? incoming.authority;
  return {
    ...withoutHopHeaders(incoming.headers),
    host,
    "x-forwarded-for": address,
    "x-forwarded-proto": "https",
    "x-forwarded-host": host,
  };
}

const hopHeaders = ["connection", "keep-alive", "transfer-encoding"];

/** Drops the headers of one connection, HTTP/2's pseudo-headers included. */
function withoutHopHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !name.startsWith(":") && !hopHeaders.includes(name),
  );
  return Object.fromEntries(kept);
}
