import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { eq } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import { openTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { beginUpload, fetchUploadStatus, sendPart } from "../../testing/upload.ts";
import { photos } from "../db/schema.ts";
import { decodingOfUser } from "./uploads.server.ts";

/** The part of sharp's internal state that holds the input file. */
interface Source extends Sharp {
  options: { input: { file: string } };
}

function upload(site: TestSite, cookie: string, bytes: Buffer, name: string): Promise<Response> {
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  return beginUpload(ask, cookie, { size: bytes.length, name, bytes });
}

function megapixelPng(megapixels: number): Promise<Buffer> {
  const side = { width: 1000 * megapixels, height: 1000 };
  return sharp({ create: { ...side, channels: 3, background: "#336677" } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

test("ten photos of one advertiser delay another's only by those in progress", async () => {
  const site = await openTestSite();
  const [ana, bia] = [await signIn(site), await signIn(site)];
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const bytes = await makeJpeg(300, 200);

  // Photos are read when their turn comes; the gate holds the first ones there.
  let openGate: () => void = () => undefined;
  const gate = new Promise<void>((open) => {
    openGate = open;
  });
  // A photo still waiting when the test fails would keep its site from closing.
  onTestFinished(() => openGate());
  const begun: string[] = [];
  const { metadata } = sharp.prototype;
  vi.spyOn(sharp.prototype, "metadata").mockImplementation(async function (this: Source) {
    begun.push(basename(this.options.input.file));
    await gate;
    return metadata.call(this);
  });

  const received: string[] = [];
  const { datastore } = site.photoStore.uploads;
  const write = datastore.write.bind(datastore);
  vi.spyOn(datastore, "write").mockImplementation(async (source, id, offset) => {
    const end = await write(source, id, offset);
    received.push(id);
    return end;
  });
  /** Resolves once the photo waits for its turn. */
  async function send(cookie: string): Promise<{ id: string; answer: Promise<Response> }> {
    const created = await beginUpload(ask, cookie, { size: bytes.length });
    const path = created.headers.get("Location") ?? "";
    const answer = sendPart(ask, cookie, path, 0, bytes);
    await vi.waitFor(() => expect(received).toContain(basename(path)), 15_000);
    return { id: basename(path), answer };
  }
  const many: Awaited<ReturnType<typeof send>>[] = [];
  for (let n = 0; n < 10; n++) many.push(await send(ana.cookie));
  const one = await send(bia.cookie);
  // An upload that was received is not queued yet.
  await vi.waitFor(async () => {
    const status = await fetchUploadStatus(ask, bia.cookie, `/envios/${one.id}`);
    expect(await status.json()).toEqual({ state: "processing" });
  }, 15_000);
  await vi.waitFor(() => expect(begun).toEqual(many.slice(0, 2).map(({ id }) => id)), 15_000);
  openGate();
  for (const { answer } of [...many, one]) expect((await answer).status).toBe(204);

  // The two after those in progress run at once, so either may read its file first.
  expect(begun.slice(2, 4)).toContain(one.id);
  expect(await site.rows()).toMatchObject({ uploads: 0, photos: 11 });
});

test("too much decoding in an hour answers 429 with a sentence before decoding", async () => {
  // This factor allows 30 megapixels an hour.
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.02" });
  const [ana, bia] = [await signIn(site), await signIn(site)];
  const twelve = await megapixelPng(12);
  for (const name of ["um.png", "dois.png"]) {
    expect((await upload(site, ana.cookie, twelve, name)).status).toBe(201);
  }
  const [rows, files] = [await site.rows(), await site.files()];
  const decoded = vi.spyOn(sharp.prototype, "raw");

  const refused = await upload(site, ana.cookie, twelve, "três.png");

  expect(refused.status).toBe(429);
  expect(await refused.text()).toBe(
    "Você já enviou muitas fotos nesta hora. Espere 60 min e envie esta de novo.",
  );
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  expect(decoded).not.toHaveBeenCalled();
  expect([await site.rows(), await site.files()]).toEqual([rows, files]);
  // The refused photo used up none of the remaining six megapixels.
  const small = await makeJpeg(300, 200);
  expect((await upload(site, ana.cookie, small, "pequena.jpg")).status).toBe(201);
  expect((await upload(site, ana.cookie, small, "outra.jpg")).status).toBe(429);
  expect((await upload(site, bia.cookie, twelve, "bia.png")).status).toBe(201);
});

test("a form without script that needs too much decoding gets 429 and keeps nothing", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.01" });
  const { cookie, user } = await signIn(site);
  const form = new FormData();
  const fields = {
    title: "Rancho",
    body: "Texto",
    valorFds: "900",
    telefone: "37900010264",
    whatsapp: "on",
  };
  for (const [name, value] of Object.entries({ ...fields, localizacao: "Turvo" })) {
    form.set(name, value);
  }
  const twelve = await megapixelPng(12);
  for (const name of ["um.png", "dois.png"]) {
    form.append("images", new File([twelve as BlobPart], name, { type: "image/png" }));
  }

  const answer = await site.app.request("/posts/create", {
    method: "POST",
    body: form,
    headers: { Cookie: cookie },
  });

  const html = await answer.text();
  expect(answer.status).toBe(429);
  expect(html).toContain("Você já enviou muitas fotos nesta hora.");
  expect(html).toContain('value="Rancho"');
  expect(await site.rows()).toMatchObject({ posts: 0, photos: 0, uploads: 0 });
  expect(await site.db.$count(photos, eq(photos.uid, user.uid))).toBe(0);
});

test("an hour's budget covers a hundred photos of twelve megapixels", async () => {
  const site = await openTestSite();
  const uid = randomUUID();
  const { points } = site.rateLimits(decodingOfUser);
  for (let n = 0; n < 100; n++) await site.rateLimits(decodingOfUser).consume(uid, 12);
  expect(points).toBeGreaterThanOrEqual(100 * 12);
});
