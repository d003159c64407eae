import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type ClientLimits, createHttpServer } from "./http-server.ts";

const readAll: RequestListener = (request, response) => {
  request.resume();
  request.on("end", () => response.end("recebido"));
};

async function open(limits: Partial<ClientLimits>, handle = readAll): Promise<() => Socket> {
  const { server } = createHttpServer(handle, { checkMs: 50, ...limits });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return () => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    return socket;
  };
}

/** What the server says until it hangs up. */
async function answerOf(socket: Socket): Promise<string> {
  let said = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    said += chunk;
  });
  // Who is still writing when it is hung up on gets a reset.
  socket.on("error", () => undefined);
  await new Promise((closed) => socket.on("close", closed));
  return said;
}

/** Writes a little, again and again, until the connection ends. */
function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on("close", () => clearInterval(timer));
  socket.on("end", () => clearInterval(timer));
}

test("headers that never end are answered 408", async () => {
  const connected = await open({ headersMs: 300 });
  const socket = connected();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
  drip(socket, "X-Mais: 1\r\n", 40);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("a body that drips is answered 408, one that comes slowly but steadily is taken", async () => {
  const connected = await open({ slowWindowMs: 300, slowestBody: 500 });
  const head =
    "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1500\r\n\r\n";

  const dripping = connected();
  dripping.write(head);
  drip(dripping, "x", 40);
  const steady = connected();
  steady.write(head);
  // 100 bytes each 40 ms: 2500 a second, done well after the first window.
  drip(steady, "x".repeat(100), 40);

  expect(await answerOf(dripping)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await answerOf(steady)).toMatch(/^HTTP\/1\.1 200 [\s\S]*recebido/);
});

test("a body that begins fast and then drips is answered 408", async () => {
  const connected = await open({ slowWindowMs: 300, slowestBody: 500 });
  const socket = connected();
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n${"x".repeat(1_000_000)}`,
  );
  drip(socket, "x", 40);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("an endless body that nobody reads ends soon after its answer", async () => {
  const connected = await open({ lingerMs: 200 }, (_request, response) => {
    response.end("sem ler");
  });
  const socket = connected();
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  drip(socket, chunk, 5);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*sem ler/);
});

test("a short body that nobody reads leaves its connection to the next request", async () => {
  const connected = await open({ lingerMs: 200 }, (_request, response) => {
    response.end("sem ler");
  });
  const socket = connected();
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n");
  await once(socket, "data");
  socket.write("x".repeat(50_000));
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*sem ler/);
});

test("a request that takes longer than any may is answered 408", async () => {
  const connected = await open({ requestMs: 300, headersMs: 200, slowestBody: 0 });
  const socket = connected();
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
  drip(socket, "x".repeat(1000), 90);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("a connection on which nothing moves is dropped, a kept one too", async () => {
  const connected = await open({ silenceMs: 200, keepAliveMs: 200 });
  expect(await answerOf(connected())).toBe("");
  const kept = connected();
  kept.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await answerOf(kept)).toMatch(/^HTTP\/1\.1 200 /);
});

test("too many headers and too large ones are answered 431", async () => {
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

test("no more connections than allowed are taken, and one that ends makes room", async () => {
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

test("a server that closes ends kept connections after their answer, without waiting", async () => {
  const begun = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  const { server, close } = createHttpServer(async (_request, response) => {
    begun.resolve();
    await answering.promise;
    response.end("pronto");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
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
