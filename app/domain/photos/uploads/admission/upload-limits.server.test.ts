import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { listingForm, post } from "../../../../../testing/advertiser.ts";
import { makeJpeg, makePngDeclaring } from "../../../../../testing/pictures.ts";
import {
  createWaitingPhoto,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../../../testing/site.ts";
import {
  type Ask,
  asking,
  askOffset,
  beginUpload,
  sendPart,
  type TestUpload,
  uploadIdIn,
} from "../../../../../testing/upload.ts";
import { photos, uploads, users } from "../../../../platform/db/schema.ts";
import {
  damagedPhotoMessage,
  maxPhotoBytes,
  notAnImageMessage,
  photoTooLargeMessage,
  tooManyPhotosMessage,
} from "../../photo.ts";
import { decodingOfUser } from "../uploads.server.ts";

const sharedSite = shareTestSite();

function begin(site: TestSite, cookie: string, file: TestUpload): Promise<Response> {
  return beginUpload(asking(site), cookie, file);
}

async function upload(
  site: TestSite,
  cookie: string,
  bytes: Buffer,
  file: Omit<TestUpload, "size"> = {},
): Promise<Response> {
  const begun = await begin(site, cookie, { size: bytes.length, ...file });
  if (begun.status !== 201) return begun;
  return sendPart(asking(site), cookie, `/envios/${uploadIdIn(begun)}`, 0, bytes);
}

const small = await makeJpeg(60, 40);
const jpeg = await makeJpeg(400, 300, { detail: true });
const truncated = jpeg.subarray(0, Math.floor(jpeg.length * 0.6));
const text = Buffer.from("não sou uma foto ".repeat(40));
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>';
const refusals: [what: string, bytes: Buffer, type: string, status: number, sentence: string][] = [
  ["a text that says it is an image", text, "image/jpeg", 422, notAnImageMessage],
  ["a text that says so", text, "text/plain", 415, notAnImageMessage],
  ["an SVG with a script", Buffer.from(svg), "image/svg+xml", 422, notAnImageMessage],
  ["a truncated photo", truncated, "image/jpeg", 422, damagedPhotoMessage],
];

test.each(refusals)(
  "%s is refused and leaves nothing behind",
  async (_, bytes, type, status, sentence) => {
    const site = sharedSite();
    const { cookie } = await signIn(site);
    const before = [await site.rows(), await site.files()];

    const answer = await upload(site, cookie, bytes, { type });

    expect([answer.status, await answer.text()]).toEqual([status, sentence]);
    expect([await site.rows(), await site.files()]).toEqual(before);
  },
);

test("files over 25 MB and names over 255 characters are refused before anything is sent", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  const name = "ã".repeat(255);
  expect((await begin(site, cookie, { size: 10, name: `${name}\0\n` })).status).toBe(201);
  const before = [await site.rows(), await site.files()];

  const large = await begin(site, cookie, { size: maxPhotoBytes + 1 });
  expect([large.status, await large.text()]).toEqual([413, photoTooLargeMessage]);
  const long = await begin(site, cookie, { size: 10, name: `${name}a` });
  const sentence = "O nome do arquivo passa de 255 caracteres. Encurte-o.";
  expect([long.status, await long.text()]).toEqual([422, sentence]);

  expect([await site.rows(), await site.files()]).toEqual(before);
});

