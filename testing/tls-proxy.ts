import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { localhostCertificate } from "./certificate.ts";

/** In front of plain http sites, as Caddy is in production. */
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
  const server = createServer({ key, cert, keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    forward(incoming, outgoing, sites());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [site, ...others]: readonly string[],
): void {
  if (!site) {
    outgoing.writeHead(502).end();
    return;
  }
  const { hostname: host, port } = new URL(site);
  const forwarded = request({
    host,
    port,
    path: incoming.url,
    method: incoming.method,
    headers: forwardedHeaders(incoming),
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

function forwardedHeaders(incoming: IncomingMessage): IncomingHttpHeaders {
  return {
    ...withoutHopHeaders(incoming.headers),
    "x-forwarded-for": incoming.socket.remoteAddress,
    "x-forwarded-proto": "https",
    "x-forwarded-host": incoming.headers.host,
  };
}

function withoutHopHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, "keep-alive": _keepAlive, ...kept } = headers;
  return kept;
}
