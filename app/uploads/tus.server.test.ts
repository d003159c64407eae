import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { makeJpeg, makePngDeclaring, padJpeg } from "../../testing/pictures.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { beginUpload, sendPart, type TestUpload } from "../../testing/upload.ts";
import { photos } from "../db/schema.ts";
import {
  damagedPhotoMessage,
  maxPhotoBytes,
  notAnImageMessage,
  photoTooLargeMessage,
  tooManyPhotosMessage,
  tooManyPixelsMessage,
} from "../photos/photo-limits.ts";

const sharedSite = shareTestSite();

/** As a browser does; `size` may differ from the bytes sent. */
function begin(site: TestSite, cookie: string | null, file: TestUpload): Promise<Response> {
  return beginUpload((path, init) => site.app.request(path, init), cookie, file);
}

function send(site: TestSite, cookie: string, path: string, offset: number, bytes: Buffer) {
  return sendPart((url, init) => site.app.request(url, init), cookie, path, offset, bytes);
}

async function upload(
  site: TestSite,
  cookie: string,
  bytes: Buffer,
  file: { name?: string; type?: string; draft?: string } = {},
): Promise<Response> {
  const begun = await begin(site, cookie, { size: bytes.length, ...file });
  if (begun.status !== 201) return begun;
  return send(site, cookie, begun.headers.get("Location") ?? "", 0, bytes);
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
    key: `imoveis/${user.uid}/images/0/${id}-piscina-a-tarde`,
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

const jpeg = await makeJpeg(1200, 900, { detail: true });
const refusals: [what: string, bytes: Buffer, type: string, status: number, sentence: string][] = [
  [
    "a text that says it is an image",
    Buffer.from("não sou uma foto ".repeat(40)),
    "image/jpeg",
    422,
    notAnImageMessage,
  ],
  ["a text that says so", Buffer.from("não sou uma foto"), "text/plain", 415, notAnImageMessage],
  [
    "an SVG with a script",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    "image/svg+xml",
    422,
    notAnImageMessage,
  ],
  [
    "a truncated photo",
    jpeg.subarray(0, Math.floor(jpeg.length * 0.6)),
    "image/jpeg",
    422,
    damagedPhotoMessage,
  ],
  [
    "one that declares 50,000×50,000 pixels",
    makePngDeclaring(50_000, 50_000),
    "image/png",
    422,
    tooManyPixelsMessage,
  ],
];

test.each(refusals)(
  "%s is refused and leaves nothing behind",
  async (_, bytes, type, status, sentence) => {
    const site = sharedSite();
    const { cookie } = await signIn(site);
    const [rows, files] = [await site.rows(), await site.files()];

    const answer = await upload(site, cookie, bytes, { type });

    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(sentence);
    expect(await site.rows()).toEqual(rows);
    expect(await site.files()).toEqual(files);
  },
);

test("a file over 25 MB is refused before it is sent, and leaves nothing behind", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const [rows, files] = [await site.rows(), await site.files()];

  const answer = await begin(site, cookie, { size: maxPhotoBytes + 1 });

  expect(answer.status).toBe(413);
  expect(await answer.text()).toBe(photoTooLargeMessage);
  expect(await site.rows()).toEqual(rows);
  expect(await site.files()).toEqual(files);
});

test("a form's eleventh photo is refused; the ten remain, and another form may begin", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const bytes = await makeJpeg(60, 40);
  const draft = randomUUID();
  for (let n = 0; n < 8; n++) await upload(site, cookie, bytes, { draft });
  await begin(site, cookie, { size: 1000, draft });
  await begin(site, cookie, { size: 1000, draft });
  const [rows, files] = [await site.rows(), await site.files()];
  expect(rows).toMatchObject({ photos: 8, uploads: 2 });

  const eleventh = await upload(site, cookie, bytes, { draft });

  expect(eleventh.status).toBe(422);
  expect(await eleventh.text()).toBe(tooManyPhotosMessage);
  expect(await site.rows()).toEqual(rows);
  expect(await site.files()).toEqual(files);
  expect((await upload(site, cookie, bytes)).status).toBe(204);
});

