import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { type ClientLimits, createHttpServer } from "./http-server.ts";

const readAll: RequestListener = (request, response) => {
  request.resume();
  request.on("end", () => response.end("recebido"));
};

async function open(limits: Partial<ClientLimits>, handle = readAll): Promise<() => Socket> {
  const { server } = createHttpServer(handle, { checkMs: 50, ...limits });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    return socket;
  };
}

/** Reads until the server hangs up. */
async function answerOf(socket: Socket): Promise<string> {
  let said = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    said += chunk;
  });
  // Writing to a closed connection resets it.
  socket.on("error", () => undefined);
  await new Promise((closed) => socket.on("close", closed));
  return said;
}

function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on("close", () => clearInterval(timer));
  socket.on("end", () => clearInterval(timer));
}

test("unfinished headers get 408", async () => {
  const connected = await open({ headersMs: 300 });
  const socket = connected();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
  drip(socket, "X-Mais: 1\r\n", 40);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("a dripping body gets 408; a slow but steady one is accepted", async () => {
  // Long enough that a pause of the whole machine doesn't make the steady body a slow one.
  const connected = await open({ slowWindowMs: 1_000, slowestBody: 500 });
  const head =
    "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5000\r\n\r\n";

  const dripping = connected();
  dripping.write(head);
  drip(dripping, "x", 40);
  const steady = connected();
  steady.write(head);
  // 2500 bytes a second, for much longer than the first window.
  drip(steady, "x".repeat(100), 40);

  expect(await answerOf(dripping)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await answerOf(steady)).toMatch(/^HTTP\/1\.1 200 [\s\S]*recebido/);
});

test("a body that starts fast and then drips gets 408", async () => {
  const connected = await open({ slowWindowMs: 300, slowestBody: 500 });
  const socket = connected();
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n${"x".repeat(1_000_000)}`,
  );
  drip(socket, "x", 40);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("an endless unread body is cut off soon after the answer", async () => {
  const connected = await open({ lingerMs: 200 }, (_request, response) => {
    response.end("sem ler");
  });
  const socket = connected();
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  drip(socket, chunk, 5);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*sem ler/);
});

test("a proxy too busy to read for seconds still gets the answer to a long unread body", async () => {
  const connected = await open({}, (_request, response) => {
    response.writeHead(413).end("grande demais");
  });
  const socket = connected();
  socket.pause();
  const piece = Buffer.alloc(64 * 1024);
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000000\r\n\r\n");
  const writing = setInterval(() => {
    if (socket.writable && !socket.writableNeedDrain) socket.write(piece);
  }, 1);
  socket.once("close", () => clearInterval(writing));
  await new Promise((done) => setTimeout(done, 3_000));
  socket.on("data", (chunk) => {
    if (String(chunk).includes("grande demais")) socket.destroy();
  });
  const answer = answerOf(socket);
  socket.resume();
  expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*grande demais/);
});

test("a short unread body leaves its connection open for the next request", async () => {
  const connected = await open({ lingerMs: 5_000 }, (_request, response) => {
    response.end("sem ler");
  });
  const socket = connected();
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n");
  await once(socket, "data");
  socket.write("x".repeat(50_000));
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*sem ler/);
});

test("a request that exceeds the time limit gets 408", async () => {
  const connected = await open({ requestMs: 300, headersMs: 200, slowestBody: 0 });
  const socket = connected();
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
  drip(socket, "x".repeat(1000), 90);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("silent connections are dropped, kept-alive ones too", async () => {
  const connected = await open({ silenceMs: 1_000, keepAliveMs: 200 });
  expect(await answerOf(connected())).toBe("");
  const kept = connected();
  kept.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await answerOf(kept)).toMatch(/^HTTP\/1\.1 200 /);
});

test("too many or too large headers get 431", async () => {
  const connected = await open({ headerCount: 20, headerBytes: 4096 });
  const many = connected();
  many.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${"X-Mais: 1\r\n".repeat(20)}\r\n`);
  expect(await answerOf(many)).toMatch(/^HTTP\/1\.1 431 [\s\S]*cabeçalhos demais/);
  const large = connected();
  large.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Grande: ${"x".repeat(5000)}\r\n\r\n`);
  expect(await answerOf(large)).toMatch(/^HTTP\/1\.1 431 /);
  const fits = connected();
  fits.write(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(await answerOf(fits)).toMatch(/^HTTP\/1\.1 200 /);
});

test("connections above the limit are refused until one ends", async () => {
  const connected = await open({ connections: 1 });
  const first = connected();
  await once(first, "connect");
  expect(await answerOf(connected())).toBe("");
  first.destroy();
  await expect
    .poll(async () => {
      const next = connected();
      next.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      return answerOf(next);
    })
    .toMatch(/^HTTP\/1\.1 200 /);
});

test("a closing server ends kept-alive connections after their current answer", async () => {
  const begun = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  const { server, close } = createHttpServer(async (_request, response) => {
    begun.resolve();
    await answering.promise;
    response.end("pronto");
  });
  const port = await listen(server);
  const [busy, idle] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  await once(idle, "connect");
  busy.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await begun.promise;

  const closed = close(60_000);
  expect(await answerOf(idle)).toBe("");
  answering.resolve();
  expect(await answerOf(busy)).toMatch(/^HTTP\/1\.1 200 [\s\S]*pronto/);
  await closed;
});

test("a request with two Host headers gets 400", async () => {
  const connected = await open({});
  const socket = connected();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nhost: outro.example\r\n\r\n");
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 400 /);
});
