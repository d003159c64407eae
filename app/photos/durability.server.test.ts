import { open, readdir, readFile, readlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import { openTestSite, signIn } from "../../testing/site.ts";
import { beginUpload, fetchUploadStatus, sendPart } from "../../testing/upload.ts";
import { photos } from "../db/schema.ts";

/** Any open file leads to the class of all, whose fsync is watched here. */
const probe = await open(import.meta.filename);
const FileHandle = Object.getPrototypeOf(probe) as typeof probe;
await probe.close();

const jpeg = await makeJpeg(900, 600);

test("a photo's files and all folders above them are flushed before it is confirmed", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const flushed: { path: string; bytes: number; photos: number }[] = [];
  const { sync } = FileHandle;
  vi.spyOn(FileHandle, "sync").mockImplementation(async function (this: typeof probe) {
    await sync.call(this);
    const path = await readlink(`/proc/self/fd/${this.fd}`);
    const entry = await this.stat();
    const bytes = entry.isFile() ? entry.size : 0;
    flushed.push({ path, bytes, photos: await site.db.$count(photos) });
  });

  const answer = await beginUpload(ask, cookie, { size: jpeg.length, bytes: jpeg });

  expect(answer.status).toBe(201);
  const [photo] = await site.db.select().from(photos);
  const root = join(site.dataDir, "fotos");
  const folder = join(root, photo?.key ?? "");
  const expected = new Map<string, number>();
  for (const name of await readdir(folder)) {
    expected.set(join(folder, name), (await readFile(join(folder, name))).length);
  }
  expect(expected.size).toBe(13);
  for (let parent = folder; parent !== dirname(root); parent = dirname(parent)) {
    expected.set(parent, 0);
  }
  expect(flushed.every((one) => one.photos === 0)).toBe(true);
  expect(new Map(flushed.map(({ path, bytes }) => [path, bytes]))).toEqual(expected);
});

test("a disk that cannot flush a photo answers 503, leaves nothing half-done, and finishes later", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const begun = await beginUpload(ask, cookie, { size: jpeg.length });
  const path = begun.headers.get("Location") ?? "";
  const failing = vi
    .spyOn(FileHandle, "sync")
    .mockRejectedValue(Object.assign(new Error("i/o error, fsync"), { code: "EIO" }));

  const answer = await sendPart(ask, cookie, path, 0, jpeg);

  expect([answer.status, await answer.text()]).toEqual([503, "Erro ao fazer o upload da imagem"]);
  expect(await site.rows()).toMatchObject({ uploads: 1, photos: 0 });
  expect((await site.files()).filter((name) => /\.(avif|jpg)$/.test(name))).toEqual([]);
  failing.mockRestore();
  const situation = await fetchUploadStatus(ask, cookie, path);
  expect(await situation.json()).toMatchObject({ state: "ready", photo: { width: 900 } });
});
