import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTestSite } from "../testing/site.ts";

/** Longer than any of these answers takes, ms. */
const patienceMs = 20_000;

/** The site behind Node's own server; gives a way to send bytes and get what comes back. */
async function openWire() {
  const site = await openTestSite();
  const server = createServer(site.listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;

  function send(...parts: (string | Buffer)[]): Promise<string> {
    return new Promise((done, lost) => {
      const socket = connect(port, "127.0.0.1");
      let heard = "";
      const timer = setTimeout(() => lost(new Error(`no end after ${heard}`)), patienceMs);
      socket.on("data", (chunk) => {
        heard += chunk.toString("latin1");
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(timer);
        done(heard);
      });
      for (const part of parts) socket.write(part);
    });
  }
  /** Sends bytes, then cuts the wire; resolves once the site has done with them. */
  async function breakOff(part: string): Promise<void> {
    const over = new Promise<void>((done) => {
      server.once("request", (_, response) => response.once("close", done));
    });
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    server.once("request", () => socket.destroy());
    socket.write(part);
    await over;
  }
  return { site, send, breakOff };
}

const host = "Host: localhost\r\nConnection: close\r\n";
const form = "Content-Type: application/x-www-form-urlencoded\r\n";
const message = "nome=Ana&email=a%40b.br&mensagem=Oi";

const hostile: [what: string, request: string][] = [
  ["TRACE", `TRACE / HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT", `CONNECT exemplo.com:443 HTTP/1.1\r\n${host}\r\n`],
  ["a method that is none", `OLHAR / HTTP/1.1\r\n${host}\r\n`],
  ["PROPFIND", `PROPFIND /posts HTTP/1.1\r\n${host}\r\n`],
  ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["a host that is none", "GET /contato HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n"],
  ["a host with a path", "GET /contato HTTP/1.1\r\nHost: x/../y?z\r\nConnection: close\r\n\r\n"],
  [
    "two lengths",
    `POST /contato HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`,
  ],
  ["a length that is none", `POST /contato HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`],
  ["a negative length", `POST /contato HTTP/1.1\r\n${host}Content-Length: -5\r\n\r\n`],
  [
    "a length and chunks",
    `POST /contato HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "chunks that are none",
    `POST /contato HTTP/1.1\r\n${host}${form}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n`,
  ],
  [
    "chunks over the bound",
    `POST /contato HTTP/1.1\r\n${host}${form}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${"a".repeat(65536)}\r\n`.repeat(20)}0\r\n\r\n`,
  ],
  [
    "a length over the bound",
    `POST /contato HTTP/1.1\r\n${host}${form}Content-Length: 2000000\r\n\r\nnome=`,
  ],
  ["an absolute address elsewhere", `GET http://exemplo.com/posts/x HTTP/1.1\r\n${host}\r\n`],
  ["a star", `GET * HTTP/1.1\r\n${host}\r\n`],
  ["no path", `GET ?x HTTP/1.1\r\n${host}\r\n`],
  ["half a percent sign", `GET /posts/% HTTP/1.1\r\n${host}\r\n`],
  ["bytes that are no text", `GET /posts/%ff%c0%ae HTTP/1.1\r\n${host}\r\n`],
  ["NUL, written out", `GET /posts/%00 HTTP/1.1\r\n${host}\r\n`],
  ["an address of 9,000 characters", `GET /search?q=${"1".repeat(9000)} HTTP/1.1\r\n${host}\r\n`],
  ["headers of 40,000 characters", `GET / HTTP/1.1\r\n${host}X: ${"a".repeat(40_000)}\r\n\r\n`],
  ["4,000 headers", `GET / HTTP/1.1\r\n${host}${"X: a\r\n".repeat(4000)}\r\n`],
  ["a header without a name", `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`],
  ["no HTTP at all", "\0\u0001\u0002 olá\r\n\r\n"],
  ["another version", `GET / HTTP/9.9\r\n${host}\r\n`],
  [
    "a body that is no form",
    `POST /login HTTP/1.1\r\n${host}Content-Type: a/b\r\nContent-Length: 3\r\n\r\nabc`,
  ],
  ["a climb", `GET /fotos/../auth.segredo HTTP/1.1\r\n${host}\r\n`],
  ["a climb, written out", `GET /fotos/%2e%2e%2fauth.segredo HTTP/1.1\r\n${host}\r\n`],
];

test("what is no good request is answered 4xx, or its connection ends; the site stays", async () => {
  const { site, send } = await openWire();
  const answers: Record<string, string> = {};
  for (const [what, request] of hostile) {
    const heard = await send(request);
    answers[what] = heard.split("\r\n")[0] ?? "";
    expect(heard, what).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
  console.info(JSON.stringify(answers));
  expect(await send(`GET /healthz HTTP/1.1\r\n${host}\r\n`)).toContain("200 OK");
  expect(await site.rows()).toMatchObject({ outbox: 0, posts: 0, users: 0 });
  expect(site.errorLines).toEqual([]);
});

test("a form that breaks off is not taken in", async () => {
  const { site, send, breakOff } = await openWire();
  const length = `Content-Length: ${message.length + 10}\r\n\r\n`;
  await breakOff(`POST /contato HTTP/1.1\r\n${host}${form}${length}${message}`);
  expect(await send(`GET /healthz HTTP/1.1\r\n${host}\r\n`)).toContain("200 OK");
  expect(await site.rows()).toMatchObject({ outbox: 0 });
  expect(site.errorLines).toEqual([]);
});
