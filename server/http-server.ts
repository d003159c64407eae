import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";

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
  /** A body must come at least this fast on average, in bytes a second, … */
  slowestBody: number;
  /** … once it has been coming for so long. */
  slowGraceMs: number;
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
  slowGraceMs: 30_000,
  checkMs: 5_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  connections: 4_000,
  requestsPerConnection: 10_000,
};

/** How long a server that closes still answers on the connections it has, in ms. */
const drainMs = 500;

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
      // Who is being stopped takes no second request on a connection.
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

interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  /** When its request began, on the clock of `performance`. */
  since: number;
  /** What its connection had read by then. */
  bytesBefore: number;
}

function dropSlowBodies(server: Server, limits: ClientLimits): void {
  const coming = new Set<Body>();
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request;
    if (headers["content-length"] === undefined && !headers["transfer-encoding"]) return;
    const since = performance.now();
    const body = { request, response, since, bytesBefore: request.socket.bytesRead };
    coming.add(body);
    response.once("close", () => coming.delete(body));
  });
  const timer = setInterval(() => {
    for (const body of coming) {
      const { request, response } = body;
      if (request.complete) coming.delete(body);
      else if (isTooSlow(body, limits)) {
        coming.delete(body);
        if (response.headersSent) request.socket.destroy();
        else request.socket.end(tooSlow, () => request.socket.destroy());
      }
    }
  }, limits.checkMs);
  timer.unref();
  server.on("close", () => clearInterval(timer));
}

function isTooSlow({ request, since, bytesBefore }: Body, limits: ClientLimits): boolean {
  const ms = performance.now() - since;
  // A connection we do not read from at the moment is not the client's fault.
  if (ms < limits.slowGraceMs || request.socket.isPaused()) return false;
  return request.socket.bytesRead - bytesBefore < (limits.slowestBody * ms) / 1000;
}