test("of a form's photos and eleven concurrent uploads, ten are accepted; another form may begin", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const draft = randomUUID();
  for (let n = 0; n < 4; n++) await createWaitingPhoto(site, user.uid, { draftId: draft });

  const answers = await Promise.all(
    Array.from({ length: 7 }, () => begin(site, cookie, { size: 1000, draft })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(await refused?.text()).toBe(tooManyPhotosMessage);
  expect(await site.db.$count(uploads, eq(uploads.draftId, draft))).toBe(6);
  expect(await site.db.$count(photos, eq(photos.draftId, draft))).toBe(4);
  expect((await upload(site, cookie, small)).status).toBe(204);
});

test("too many concurrent requests get 429 and change nothing", async () => {
  const site = sharedSite();
  const [{ cookie }, other] = [await signIn(site), await signIn(site)];
  const paths: string[] = [];
  for (let n = 0; n < 13; n++) {
    paths.push(`/envios/${uploadIdIn(await begin(site, cookie, { size: 1000 }))}`);
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
      const halves: Ask = (url, init) =>
        site.app.request(url, { ...init, body, duplex: "half" } as RequestInit);
      sending.push(sendPart(halves, cookie, path, 0, Buffer.alloc(0)));
    });
  }
  const last = paths[12] ?? "";
  const answer = await sendPart(asking(site), cookie, last, 0, Buffer.alloc(10));

  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "5"]);
  expect(await answer.text()).toMatch(/^São envios demais ao mesmo tempo/);
  expect((await begin(site, other.cookie, { size: 1000 })).status).toBe(201);
  for (const body of bodies) {
    body.enqueue(new Uint8Array(5));
    body.close();
  }
  for (const sent of sending) expect((await sent).status).toBe(204);
  expect(await askOffset(asking(site), cookie, last)).toBe(0);
});

/** Gives advertisers this much space until the test ends. */
function limitSpace({ photoStore: { settings } }: TestSite, bytesPerUser: number): void {
  const before = { ...settings };
  onTestFinished(() => void Object.assign(settings, before));
  settings.bytesPerUser = bytesPerUser;
}

test("an advertiser's photos and announced uploads stay within the quota, a fifth of it without a confirmed e-mail", async () => {
  const site = sharedSite();
  limitSpace(site, 5_000_000);
  const { cookie, user } = await signIn(site);
  expect((await begin(site, cookie, { size: small.length, bytes: small })).status).toBe(201);
  const [photo] = await site.db.select().from(photos).where(eq(photos.uid, user.uid));
  const kept = photo?.bytes ?? 0;
  expect(kept).toBeGreaterThan(1000);
  const refuse = async (size: number) => {
    const rows = await site.rows();
    const refused = await begin(site, cookie, { size });
    expect(refused.status).toBe(402);
    expect(await site.rows()).toEqual(rows);
    return refused.text();
  };

  expect(await refuse(1_000_001 - kept)).toBe(
    "As suas fotos já ocupam os 1 MB de uma conta sem e-mail confirmado. Confirme o seu em Minha conta para ter mais espaço.",
  );
  expect((await begin(site, cookie, { size: 1_000_000 - kept })).status).toBe(201);
  await site.db.update(users).set({ emailVerified: true }).where(eq(users.id, user.uid));
  expect(await refuse(4_000_001)).toBe(
    "As suas fotos já ocupam os 5 MB da sua conta. Remova algumas antes.",
  );
  expect((await begin(site, cookie, { size: 4_000_000 })).status).toBe(201);
});

/** Begins an upload from 2001:db8:{network}::1. */
function beginFrom(site: TestSite, network: string, cookie: string, size: number) {
  const env = { incoming: { socket: { remoteAddress: `2001:db8:${network}::1` } } };
  return beginUpload((path, init) => site.app.request(path, init, env), cookie, { size });
}

test("a network leaves at most 1 GB unfinished, over all its accounts", async () => {
  const site = sharedSite();
  limitSpace(site, 5_000_000_000);
  const [one, other] = [await signIn(site), await signIn(site)];
  // Makes it 39 uploads of 25 MB from other networks of the same /48.
  const first = uploadIdIn(await beginFrom(site, "7:1", one.cookie, 100));
  await site.db.update(uploads).set({ size: 975_000_000 }).where(eq(uploads.id, first));
  expect((await beginFrom(site, "7:2", other.cookie, 25_000_000)).status).toBe(201);
  const networks = await site.db.select({ network: uploads.network }).from(uploads);
  for (const { network } of networks) expect(network).toMatch(/^[\w-]{43}$/);
  const rows = await site.rows();

  const refused = await beginFrom(site, "7:3", other.cookie, 1);

  expect([refused.status, await refused.text()]).toEqual([
    429,
    "Há envios demais por terminar na sua conexão. Espere um minuto e tente de novo.",
  ]);
  expect(refused.headers.get("Retry-After")).toBe("60");
  expect(await site.rows()).toEqual(rows);
  expect((await beginFrom(site, "8:1", other.cookie, 1)).status).toBe(201);
});

