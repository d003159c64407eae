import { once } from "node:events";
import { connect } from "node:http2";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { maxPhotoBytes, photoTooLargeMessage } from "../app/photos/photo-limits.ts";
import { openTestSite, signIn, type TestSite } from "../testing/site.ts";
import { startTlsProxy } from "../testing/tls-proxy.ts";
import { createHttpServer } from "./http-server.ts";

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Bytes of the body. */
  bytes: number;
  hasLength: boolean;
}

type Answer = [status: number, text: string];

const piece = Buffer.alloc(64 * 1024, "a");

function bodyOf(bytes: number): Readable {
  const pieces = Array(Math.floor(bytes / piece.length)).fill(piece);
  return Readable.from([...pieces, piece.subarray(0, bytes % piece.length)], { objectMode: false });
}

function headersOf({ headers, bytes, hasLength }: Sent): Record<string, string> {
  return { ...headers, ...(hasLength ? { "content-length": String(bytes) } : {}) };
}

async function sendOverHttp1(url: string, sent: Sent): Promise<Answer> {
  const { method, path, bytes } = sent;
  const options = { method, headers: headersOf(sent), rejectUnauthorized: false, agent: false };
  const outgoing = request(url + path, options);
  const answered = once(outgoing, "response");
  // The proxy may close the connection once it has passed on the answer.
  outgoing.on("error", () => undefined);
  bodyOf(bytes).pipe(outgoing);
  const [incoming] = await answered;
  return [incoming.statusCode, await text(incoming)];
}

async function sendOverHttp2(url: string, sent: Sent): Promise<Answer> {
  const session = connect(url, { rejectUnauthorized: false });
  session.on("error", () => undefined);
  const stream = session.request({
    ...headersOf(sent),
    ":method": sent.method,
    ":path": sent.path,
  });
  stream.on("error", () => undefined);
  bodyOf(sent.bytes).pipe(stream);
  const [headers] = await once(stream, "response");
  const answer: Answer = [Number(headers[":status"]), await text(stream)];
  session.destroy();
  return answer;
}

/** A site behind a TLS proxy. */
async function openProxied() {
  const site = await openTestSite({ TRUSTED_PROXIES: "loopback" });
  const { server, close } = createHttpServer(site.listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = await startTlsProxy(() => [`http://127.0.0.1:${port}`]);
  onTestFinished(async () => {
    await proxy.close();
    await close(0);
  });
  return { site, url: proxy.url };
}

const megabyte = 1024 * 1024;
const tooLarge = "O que você enviou é grande demais.";
const form = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=limite" };
const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };
const filetype = Buffer.from("image/jpeg").toString("base64");
const draft = Buffer.from(crypto.randomUUID()).toString("base64");
const announced = {
  ...tus,
  "upload-length": String(maxPhotoBytes + 1),
  "upload-metadata": `filetype ${filetype},draft ${draft}`,
};

/** Begins an advertiser's form with photos, which ends with the test. */
async function holdPhotoForm(site: TestSite, cookie: string): Promise<void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { ...multipart, Cookie: cookie };
  const init = { method: "POST", headers, body: readable, duplex: "half" };
  const answer = site.app.request("/posts/create", init as RequestInit);
  const writer = writable.getWriter();
  await writer.write(Buffer.from("--limite\r\n"));
  onTestFinished(async () => {
    await writer.close();
    await answer;
  });
}

type Limit = Omit<Sent, "hasLength"> & { answer: Answer };

const limits: [what: string, Limit][] = [
  [
    "a form",
    {
      method: "POST",
      path: "/contato",
      headers: form,
      bytes: 8 * megabyte,
      answer: [413, tooLarge],
    },
  ],
  [
    "a form of page data",
    {
      method: "POST",
      path: "/contato.data",
      headers: form,
      bytes: 8 * megabyte,
      answer: [413, tooLarge],
    },
  ],
  [
    "a counted visit",
    {
      method: "POST",
      path: "/visitas",
      headers: { "content-type": "text/plain" },
      bytes: 8 * megabyte,
      answer: [413, "A contagem é grande demais."],
    },
  ],
  [
    "a photo",
    {
      method: "POST",
      path: "/envios",
      headers: announced,
      bytes: maxPhotoBytes + 1,
      answer: [413, photoTooLargeMessage],
    },
  ],
];

for (const [protocol, send] of [
  ["HTTP/1.1", sendOverHttp1],
  ["HTTP/2", sendOverHttp2],
] as const) {
  test.each(limits)(
    `%s that is too large gets its sentence through a proxy, over ${protocol}`,
    async (_, { answer, headers, ...sent }) => {
      const { site, url } = await openProxied();
      const { cookie } = await signIn(site);
      for (const hasLength of [true, false]) {
        const all = { ...headers, cookie };
        expect(await send(url, { ...sent, headers: all, hasLength })).toEqual(answer);
      }
      expect(site.errorLines).toEqual([]);
    },
  );

  test.each([
    ["of more bytes than were announced", 300_000, 8 * megabyte],
    ["of more bytes than a photo may have", maxPhotoBytes, maxPhotoBytes + 1],
  ])(`a part %s gets its sentence through a proxy, over ${protocol}`, async (_, size, bytes) => {
    const { site, url } = await openProxied();
    const { cookie } = await signIn(site);
    for (const hasLength of [true, false]) {
      const headers = { ...announced, "upload-length": String(size), cookie };
      const created = await site.app.request("/envios", { method: "POST", headers });
      expect(created.status).toBe(201);
      const path = created.headers.get("Location") ?? "";
      const part = { ...tus, "upload-offset": "0", cookie };
      const sent = { method: "PATCH", path, headers: part, bytes, hasLength };
      expect(await send(url, sent)).toEqual([413, photoTooLargeMessage]);
      expect((await site.rows()).photos).toBe(0);
      await site.app.request(path, { method: "DELETE", headers: { ...tus, cookie } });
    }
    expect(site.errorLines).toEqual([]);
  });

  test(`an ad's form with 70 MB of photos gets its sentence through a proxy, over ${protocol}`, async () => {
    const { site, url } = await openProxied();
    const { cookie } = await signIn(site);
    const headers = { ...multipart, cookie };
    const sent = { method: "POST", path: "/posts/create", headers, bytes: 70 * megabyte };
    expect(await send(url, { ...sent, hasLength: true })).toEqual([413, tooLarge]);
    expect((await site.rows()).photos).toBe(0);
  });

  test.each([
    [
      "a second form with photos",
      1,
      429,
      "Você já está enviando um formulário com fotos. Espere ele terminar e tente de novo.",
    ],
    [
      "a fifth advertiser's form with photos",
      4,
      503,
      "Muita gente está enviando fotos agora. Espere um minuto e tente de novo.",
    ],
  ])(
    `%s at once gets its sentence through a proxy, over ${protocol}`,
    async (_, held, ...answer) => {
      const { site, url } = await openProxied();
      let { cookie } = await signIn(site);
      for (let n = 0; n < held; n += 1) {
        await holdPhotoForm(site, cookie);
        if (held > 1) ({ cookie } = await signIn(site));
      }
      const headers = { ...multipart, cookie };
      const sent = { method: "POST", path: "/posts/create", headers, bytes: 8 * megabyte };
      for (const hasLength of [true, false]) {
        expect(await send(url, { ...sent, hasLength })).toEqual(answer);
      }
    },
  );
}
