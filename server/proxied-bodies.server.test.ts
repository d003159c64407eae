import { once } from "node:events";
import { connect } from "node:http2";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { maxPhotoBytes, photoTooLargeMessage } from "../app/domain/photos/photo.ts";
import { photos } from "../app/platform/db/schema.ts";
import { listen } from "../testing/listen.ts";
import { openSiteOn, shareOpened, signIn } from "../testing/site.ts";
import { createTestDatabase } from "../testing/test-database.ts";
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

/** Over HTTP/2, as browsers do; the proxy passes it on over HTTP/1.1. */
async function send(url: string, sent: Sent): Promise<Answer> {
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
const proxied = shareOpened(async (onDone) => {
  const env = { TRUSTED_PROXIES: "loopback" };
  const site = await openSiteOn(await createTestDatabase(onDone), env, undefined, onDone);
  const { server, close } = createHttpServer(site.listener);
  const port = await listen(server);
  const proxy = await startTlsProxy(() => [`http://127.0.0.1:${port}`]);
  onDone(async () => {
    await proxy.close();
    await close(0);
  });
  return { site, url: proxy.url };
});

const megabyte = 1024 * 1024;
const tooLarge = "O que você enviou é grande demais.";
const form = { "content-type": "application/x-www-form-urlencoded" };
const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };
const filetype = Buffer.from("image/jpeg").toString("base64");
const draft = Buffer.from(crypto.randomUUID()).toString("base64");
const announced = {
  ...tus,
  "upload-length": String(maxPhotoBytes + 1),
  "upload-metadata": `filetype ${filetype},draft ${draft}`,
};

type Limit = Omit<Sent, "hasLength"> & { answer: Answer };

const sent = { method: "POST", bytes: 8 * megabyte };
const limits: [what: string, Limit][] = [
  ["a form", { ...sent, path: "/contato", headers: form, answer: [413, tooLarge] }],
  [
    "a photo",
    { ...sent, path: "/envios", headers: announced, answer: [413, photoTooLargeMessage] },
  ],
];

test.each(limits)("%s that is too large gets its sentence through a proxy", async (_, limit) => {
  const { answer, headers, ...sent } = limit;
  const { site, url } = proxied();
  const { cookie } = await signIn(site);
  for (const hasLength of [true, false]) {
    const all = { ...headers, cookie };
    expect(await send(url, { ...sent, headers: all, hasLength })).toEqual(answer);
  }
  expect(site.errorLines).toEqual([]);
});

test("a part of more bytes than were announced gets its sentence through a proxy", async () => {
  const { site, url } = proxied();
  const { cookie, user } = await signIn(site);
  for (const hasLength of [true, false]) {
    const headers = { ...announced, "upload-length": "300000", cookie };
    const created = await site.app.request("/envios", { method: "POST", headers });
    expect(created.status).toBe(201);
    const path = created.headers.get("Location") ?? "";
    const part = { ...tus, "upload-offset": "0", cookie };
    const patch = { ...sent, method: "PATCH", path, headers: part, hasLength };
    expect(await send(url, patch)).toEqual([413, photoTooLargeMessage]);
    await site.app.request(path, { method: "DELETE", headers: { ...tus, cookie } });
  }
  expect(await site.db.$count(photos, eq(photos.uid, user.uid))).toBe(0);
  expect(site.errorLines).toEqual([]);
});