const noSpace =
  "Erro ao fazer o upload da imagem: o site está sem espaço para fotos novas. Tente de novo mais tarde.";

test("while the disk is nearly full, uploads, also begun before, turns and forms answer 503 and leave nothing behind", async () => {
  const site = sharedSite();
  const { settings } = site.photoStore;
  onTestFinished(() => void Object.assign(settings, { minFreeBytes: 0 }));
  const { cookie, user } = await signIn(site);
  const draft = randomUUID();
  await upload(site, cookie, small, { draft });
  const [photo] = await site.db.select().from(photos).where(eq(photos.uid, user.uid));
  const begun = await begin(site, cookie, { size: small.length });
  const send = () => sendPart(asking(site), cookie, `/envios/${uploadIdIn(begun)}`, 0, small);
  const before = [await site.rows(), await site.files()];
  // No disk has so much.
  settings.minFreeBytes = 2 ** 60;

  const answers = [
    await begin(site, cookie, { size: small.length, bytes: small, draft }),
    await site.app.request(`/envios/${photo?.id}/girar/${draft}`, post({}, cookie)),
    await send(),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.text()]).toEqual([503, noSpace]);
    // Browsers retry for ten minutes, so they don't wait but show the sentence at once.
    expect(answer.headers.get("Retry-After")).toBe("3600");
  }
  const form = listingForm({ title: "Rancho" }, [small]);
  const published = await site.app.request("/posts/create", post(form, cookie));
  const html = await published.text();
  expect(published.status).toBe(503);
  expect(html).toContain(noSpace);
  expect(html).toContain('value="Rancho"');

  expect([await site.rows(), await site.files()]).toEqual(before);
  await expect(site.photoStore.disk.put("cartoes/x.jpg", "x")).rejects.toThrow("sem espaço");
  settings.minFreeBytes = 0;
  expect((await send()).status).toBe(204);
  expect((await upload(site, cookie, small, { draft })).status).toBe(204);
});

test("too much decoding in an hour answers 429 before decoding, and keeps nothing", async () => {
  const site = sharedSite();
  const [ana, bia] = [await signIn(site), await signIn(site)];
  const limiter = site.rateLimits(decodingOfUser);
  expect(limiter.points).toBeGreaterThanOrEqual(100 * 12);
  await limiter.consume(ana.user.uid, limiter.points - 11);
  const before = [await site.rows(), await site.files()];
  // Decoding it would find that it is damaged.
  const twelve = makePngDeclaring(4000, 3000);

  const refused = await upload(site, ana.cookie, twelve);
  expect([refused.status, await refused.text()]).toEqual([
    429,
    "Você já enviou muitas fotos nesta hora. Espere 60 min e envie esta de novo.",
  ]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  const form = listingForm({ title: "Rancho" }, [twelve]);
  const published = await site.app.request("/posts/create", post(form, ana.cookie));
  const html = await published.text();
  expect(published.status).toBe(429);
  expect(html).toContain("Você já enviou muitas fotos nesta hora.");
  expect(html).toContain('value="Rancho"');
  expect([await site.rows(), await site.files()]).toEqual(before);

  // The refused ones used up none of the eleven megapixels.
  expect((await upload(site, ana.cookie, small)).status).toBe(204);
  expect((await upload(site, bia.cookie, twelve)).status).toBe(422);
});
