import { mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { pictureUrls } from "../app/domain/photos/photo.ts";
import { createUser, createWaitingPhoto, shareTestSite } from "../testing/site.ts";

const path = "/fotos/imoveis/u/images/0/i-foto/400.jpg";
/** Longer than one read, so that it is streamed. */
const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
const modified = new Date("2026-11-02T12:00:00Z");
const sharedSite = shareTestSite();

beforeAll(async () => {
  const folder = join(sharedSite().dataDir, "fotos/imoveis/u/images/0/i-foto");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "400.jpg"), bytes);
  await writeFile(join(folder, "400.avif"), "pequena");
  await writeFile(join(folder, "800.avif"), "");
  await utimes(join(folder, "400.jpg"), modified, modified);
});

async function get(headers: Record<string, string> = {}, method = "GET", url = path) {
  const answer = await sharedSite().app.request(url, { method, headers });
  return { answer, body: Buffer.from(await answer.arrayBuffer()) };
}

test("a photo is sent whole, with its type, and may be cached forever; HEAD sends its headers", async () => {
  const { answer, body } = await get();
  expect(answer.status).toBe(200);
  expect(body).toEqual(bytes);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "content-length": "100000",
    "content-type": "image/jpeg",
    "last-modified": "Mon, 02 Nov 2026 12:00:00 GMT",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers.get("etag")).toMatch(/^"[\w-]+"$/);
  const head = await get({}, "HEAD");
  expect([head.answer.status, head.body.length]).toEqual([200, 0]);
  expect(head.answer.headers.get("content-length")).toBe("100000");
  const small = await get({}, "GET", path.replace("jpg", "avif"));
  expect(small.answer.headers.get("content-type")).toBe("image/avif");
  expect(small.body.toString()).toBe("pequena");
  const empty = await get({}, "GET", path.replace("400.jpg", "800.avif"));
  expect([empty.answer.status, empty.body.length]).toEqual([200, 0]);
});

test("the short address of a photo leads to its files, and to none without its row", async () => {
  const site = sharedSite();
  const user = await createUser(site);
  const id = crypto.randomUUID();
  const key = `imoveis/${user.uid}/images/3/${id}-pier`;
  const url = pictureUrls({ id }).at(600);
  expect(url).toMatch(/^\/fotos\/[\w-]{22}\/600$/);
  expect((await get({}, "GET", url)).answer.status).toBe(404);
  await createWaitingPhoto(site, user.uid, { id, key });
  await mkdir(join(site.dataDir, "fotos", key), { recursive: true });
  await writeFile(join(site.dataDir, "fotos", key, "600.avif"), "curta");
  await writeFile(join(site.dataDir, "fotos", key, "600.jpg"), "mais longa");
  const read = async (accept: string) => {
    const { answer, body } = await get({ Accept: accept }, "GET", url);
    expect([answer.status, answer.headers.get("vary")]).toEqual([200, "Accept"]);
    return [answer.headers.get("content-type"), body.toString()];
  };
  expect(await read("image/avif,image/webp,*/*;q=0.8")).toEqual(["image/avif", "curta"]);
  expect(await read("image/webp,image/*;q=0.8,*/*;q=0.5")).toEqual(["image/jpeg", "mais longa"]);
  expect(await read("image/avif;q=0, image/*")).toEqual(["image/jpeg", "mais longa"]);
  expect((await get({}, "GET", pictureUrls({ id }).at(800))).answer.status).toBe(404);
});

test.each([
  ["bytes=0-0", 0, 0],
  ["bytes=99990-", 99_990, 99_999],
  ["bytes=-10", 99_990, 99_999],
  ["bytes=10-999999999", 10, 99_999],
  ["bytes=-999999999", 0, 99_999],
])("serves the range %s", async (range, start, end) => {
  const { answer, body } = await get({ Range: range });
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end}/100000`);
  expect(answer.headers.get("content-length")).toBe(String(end - start + 1));
  expect(body).toEqual(bytes.subarray(start, end + 1));
});

test("a range beyond the file gets 416; what is no range gets the whole file", async () => {
  for (const Range of ["bytes=100000-", "bytes=-0"]) {
    const { answer, body } = await get({ Range });
    expect([Range, answer.status, body.length]).toEqual([Range, 416, 0]);
    expect(answer.headers.get("content-range")).toBe("bytes */100000");
    expect(answer.headers.get("cache-control")).toBeNull();
  }
  for (const Range of ["bytes=5-2", "bytes=0-1,5-9", "bytes=-", "linhas=1-2", "bytes=x-9"]) {
    const { answer, body } = await get({ Range });
    expect([Range, answer.status, body.length]).toEqual([Range, 200, 100_000]);
  }
});

test("conditional requests get 304 for the same photo and 200 for another, and only the same one is resumed", async () => {
  const etag = (await get()).answer.headers.get("etag") ?? "";
  const status = async (headers: Record<string, string>) => (await get(headers)).answer.status;
  expect(await status({ "If-None-Match": etag })).toBe(304);
  expect(await status({ "If-None-Match": `"a", W/${etag}` })).toBe(304);
  expect(await status({ "If-None-Match": "*" })).toBe(304);
  expect(await status({ "If-None-Match": '"a"' })).toBe(200);
  expect(await status({ "If-Modified-Since": modified.toUTCString() })).toBe(304);
  expect(await status({ "If-Modified-Since": "Sun, 01 Nov 2026 12:00:00 GMT" })).toBe(200);
  expect(await status({ "If-Modified-Since": "ontem" })).toBe(200);
  // The ETag takes precedence.
  const both = { "If-None-Match": '"a"', "If-Modified-Since": modified.toUTCString() };
  expect(await status(both)).toBe(200);

  const resume = (ifRange: string) => status({ Range: "bytes=5-9", "If-Range": ifRange });
  expect(await resume(etag)).toBe(206);
  expect(await resume(modified.toUTCString())).toBe(206);
  expect(await resume('"a"')).toBe(200);
  expect(await resume(`W/${etag}`)).toBe(200);
});

test.each([
  "/fotos/../auth.segredo",
  "/fotos/..%2fauth.segredo",
  "/fotos/%2e%2e/%2e%2e/etc/passwd",
  "/fotos/imoveis/..\\400.jpg",
  "/fotos/imoveis/u/images/0/i-foto/400.jpg%2500.avif",
  "/fotos/imoveis/u/images/0/i-foto",
  "/fotos/imoveis/u/images/0/i-foto/500.jpg",
  "/fotos//imoveis/u/images/0/i-foto/400.jpg",
  "/fotos/imoveis/u/images/0/i-foto/400.svg",
])("%s is not a photo", async (url) => {
  const { answer, body } = await get({}, "GET", url);
  expect(answer.status).toBe(404);
  if (url.startsWith("/fotos/imoveis")) expect(body.toString()).toBe("Foto não encontrada.");
  expect(answer.headers.get("cache-control") ?? "").not.toContain("immutable");
});

test("a folder named like a photo is not found, and photos are read-only", async () => {
  const folder = join(sharedSite().dataDir, "fotos/imoveis/u/images/0/i-foto");
  await mkdir(join(folder, "900.jpg"));
  await symlink("/nada", join(folder, "901.jpg"));
  for (const name of ["900.jpg", "901.jpg"]) {
    expect((await get({}, "GET", path.replace("400.jpg", name))).answer.status).toBe(404);
  }
  const { answer } = await get({}, "DELETE");
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
