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

/** A proxy that ends TLS in front of plain http sites, as Caddy does in production. */
export interface TlsProxy {
  /** https://localhost with its port. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Passes each request on to the first of `sites()` that takes a connection, streaming bodies both
 * ways. A connection that breaks on one side is cut on the other; a request that no site answers
 * gets 502.
 */
export async function startTlsProxy(sites: () => readonly string[]): Promise<TlsProxy> {
  const { key, cert } = await localhostCertificate();
  // A client must not reuse a connection at the moment the proxy drops it.
  const server = createServer({ key, cert, keepAliveTimeout: 65_000 }, (asked, answer) => {
    forward(asked, answer, sites());
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
  asked: IncomingMessage,
  answer: ServerResponse,
  [site, ...others]: readonly string[],
): void {
  if (!site) {
    answer.writeHead(502).end();
    return;
  }
  const { hostname: host, port } = new URL(site);
  const sent = request({
    host,
    port,
    path: asked.url,
    method: asked.method,
    headers: forwardedHeaders(asked),
    agent: false,
  });
  // Not before: another site may still have to take the body.
  sent.on("socket", (socket) => socket.once("connect", () => asked.pipe(sent)));
  sent.on("response", (given) => {
    answer.writeHead(given.statusCode ?? 502, withoutConnection(given.headers));
    pipeline(given, answer, () => undefined);
  });
  sent.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") forward(asked, answer, others);
    else if (!answer.headersSent) answer.writeHead(502).end();
  });
  answer.on("close", () => sent.destroy());
}

function forwardedHeaders(asked: IncomingMessage): IncomingHttpHeaders {
  return {
    ...withoutConnection(asked.headers),
    "x-forwarded-for": asked.socket.remoteAddress,
    "x-forwarded-proto": "https",
    "x-forwarded-host": asked.headers.host,
  };
}

/** Headers that are about the whole request or answer, not about one of its two connections. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, "keep-alive": _keepAlive, ...kept } = headers;
  return kept;
}
