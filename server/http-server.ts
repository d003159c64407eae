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
import type { RequestEnv } from "./request-log.ts";

export interface ClientLimits {
  headersMs: number;
  /** Time for the whole request, which the slowest phone needs for a form. */
  requestMs: number;
  silenceMs: number;
  /** Time for a connection without requests, which is longer than a proxy keeps it. */
  keepAliveMs: number;
  /** Minimum rate of a body, in bytes per second … */
  slowestBody: number;
  /** … averaged over this window. */
  slowWindowMs: number;
  /** Bytes of an unread body to drain after the answer … */
  unreadBytes: number;
  /** … before the connection is closed at this time. */
  lingerMs: number;
  checkMs: number;
  headerBytes: number;
  headerCount: number;
  connections: number;
  requestsPerConnection: number;
}

/** 64 MiB of photos over 40 kB/s take half an hour: only the rate tells a phone from an attack. */
const defaultLimits: ClientLimits = {
  headersMs: 20_000,
  requestMs: 40 * 60_000,
  silenceMs: 2 * 60_000,
  keepAliveMs: 65_000,
  slowestBody: 1_000,
  slowWindowMs: 30_000,
  unreadBytes: 128 * 1024,
  lingerMs: 10_000,
  checkMs: 5_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  connections: 4_000,
  requestsPerConnection: 10_000,
};

const drainMs = 500;

export function createListener(app: Pick<Hono<RequestEnv>, "fetch">): RequestListener {
  // If it cleaned up, the adapter would go on reading endless bodies after the answer.
  return getRequestListener(app.fetch, { autoCleanupIncoming: false });
}

const tooSlow = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/**
 * Answers slow, endless or oversized requests with 408 or 431 and closes their connection. `close`
 * accepts no more connections, lets requests in progress finish, and cuts off the rest after
 * `graceMs`.
 */
export function createHttpServer(
  handle: RequestListener,
  overrides: Partial<ClientLimits> = {},
): { server: Server; close: (graceMs: number) => Promise<void> } {
  const limits = { ...defaultLimits, ...overrides };
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
      if (closing) response.setHeader("Connection", "close");
      // Node silently ignores headers above the 2000th.
      if (request.rawHeaders.length / 2 > limits.headerCount) {
        refuseHeaders(response, 431, "Este pedido tem cabeçalhos demais.");
      } else if (countHosts(request) > 1) {
        refuseHeaders(response, 400, "Este pedido tem dois endereços.");
      } else handle(request, response);
    },
  );
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  dropSlowBodies(server, limits);
  /** Browsers open connections in advance; Node counts unused ones as busy. */
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });

  return {
    server,
    async close(graceMs) {
      closing = true;
      // Unlike http's close, doesn't cut idle connections just as a proxy may be sending a request.
      // Those in use end with their next answer.
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

function refuseHeaders(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end(sentence);
}

/** Node keeps the first of several, and a proxy may have read another. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === "host").length;
}

interface Reading {
  at: number;
  bytes: number;
}

interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  readings: Reading[];
}

function dropSlowBodies(server: Server, limits: ClientLimits): void {
  const coming = new Set<Body>();
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    // An answered request may have lost its socket.
    const { headers, socket } = request;
    if (headers["content-length"] === undefined && !headers["transfer-encoding"]) return;
    const body = { request, response, socket, readings: [readingOf(socket)] };
    coming.add(body);
    response.once("close", () => coming.delete(body));
    // This keeps Node from reading the rest of the body, however long.
    request.read(0);
    // Runs before Node's own listener, which closes the connection if the client asked for that.
    response.prependOnceListener("finish", () => endAnswered(request, socket, limits));
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
 * Ends a request that was answered before its body ended: drains a short rest, so that the
 * connection can be reused, and cuts a long one once the client had time to read the answer. Cut
 * earlier, a busy proxy would lose the answer to its failing write, and tell its own client 502.
 */
function endAnswered(request: IncomingMessage, socket: Socket, limits: ClientLimits): void {
  if (request.complete) return;
  socket.destroySoon = () => socket.end();
  let left = limits.unreadBytes;
  // Nobody reads the body any more, and a listener whose stream is closed would throw.
  request.removeAllListeners("data");
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
  // The client isn't to blame while we don't read from the connection.
  if (socket.isPaused()) readings.length = 0;
  readings.push(now);
  const windowStart = now.at - limits.slowWindowMs;
  while (readings[1] && readings[1].at <= windowStart) readings.shift();
  const oldest = readings[0] ?? now;
  if (oldest.at > windowStart) return false;
  return now.bytes - oldest.bytes < (limits.slowestBody * (now.at - oldest.at)) / 1000;
}