test("of eleven concurrent uploads, ten are accepted", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const draft = randomUUID();

  const answers = await Promise.all(
    Array.from({ length: 11 }, () => begin(site, cookie, { size: 1000, draft })),
  );

  expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(10).fill(201), 422]);
  expect((await site.rows()).uploads).toBe(10);
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

test("too many concurrent requests get 429 and change nothing", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const other = await signIn(site);
  const paths: string[] = [];
  for (let n = 0; n < 13; n++) {
    const begun = await begin(site, cookie, { size: 1000 });
    paths.push(begun.headers.get("Location") ?? "");
  }
  const bodies: ReadableStreamDefaultController[] = [];
  const sending: Promise<Response>[] = [];
  for (const path of paths.slice(0, 12)) {
    // The site asks for the body once it has accepted the request.
    await new Promise<void>((resolve) => {
      const body = new ReadableStream(
        {
          pull(controller) {
            if (bodies.at(-1) === controller) return;
            bodies.push(controller);
            resolve();
          },
        },
        { highWaterMark: 0 },
      );
      const headers = {
        Cookie: cookie,
        "Tus-Resumable": "1.0.0",
        "Upload-Offset": "0",
        "Content-Type": "application/offset+octet-stream",
      };
      const init = { method: "PATCH", headers, body, duplex: "half" } as RequestInit;
      sending.push(Promise.resolve(site.app.request(path, init)));
    });
  }
  const last = paths[12] ?? "";
  const answer = await send(site, cookie, last, 0, Buffer.alloc(10));
  expect(answer.status).toBe(429);

  expect(await answer.text()).toMatch(/^São envios demais ao mesmo tempo/);
  expect(answer.headers.get("Retry-After")).toBe("5");
  expect((await begin(site, other.cookie, { size: 1000 })).status).toBe(201);
  for (const body of bodies) {
    body.enqueue(new Uint8Array(5));
    body.close();
  }
  for (const sent of sending) expect((await sent).status).toBe(204);
  const known = await site.app.request(last, {
    method: "HEAD",
    headers: { Cookie: cookie, "Tus-Resumable": "1.0.0" },
  });
  expect(known.status).toBe(200);
});

test("an advertiser's photos and announced uploads stay within the quota", async () => {
  const site = await openTestSite({ PHOTO_SPACE_MB: "1" });
  const { cookie } = await signIn(site);
  const bytes = await makeJpeg(300, 200);
  expect((await begin(site, cookie, { size: bytes.length, bytes })).status).toBe(201);
  const [photo] = await site.db.select({ bytes: photos.bytes }).from(photos);
  const kept = photo?.bytes ?? 0;
  expect(kept).toBeGreaterThan(1000);
  const announced = await begin(site, cookie, { size: 600_000 });
  expect(announced.status).toBe(201);
  const rows = await site.rows();

  const refused = await begin(site, cookie, { size: 400_001 - kept });

  expect(refused.status).toBe(402);
  expect(await refused.text()).toBe(
    "As suas fotos já ocupam os 1 MB da sua conta. Remova algumas antes.",
  );
  expect(await site.rows()).toEqual(rows);
  expect((await begin(site, cookie, { size: 400_000 - kept })).status).toBe(201);
});

test("file names have at most 255 characters", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const name = "ã".repeat(255);
  expect((await begin(site, cookie, { size: 10, name: `${name}\0\n` })).status).toBe(201);
  const rows = await site.rows();

  const refused = await begin(site, cookie, { size: 10, name: `${name}a` });

  expect(refused.status).toBe(422);
  expect(await refused.text()).toBe("O nome do arquivo passa de 255 letras. Encurte-o.");
  expect(await site.rows()).toEqual(rows);
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
