import { open, readdir, readFile, readlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listingForm, post } from "../../../../testing/advertiser.ts";
import { makeJpeg } from "../../../../testing/pictures.ts";
import { shareTestSite, signIn } from "../../../../testing/site.ts";
import {
  asking,
  beginUpload,
  fetchUploadStatus,
  sendPart,
  uploadIdIn,
  uploadPhoto,
} from "../../../../testing/upload.ts";
import { photos, uploads } from "../../../platform/db/schema.ts";

const sharedSite = shareTestSite();
const jpeg = await makeJpeg(300, 200);
const sentence = "Erro ao fazer o upload da imagem";

/** Any open file leads to the class of all, whose fsync is watched here. */
const probe = await open(import.meta.filename);
const FileHandle = Object.getPrototypeOf(probe) as typeof probe;
await probe.close();

test("a photo's files and all folders above them are flushed before it is confirmed", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const own = eq(photos.uid, user.uid);
  const flushed: { path: string; bytes: number; photos: number }[] = [];
  const { sync } = FileHandle;
  vi.spyOn(FileHandle, "sync").mockImplementation(async function (this: typeof probe) {
    await sync.call(this);
    const path = await readlink(`/proc/self/fd/${this.fd}`);
    const entry = await this.stat();
    const bytes = entry.isFile() ? entry.size : 0;
    flushed.push({ path, bytes, photos: await site.db.$count(photos, own) });
  });

  const id = await uploadPhoto(site, cookie, jpeg);

  const [photo] = await site.db.select().from(photos).where(eq(photos.id, id));
  const root = join(site.dataDir, "fotos");
  const folder = join(root, photo?.key ?? "");
  const expected = new Map<string, number>();
  for (const name of await readdir(folder)) {
    expected.set(join(folder, name), (await readFile(join(folder, name))).length);
  }
  // Three sizes in two formats, and the cover.
  expect(expected.size).toBe(7);
  for (let parent = folder; parent !== dirname(root); parent = dirname(parent)) {
    expected.set(parent, 0);
  }
  expect(flushed.every((one) => one.photos === 0)).toBe(true);
  expect(new Map(flushed.map(({ path, bytes }) => [path, bytes]))).toEqual(expected);
});

// store.server.test.ts has a store that is full.
test("a disk that cannot flush answers 503 with the sentence, leaves nothing half-done, and the upload finishes later", async () => {
  const site = sharedSite();
  const ask = asking(site);
  const { cookie, user } = await signIn(site);
  const pictures = async () =>
    (await site.files()).filter((name) => /\.(avif|jpg)$/.test(name)).length;
  const before = await pictures();
  const begun = await beginUpload(ask, cookie, { size: jpeg.length });
  const path = `/envios/${uploadIdIn(begun)}`;
  const failing = vi
    .spyOn(FileHandle, "sync")
    .mockRejectedValue(Object.assign(new Error("i/o error, fsync"), { code: "EIO" }));

  const answers = [
    await sendPart(ask, cookie, path, 0, jpeg),
    await fetchUploadStatus(ask, cookie, path),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.text()]).toEqual([503, sentence]);
  }
  expect(await site.db.$count(uploads, eq(uploads.uid, user.uid))).toBe(1);
  expect(await site.db.$count(photos, eq(photos.uid, user.uid))).toBe(0);
  expect(await pictures()).toBe(before);

  failing.mockRestore();
  const ready = await fetchUploadStatus(ask, cookie, path);
  expect(await ready.json()).toMatchObject({ state: "ready", photo: { width: 300 } });
  expect(await site.db.$count(uploads, eq(uploads.uid, user.uid))).toBe(0);
});

test("a photo or form sent in one request leaves nothing behind if the store fails", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  const before = [await site.rows(), await site.files()];
  const down = new Error("armazenamento fora do ar");
  const fail = vi.spyOn(site.photoStore.disk, "put").mockRejectedValue(down);

  const sent = await beginUpload(asking(site), cookie, { size: jpeg.length, bytes: jpeg });
  expect([sent.status, await sent.text()]).toEqual([503, sentence]);
  const form = listingForm({ title: "Rancho" }, [jpeg]);
  const published = await site.app.request("/posts/create", post(form, cookie));
  expect([published.status, published.headers.get("Retry-After")]).toEqual([503, "5"]);
  const html = await published.text();
  expect(html).toContain(sentence);
  expect(html).toContain('value="Rancho"');
  expect([await site.rows(), await site.files()]).toEqual(before);

  fail.mockRestore();
  expect((await site.app.request("/posts/create", post(form, cookie))).status).toBe(302);
});
