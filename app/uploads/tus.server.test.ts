import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { makeJpeg, padJpeg } from "../../testing/pictures.ts";
import { openTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { beginUpload, sendPart, type TestUpload } from "../../testing/upload.ts";
import { photos } from "../db/schema.ts";

/** Begins an upload as browsers do; `size` may differ from the bytes sent. */
function begin(site: TestSite, cookie: string | null, file: TestUpload): Promise<Response> {
  return beginUpload((path, init) => site.app.request(path, init), cookie, file);
}

function send(site: TestSite, cookie: string, path: string, offset: number, bytes: Buffer) {
  return sendPart((url, init) => site.app.request(url, init), cookie, path, offset, bytes);
}

test("a photo sent in two parts becomes its variants, upright and without EXIF or GPS", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  const bytes = padJpeg(await makeJpeg(2000, 1000, { orientation: 6 }), 400_000);
  const begun = await begin(site, cookie, { size: bytes.length, name: "Piscina à Tarde.JPG" });
  const path = begun.headers.get("Location") ?? "";
  expect(begun.status).toBe(201);
  expect(path).toMatch(/^\/envios\/[0-9a-f-]{36}$/);

  const half = Math.floor(bytes.length / 2);
  expect((await send(site, cookie, path, 0, bytes.subarray(0, half))).status).toBe(204);
  expect((await send(site, cookie, path, half, bytes.subarray(half))).status).toBe(204);

  const id = path.split("/")[2];
  const [photo] = await site.db.select().from(photos);
  expect(photo).toMatchObject({
    id,
    uid: user.uid,
    postId: null,
    // The address is public, so it doesn't contain the name of the file.
    key: `imoveis/${user.uid}/images/0/${id}-foto`,
    width: 1000,
    height: 2000,
    widths: [180, 270, 400, 600, 800, 1000],
  });
  expect(photo?.color).toMatch(/^#[0-9a-f]{6}$/);
  for (const width of photo?.widths ?? []) {
    for (const [format, known] of [
      ["avif", "heif"],
      ["jpg", "jpeg"],
    ] as const) {
      const url = `/fotos/${photo?.key}/${width}.${format}`;
      const answer = await site.app.request(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(metadata).toMatchObject({ format: known, width, height: width * 2 });
      expect(metadata.exif).toBeUndefined();
      expect(metadata.orientation).toBeUndefined();
    }
  }
  const original = await sharp(bytes).metadata();
  expect(original.exif).toBeDefined();
  expect(await site.rows()).toMatchObject({ uploads: 0, photos: 1 });
  expect(await site.files()).not.toContain(id);

  const situation = await site.app.request(`${path}/situacao`, { headers: { Cookie: cookie } });
  expect(await situation.json()).toMatchObject({ state: "ready", photo: { id } });
});

test("a small photo is sent in a single request", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const bytes = await makeJpeg(300, 200);

  const answer = await begin(site, cookie, { size: bytes.length, bytes });

  expect(answer.status).toBe(201);
  const [photo] = await site.db.select().from(photos);
  expect(photo).toMatchObject({ width: 300, height: 200, widths: [180, 270, 300] });
});

test("visitors may not upload, and advertisers may not touch others' uploads", async () => {
  const site = await openTestSite();
  const owner = await signIn(site);
  const stranger = await signIn(site);
  expect((await begin(site, null, { size: 1000 })).status).toBe(401);
  const path = (await begin(site, owner.cookie, { size: 1000 })).headers.get("Location") ?? "";
  const rows = await site.rows();

  const statuses = async (cookie: string | null) => {
    const headers = { "Tus-Resumable": "1.0.0", ...(cookie ? { Cookie: cookie } : {}) };
    return Promise.all(
      ["HEAD", "PATCH", "DELETE", "GET"].map(async (method) => {
        const url = method === "GET" ? `${path}/situacao` : path;
        return (await site.app.request(url, { method, headers })).status;
      }),
    );
  };

  expect(await statuses(null)).toEqual([401, 401, 401, 401]);
  expect(await statuses(stranger.cookie)).toEqual([403, 403, 403, 403]);
  expect(await site.rows()).toEqual(rows);
  const unknown = await site.app.request(`/envios/${randomUUID()}`, {
    method: "HEAD",
    headers: { "Tus-Resumable": "1.0.0", Cookie: owner.cookie },
  });
  expect(unknown.status).toBe(404);
});

test("cancelling removes an upload in progress, and a finished photo without a listing", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const before = await site.files();
  const headers = { "Tus-Resumable": "1.0.0", Cookie: cookie };
  const begun = await begin(site, cookie, { size: 1000 });
  const bytes = await makeJpeg(300, 200);
  const finished = await begin(site, cookie, { size: bytes.length, bytes });
  expect(await site.rows()).toMatchObject({ uploads: 1, photos: 1 });

  for (const answer of [begun, finished]) {
    const path = answer.headers.get("Location") ?? "";
    expect((await site.app.request(path, { method: "DELETE", headers })).status).toBe(204);
    expect((await site.app.request(path, { method: "DELETE", headers })).status).toBe(404);
  }

  expect(await site.rows()).toMatchObject({ uploads: 0, photos: 0 });
  expect(await site.files()).toEqual(before);
});

test("a status request finishes a complete file left by a killed site", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const bytes = await makeJpeg(300, 200);
  const begun = await begin(site, cookie, { size: bytes.length });
  const path = begun.headers.get("Location") ?? "";
  const id = path.split("/")[2] ?? "";
  await writeFile(join(site.dataDir, "envios", id), bytes);

  const situation = await site.app.request(`${path}/situacao`, { headers: { Cookie: cookie } });

  expect(await situation.json()).toMatchObject({ state: "ready", photo: { id, width: 300 } });
  await expect(readFile(join(site.dataDir, "envios", id))).rejects.toThrow();
});

test("a full disk answers 503 with the sentence, leaves nothing half-done, and resumes with space", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const bytes = await makeJpeg(300, 200);
  const begun = await begin(site, cookie, { size: bytes.length });
  const path = begun.headers.get("Location") ?? "";
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const { disk } = site.photoStore;
  const put = disk.put.bind(disk);
  let room = 2;
  const written = vi.spyOn(disk, "put").mockImplementation(async (...file) => {
    if (room-- <= 0) throw full;
    return put(...file);
  });

  const answer = await send(site, cookie, path, 0, bytes);

  expect([answer.status, await answer.text()]).toEqual([503, "Erro ao fazer o upload da imagem"]);
  expect(await site.rows()).toMatchObject({ uploads: 1, photos: 0 });
  expect((await site.files()).filter((name) => /\.(avif|jpg)$/.test(name))).toEqual([]);
  written.mockRestore();
  const situation = await site.app.request(`${path}/situacao`, { headers: { Cookie: cookie } });
  expect(await situation.json()).toMatchObject({ state: "ready", photo: { width: 300 } });
});
