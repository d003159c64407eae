import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** How much patience there is with clients. Times in ms. */
export interface ClientLimits {
  /** All headers must be there by then. */
  headersMs: number;
  /** The whole request must be there by then; longer than the slowest phone needs for a form. */
  requestMs: number;
  /** A connection on which nothing moves for so long is dropped. */
  silenceMs: number;
  /** A connection without a request under way is kept so long; longer than a proxy keeps it. */
  keepAliveMs: number;
  /** A body must come at least this fast, in bytes a second, … */
  slowestBody: number;
  /** … over any stretch of time this long. */
  slowWindowMs: number;
  /** Of a body that nobody read, so many bytes are read after the answer, … */
  unreadBytes: number;
  /** … and its connection is closed when it has not ended by then. */
  lingerMs: number;
  /** How often all this is looked at. */
  checkMs: number;
  headerBytes: number;
  headerCount: number;
  connections: number;
  requestsPerConnection: number;
}

/**
 * A form with ten photos (64 MiB) over a slow phone link (40 kB/s) takes half an hour, so time alone
 * can't tell a slow phone from an attack: the rate does.
 */
const patience: ClientLimits = {
  headersMs: 20_000,
  requestMs: 40 * 60_000,
  silenceMs: 2 * 60_000,
  keepAliveMs: 65_000,
  slowestBody: 1_000,
  slowWindowMs: 30_000,
  unreadBytes: 128 * 1024,
  lingerMs: 1_000,
  checkMs: 5_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  connections: 4_000,
  requestsPerConnection: 10_000,
};

/** How long a server that closes still answers on the connections it has, in ms. */
const drainMs = 500;

/** Connects an app to Node's server, which itself limits what it reads of an unread body. */
export function createListener(app: Pick<Hono, "fetch">): RequestListener {
  // The adapter would otherwise go on reading after the answer what a client sends without end.
  return getRequestListener(app.fetch, { autoCleanupIncoming: false });
}

const tooSlow = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/**
 * An HTTP server that no slow, endless or overfull request holds: late ones are answered 408, too
 * many or too large headers 431, and the connection is closed. All else goes to `handle`.
 *
 * `close` takes no more connections, answers for a moment on those there are, ending each with its
 * answer, and lets requests under way finish; what is still open after `graceMs` is cut.
 */
export function createHttpServer(
  handle: RequestListener,
  overrides: Partial<ClientLimits> = {},
): { server: Server; close: (graceMs: number) => Promise<void> } {
  const limits = { ...patience, ...overrides };
  let closing = false;
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headerBytes,
    },
    (request, response) => {
      // While stopping, close each connection after its current request.
      if (closing) response.setHeader("Connection", "close");
      // Node itself would pass over those above 2000 in silence.
      if (request.rawHeaders.length / 2 > limits.headerCount) refuseHeaders(response);
      else handle(request, response);
    },
  );
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  dropSlowBodies(server, limits);
  /** Connections on which nothing was asked yet: browsers open some in advance. Node counts them busy. */
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });

  return {
    server,
    async close(graceMs) {
      closing = true;
      // Of net, not of http: that one would cut connections just as a proxy sends a request on them.
      // Those in use are ended by their next answer, and only what is unused for a while is closed.
      const closed = new Promise((done) => NetServer.prototype.close.call(server, done));
      const hurry = setTimeout(() => server.closeAllConnections(), graceMs);
      await Promise.race([closed, new Promise((done) => setTimeout(done, drainMs))]);
      const endIdle = () => {
        for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
        server.closeIdleConnections();
      };
      endIdle();
      const tidying = setInterval(endIdle, 50);
      await closed;
      clearInterval(tidying);
      clearTimeout(hurry);
      server.close();
    },
  };
}

function refuseHeaders(response: ServerResponse): void {
  response.writeHead(431, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end("Este pedido tem cabeçalhos demais.");
}

/** What a connection had read at some moment, on the clock of `performance`. */
interface Reading {
  at: number;
  bytes: number;
}

interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  /** One for each look at it within the window, the oldest first. */
  readings: Reading[];
}

function dropSlowBodies(server: Server, limits: ClientLimits): void {
  const coming = new Set<Body>();
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    // The socket by itself: a request that has been answered may have none any more.
    const { headers, socket } = request;
    if (headers["content-length"] === undefined && !headers["transfer-encoding"]) return;
    const body = { request, response, socket, readings: [readingOf(socket)] };
    coming.add(body);
    response.once("close", () => coming.delete(body));
    // Else Node would read all that comes after the answer, however much it is.
    request.read(0);
    response.once("finish", () => endAnswered(request, socket, limits));
  });
  const timer = setInterval(() => {
    for (const body of coming) {
      const { request, response, socket } = body;
      if (request.complete) coming.delete(body);
      else if (isTooSlow(body, limits)) {
        coming.delete(body);
        if (response.headersSent) socket.destroy();
        else socket.end(tooSlow, () => socket.destroy());
      }
    }
  }, limits.checkMs);
  timer.unref();
  server.on("close", () => clearInterval(timer));
}

/**
 * Closes the connection of a request that was answered before its body ended. A short rest is read,
 * so that the connection can be kept; a long one stays with the client, until it has had the time to
 * read the answer.
 */
function endAnswered(request: IncomingMessage, socket: Socket, limits: ClientLimits): void {
  if (request.complete) return;
  let left = limits.unreadBytes;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.pause();
  });
  request.resume();
  const timer = setTimeout(() => request.complete || socket.destroy(), limits.lingerMs);
  socket.once("close", () => clearTimeout(timer));
}

function readingOf(socket: Socket): Reading {
  return { at: performance.now(), bytes: socket.bytesRead };
}

function isTooSlow({ socket, readings }: Body, limits: ClientLimits): boolean {
  const now = readingOf(socket);
  // A connection we do not read from at the moment is not the client's fault.
  if (socket.isPaused()) readings.length = 0;
  readings.push(now);
  const windowStart = now.at - limits.slowWindowMs;
  while (readings[1] && readings[1].at <= windowStart) readings.shift();
  const oldest = readings[0] ?? now;
  if (oldest.at > windowStart) return false;
  return now.bytes - oldest.bytes < (limits.slowestBody * (now.at - oldest.at)) / 1000;
}
