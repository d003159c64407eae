import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { openSiteOn, shareOpened } from "../testing/site.ts";
import { createTestDatabase } from "../testing/test-database.ts";

const timeoutMs = 20_000;

/** Node's HTTP server, for sending raw bytes. */
const wire = shareOpened(async (onDone) => {
  const site = await openSiteOn(await createTestDatabase(onDone), {}, undefined, onDone);
  const server = createServer(site.listener);
  const port = await listen(server);
  onDone(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  function send(...parts: (string | Buffer)[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let received = "";
      const timer = setTimeout(() => reject(new Error(`still open after ${received}`)), timeoutMs);
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1");
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(timer);
        resolve(received);
      });
      for (const part of parts) socket.write(part);
    });
  }
  return { site, send };
});

const host = "Host: localhost\r\nConnection: close\r\n";
const form = "Content-Type: application/x-www-form-urlencoded\r\n";

const hostile: [what: string, request: string][] = [
  ["TRACE", `TRACE / HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT", `CONNECT exemplo.com:443 HTTP/1.1\r\n${host}\r\n`],
  ["an invalid host", "GET /contato HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n"],
  [
    "chunks over the limit",
    `POST /contato HTTP/1.1\r\n${host}${form}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${"a".repeat(65536)}\r\n`.repeat(20)}0\r\n\r\n`,
  ],
  [
    "a length over the limit",
    `POST /contato HTTP/1.1\r\n${host}${form}Content-Length: 2000000\r\n\r\nnome=`,
  ],
  ["an absolute URL of another site", `GET http://exemplo.com/posts/x HTTP/1.1\r\n${host}\r\n`],
  ["a star", `GET * HTTP/1.1\r\n${host}\r\n`],
  ["no path", `GET ?x HTTP/1.1\r\n${host}\r\n`],
  [
    "a body that isn't a form",
    `POST /login HTTP/1.1\r\n${host}Content-Type: a/b\r\nContent-Length: 3\r\n\r\nabc`,
  ],
  ["path traversal", `GET /fotos/../auth.segredo HTTP/1.1\r\n${host}\r\n`],
  ["escaped path traversal", `GET /fotos/%2e%2e%2fauth.segredo HTTP/1.1\r\n${host}\r\n`],
];

test("malformed requests get a 4xx or a closed connection, and the site keeps running", async () => {
  const { site, send } = wire();
  for (const [what, request] of hostile) {
    const received = await send(request);
    expect(received, what).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
  expect(await send(`GET /healthz HTTP/1.1\r\n${host}\r\n`)).toContain("200 OK");
  expect(await site.rows()).toMatchObject({ outbox: 0, posts: 0, users: 0 });
  expect(site.errorLines).toEqual([]);
});
