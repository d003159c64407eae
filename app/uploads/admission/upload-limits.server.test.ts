import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeHeic, makeJpeg, makePngDeclaring } from "../../../testing/pictures.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { beginUpload, sendPart, type TestUpload } from "../../../testing/upload.ts";
import { photos, uploads, users } from "../../db/schema.ts";
import {
  damagedPhotoMessage,
  heicMessage,
  maxPhotoBytes,
  notAnImageMessage,
  photoTooLargeMessage,
  tooManyPhotosMessage,
  tooManyPixelsMessage,
} from "../../photos/photo-limits.ts";

const sharedSite = shareTestSite();

/** Begins an upload as browsers do; `size` may differ from the bytes sent. */
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
  ["HEIC", await makeHeic(400, 300), "image/heic", 422, heicMessage],
  ["HEIC by another name", await makeHeic(400, 300), "image/jpeg", 422, heicMessage],
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
  const { cookie } = await signIn(site, { emailVerified: true });
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

test("without a confirmed e-mail an advertiser has a fifth of the space", async () => {
  const site = await openTestSite({ PHOTO_SPACE_MB: "5" });
  const { user, cookie } = await signIn(site);
  expect((await begin(site, cookie, { size: 1_000_000 })).status).toBe(201);
  const rows = await site.rows();

  const refused = await begin(site, cookie, { size: 1 });

  expect(refused.status).toBe(402);
  expect(await refused.text()).toBe(
    "As suas fotos já ocupam os 1 MB de uma conta sem e-mail confirmado. Confirme o seu em Minha conta para ter mais espaço.",
  );
  expect(await site.rows()).toEqual(rows);
  await site.db.update(users).set({ emailVerified: true }).where(eq(users.id, user.uid));
  expect((await begin(site, cookie, { size: 4_000_000 })).status).toBe(201);
});

/** Begins an upload from 2001:db8:{network}::1. */
function beginFrom(site: TestSite, network: string, cookie: string, size: number) {
  const env = { incoming: { socket: { remoteAddress: `2001:db8:${network}::1` } } };
  return beginUpload((path, init) => site.app.request(path, init, env), cookie, { size });
}

test("a network leaves at most 1 GB unfinished, over all its accounts", async () => {
  const site = await openTestSite({ PHOTO_SPACE_MB: "5000" });
  const [one, other] = [await signIn(site), await signIn(site)];
  // Makes it 39 uploads of 25 MB from other networks of the same /48.
  await beginFrom(site, "7:1", one.cookie, 100);
  await site.db.update(uploads).set({ size: 975_000_000 });
  expect((await beginFrom(site, "7:2", other.cookie, 25_000_000)).status).toBe(201);
  const rows = await site.rows();

  const refused = await beginFrom(site, "7:3", other.cookie, 1);

  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("60");
  expect(await refused.text()).toBe(
    "Há envios demais por terminar na sua conexão. Espere um minuto e tente de novo.",
  );
  expect(await site.rows()).toEqual(rows);
  expect((await beginFrom(site, "8:1", other.cookie, 1)).status).toBe(201);
});

const noSpace =
  "Erro ao fazer o upload da imagem: o site está sem espaço para fotos novas. Tente de novo mais tarde.";

test("while the disk has less free space than it should, uploads and turns answer 503, and leave nothing behind", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const draft = randomUUID();
  await upload(site, cookie, jpeg, { draft });
  const [photo] = await site.db.select().from(photos);
  const [rows, files] = [await site.rows(), await site.files()];
  // No disk has so much.
  site.photoStore.settings.minFreeBytes = 2 ** 60;

  const answers = [
    await begin(site, cookie, { size: jpeg.length, bytes: jpeg, draft }),
    await site.app.request(`/envios/${photo?.id}/girar/${draft}`, {
      method: "POST",
      headers: { Cookie: cookie },
    }),
  ];

  for (const answer of answers) {
    expect([answer.status, await answer.text()]).toEqual([503, noSpace]);
    // Browsers retry for ten minutes, so they don't wait but show the sentence at once.
    expect(answer.headers.get("Retry-After")).toBe("3600");
  }
  expect(await site.rows()).toEqual(rows);
  expect(await site.files()).toEqual(files);
  site.photoStore.settings.minFreeBytes = 0;
  expect((await upload(site, cookie, jpeg, { draft })).status).toBe(204);
});

test("a form with files answers 503 while the disk is nearly full, with the sentence and what was typed", async () => {
  const site = await openTestSite({ MIN_FREE_MB: String(2 ** 40) });
  const { cookie } = await signIn(site);
  const [rows, files] = [await site.rows(), await site.files()];
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
  form.append("images", new File([jpeg as BlobPart], "a.jpg", { type: "image/jpeg" }));

  const init = { method: "POST", body: form, headers: { Cookie: cookie } };
  const answer = await site.app.request("/posts/create", init);

  expect(answer.status).toBe(503);
  const html = await answer.text();
  expect(html).toContain(noSpace);
  expect(html).toContain('value="Rancho"');
  expect(await site.rows()).toEqual(rows);
  expect(await site.files()).toEqual(files);
});

test("file names have at most 255 characters", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const name = "ã".repeat(255);
  expect((await begin(site, cookie, { size: 10, name: `${name}\0\n` })).status).toBe(201);
  const rows = await site.rows();

  const refused = await begin(site, cookie, { size: 10, name: `${name}a` });

  expect(refused.status).toBe(422);
  expect(await refused.text()).toBe("O nome do arquivo passa de 255 caracteres. Encurte-o.");
  expect(await site.rows()).toEqual(rows);
});
