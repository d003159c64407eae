import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CurrentUser } from "../app/domain/accounts/session-context.server.ts";
import { photos } from "../app/platform/db/schema.ts";
import { patience } from "../testing/patience.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { shareTestSite, signIn, type TestSite } from "../testing/site.ts";

const sharedSite = shareTestSite();

const countPhotos = ({ uid }: CurrentUser) => sharedSite().db.$count(photos, eq(photos.uid, uid));

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

interface SentRequest {
  answer: Promise<Response>;
  /** Resolves once the site has asked for more, or closed the connection. */
  send: (bytes: Uint8Array | string) => Promise<void>;
  end: () => void;
}

function begin(site: TestSite, path: string, headers: Record<string, string> = {}): SentRequest {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const init = { method: "POST", headers, body: readable, duplex: "half" };
  const answer = Promise.resolve(site.app.request(path, init as RequestInit));
  return {
    answer,
    send: (bytes) => writer.write(Buffer.from(bytes)).catch(() => undefined),
    end: () => void writer.close().catch(() => undefined),
  };
}

const urlencoded = { "Content-Type": "application/x-www-form-urlencoded" };
const multipart = { "Content-Type": "multipart/form-data; boundary=limite" };
const field = (name: string, value: string) =>
  `--limite\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const photoHead = (name: string) =>
  `--limite\r\nContent-Disposition: form-data; name="images"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
const closing = "\r\n--limite--\r\n";

const tooLarge = [413, "O que você enviou é grande demais."];

const textOf = async (answer: Promise<Response>) => (await answer).text();

test("a body with too large a Content-Length is refused before any of it is read", async () => {
  const length = { "Content-Length": String(70 * megabyte) };
  for (const path of ["/login", "/contato", "/posts/create", "/search"]) {
    const { answer } = begin(sharedSite(), path, { ...multipart, ...length });
    expect([path, (await answer).status, await textOf(answer)]).toEqual([path, ...tooLarge]);
    expect((await answer).headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  }
});

test("a body without a Content-Length is refused at 128 KB", async () => {
  const site = sharedSite();
  for (const path of ["/login", "/contato", "/register", "/medidas"]) {
    const { answer, send } = begin(site, path, urlencoded);
    for (let sent = 0; sent <= 128; sent += 16) await send("a".repeat(16 * kilobyte));
    expect([path, (await answer).status, await textOf(answer)]).toEqual([path, ...tooLarge]);
  }
  expect(site.errorLines).toEqual([]);
});

test("a visitor's endless photo form redirects to the login without being read", async () => {
  const site = sharedSite();
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(16 * kilobyte));
    },
  });
  const init = { method: "POST", headers: multipart, body, duplex: "half" };
  const answer = await site.app.request("/posts/create", init as RequestInit);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
  expect(pulled).toBeLessThan(5);
});

test("an advertiser's form may carry megabytes of photos, one form at a time", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const jpeg = await makeJpeg(120, 90);
  const headers = { ...multipart, Cookie: cookie };
  const first = begin(site, "/posts/create", headers);
  await first.send(field("title", "Rancho Beira d’Água") + photoHead("píer.jpg"));
  await first.send(jpeg);
  await first.send(`\r\n${photoHead("imensa.jpg")}`);
  // The first photo is stored while the second is still on its way.
  await expect.poll(() => countPhotos(user), patience).toBe(1);

  const second = begin(site, "/posts/create", headers);
  expect([(await second.answer).status, await textOf(second.answer)]).toEqual([
    429,
    "Você já está enviando um formulário com fotos. Espere ele terminar e tente de novo.",
  ]);
  expect(Number((await second.answer).headers.get("Retry-After"))).toBeGreaterThan(0);

  for (let sent = 0; sent < 3; sent++) await first.send(new Uint8Array(megabyte));
  await first.send(closing);
  first.end();
  expect((await first.answer).status).toBe(400);
  expect(await textOf(first.answer)).toContain("Rancho Beira d’Água");
  // The second file was not a picture, so neither is kept.
  expect(await countPhotos(user)).toBe(0);
  const third = begin(site, "/posts/create", headers);
  await third.send(closing);
  third.end();
  expect((await third.answer).status).toBe(400);
});

test("an interrupted photo form leaves no photos behind", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const files = await site.files();
  const { answer, send, end } = begin(site, "/posts/create", { ...multipart, Cookie: cookie });
  await send(photoHead("a.jpg"));
  await send(await makeJpeg(120, 90));
  await send(`\r\n${photoHead("b.jpg")}`);
  await expect.poll(() => countPhotos(user), patience).toBe(1);
  end();
  expect((await answer).status).toBe(400);
  expect(await textOf(answer)).toContain("O formulário chegou incompleto");
  expect(await countPhotos(user)).toBe(0);
  expect(await site.files()).toEqual(files);
});

test("four advertisers may send photos at once; the fifth is asked to try again", async () => {
  const site = sharedSite();
  const sending: SentRequest[] = [];
  for (let n = 0; n < 4; n++) {
    const { cookie } = await signIn(site);
    const request = begin(site, "/posts/create", { ...multipart, Cookie: cookie });
    await request.send(field("title", `Rancho ${n}`));
    sending.push(request);
  }
  const { cookie } = await signIn(site);
  const fifth = begin(site, "/posts/create", { ...multipart, Cookie: cookie });
  expect([(await fifth.answer).status, await textOf(fifth.answer)]).toEqual([
    503,
    "Muita gente está enviando fotos agora. Espere um minuto e tente de novo.",
  ]);
  expect((await fifth.answer).headers.get("Retry-After")).toBe("60");

  for (const { send, end } of sending) {
    await send(closing);
    end();
  }
  for (const { answer } of sending) expect((await answer).status).toBe(400);
  const again = begin(site, "/posts/create", { ...multipart, Cookie: cookie });
  await again.send(closing);
  again.end();
  expect((await again.answer).status).toBe(400);
});

test("many half-sent forms do not exhaust memory, and ordinary ones still pass", async () => {
  const site = sharedSite();
  const crowd = Array.from({ length: 200 }, () => begin(site, "/login", urlencoded));
  const answered: number[] = [];
  for (const { answer, send } of crowd) {
    void answer.then(({ status }) => answered.push(status));
    await send("a".repeat(100 * kilobyte));
  }
  // The crowd needs more than the shared 16 MB: 200 × (100 KB less 8 KB of its own).
  await expect.poll(() => answered.length, patience).toBeGreaterThan(15);
  expect(new Set(answered)).toEqual(new Set([503]));
  const ordinary = begin(site, "/contato", urlencoded);
  await ordinary.send("nome=Ana&email=ana%40example.com&mensagem=Oi");
  ordinary.end();
  expect((await ordinary.answer).status).toBe(302);

  for (const { end } of crowd) end();
  await Promise.all(crowd.map(({ answer }) => answer));
  const large = begin(site, "/contato", urlencoded);
  await large.send(`nome=Ana&email=ana%40example.com&mensagem=${"Oi+".repeat(10_000)}`);
  large.end();
  expect((await large.answer).status).toBe(400);
});
