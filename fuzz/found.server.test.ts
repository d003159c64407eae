import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "../app/db/mail-schema.ts";
import { photos, posts, uploads } from "../app/db/schema.ts";
import { sessions } from "../app/db/session-schema.ts";
import { deleteListing } from "../app/listings/deletion.server.ts";
import { createListing } from "../app/listings/publishing.server.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../testing/site.ts";

// Regression tests for faults that fuzzing found.

const form = "application/x-www-form-urlencoded";

async function post(site: TestSite, path: string, type: string | null, body: string, cookie = "") {
  const headers: Record<string, string> = { Cookie: cookie };
  if (type !== null) headers["Content-Type"] = type;
  const answer = await site.app.request(path, {
    method: "POST",
    headers,
    body: new TextEncoder().encode(body),
  });
  return { status: answer.status, text: await answer.text() };
}

const malformedMessage = "O formulário chegou incompleto ou num formato que não entendemos.";
const paths = ["/login", "/register", "/contato", `/nova-senha/${"x".repeat(32)}`];

test.each([
  ["multipart/form-data", "--x"],
  ["multipart/form-data; boundary=xy", "--z\r\n"],
  ["text/plain", "email=x"],
  ["application/json", "{}"],
  [null, "email=x"],
])("a form sent as %s %j is refused with a message", async (type, body) => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  for (const path of paths) {
    const answer = await post(site, path, type, body);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.text).toContain(malformedMessage);
  }
  for (const path of ["/posts/create", "/dashboard"]) {
    expect((await post(site, path, type, body, cookie)).text).toContain(malformedMessage);
  }
  expect(site.errorLines).toEqual([]);
});

test("too many fields or too much text are refused without publishing", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const many = await post(site, "/posts/create", form, "x=1&".repeat(10_000), cookie);
  expect([many.status, many.text]).toEqual([413, expect.stringContaining("tem campos demais")]);
  const text = `--x\r\nContent-Disposition: form-data; name="body"\r\n\r\n${"a".repeat(600_000)}\r\n--x--\r\n`;
  const long = await post(site, "/posts/create", "multipart/form-data; boundary=x", text, cookie);
  expect([long.status, long.text]).toEqual([413, expect.stringContaining("tem texto demais")]);
  expect(await site.rows()).toMatchObject({ posts: 0 });
});

test("150 photos or 5,000 days in one listing are refused with an error on the field", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const ids = Array.from({ length: 150 }, () => `foto=${randomUUID()}`).join("&");
  const photoAnswer = await post(site, "/posts/create", form, ids, cookie);
  expect(photoAnswer).toMatchObject({ status: 400 });
  expect(photoAnswer.text).toContain("Cada anúncio leva até 10 fotos.");
  const days = Array.from({ length: 5000 }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
    return day.split("-").reverse().join("/");
  });
  const dayAnswer = await post(site, "/posts/create", form, `datasIndisponiveis=${days}`, cookie);
  expect(dayAnswer.text).toContain("Marque até 1830 dias.");
});

test("searches with NUL in a parameter succeed", async () => {
  const site = await openTestSite();
  for (const query of ["localizacao=%00", "localizacao=a%00b&q=9", "depois=%00.%00"]) {
    const answer = await site.app.request(`/search?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
  }
});

test("a contact message with control characters is refused and not queued", async () => {
  const site = await openTestSite();
  for (const [name, value] of [
    ["nome", "A%00na"],
    ["mensagem", "O%00i"],
    ["email", "a%00@b.br"],
    ["nome", "Ana%0D%0ABcc: x"],
  ]) {
    const fields = new Map([
      ["nome", "Ana"],
      ["email", "a%40b.br"],
      ["mensagem", "Oi"],
      [name ?? "", value ?? ""],
    ]);
    const body = [...fields].map((pair) => pair.join("=")).join("&");
    const answer = await post(site, "/contato", form, body);
    expect([body, answer.status]).toEqual([body, 400]);
    expect(answer.text).toContain("Há um caractere aqui que não dá para guardar.");
  }
  expect(await site.db.$count(outbox)).toBe(0);
});

test("undecodable URLs are 400, long ones 414, and unsupported methods 405", async () => {
  const site = await openTestSite();
  for (const path of ["/%", "/%ff", "/posts/%00", "/fotos/%00", "/detalhes/%E0%A4%A"]) {
    expect([path, (await site.app.request(path)).status]).toEqual([path, 400]);
  }
  expect((await site.app.request(`/search?x=${"a".repeat(9000)}`)).status).toBe(414);
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "INVENTED"]) {
    for (const path of ["/", "/login", "/contato.data", "/logout"]) {
      const answer = await site.app.request(path, { method });
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.headers.get("Allow")).toBe("GET, HEAD, POST");
    }
  }
});

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function beginUpload(
  site: TestSite,
  cookie: string,
  more: Record<string, string> = {},
  body?: string,
) {
  const metadata = { filename: "foto.jpg", filetype: "image/jpeg", draft: randomUUID() };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${base64(value)}`);
  const headers = {
    Cookie: cookie,
    "Tus-Resumable": "1.0.0",
    "Upload-Length": "10",
    "Upload-Metadata": pairs.join(),
    ...more,
  };
  return site.app.request("/envios", { method: "POST", headers, body });
}

test("crafted upload URLs can't bypass the ownership check", async () => {
  const site = await openTestSite();
  const [mine, theirs] = [await signIn(site), await signIn(site)];
  const own = (await beginUpload(site, mine.cookie)).headers.get("Location") ?? "";
  const foreign = (await beginUpload(site, theirs.cookie)).headers.get("Location") ?? "";
  const foreignId = foreign.split("/")[2];
  const headers = {
    Cookie: mine.cookie,
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": "0",
    "Content-Type": "application/offset+octet-stream",
  };
  for (const address of [`${own}/${foreignId}`, `${own}?x=/${foreignId}`, `${own}//${foreignId}`]) {
    await site.app.request(address, { method: "PATCH", headers, body: "mau" });
  }
  const head = await site.app.request(foreign, {
    method: "HEAD",
    headers: { Cookie: theirs.cookie, "Tus-Resumable": "1.0.0" },
  });
  expect(head.headers.get("Upload-Offset")).toBe("0");
});

test("NUL is stripped from file names, and overlong names are refused", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const named = (filename: string) => {
    const pairs = [
      `filename ${base64(filename)}`,
      `filetype ${base64("image/jpeg")}`,
      `draft ${base64(randomUUID())}`,
    ];
    return beginUpload(site, cookie, { "Upload-Metadata": pairs.join() });
  };
  expect((await named(`a\0b${"c".repeat(253)}`)).status).toBe(201);
  const endless = await named("c".repeat(900));
  expect([endless.status, await endless.text()]).toEqual([
    422,
    "O nome do arquivo passa de 255 caracteres. Encurte-o.",
  ]);
  const rows = await site.db.select().from(uploads);
  expect(rows.map(({ filename }) => filename)).toEqual([`ab${"c".repeat(253)}`]);
});

test("unsupported tus features and malformed tus headers are 400 with a Portuguese message", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const strange: Record<string, string>[] = [
    { "Upload-Concat": "partial" },
    { "Tus-Resumable": "0.2" },
    { "Upload-Length": "-1" },
    { "Upload-Length": "1e3" },
    { "Upload-Metadata": "filename @@@" },
  ];
  for (const more of strange) {
    const answer = await beginUpload(site, cookie, more);
    expect([more, answer.status, await answer.text()]).toEqual([
      more,
      400,
      "Erro ao fazer o upload da imagem",
    ]);
  }
  expect(await site.rows()).toMatchObject({ uploads: 0 });
});

test("an upload refused in its creation request leaves nothing behind", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const files = await site.files();
  const type = { "Content-Type": "application/offset+octet-stream" };
  const answer = await beginUpload(site, cookie, type, "muito mais do que dez bytes");
  expect(answer.status).toBe(413);
  expect(await site.rows()).toMatchObject({ uploads: 0 });
  expect(await site.files()).toEqual(files);
});

test("an edit without a version is refused without showing NaN", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  const answer = await post(site, `/posts/edit/${published.id}`, form, "title=x", cookie);
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain("NaN");
});

test("a photo added to a listing during its deletion is deleted too", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const [first, late] = [
    await createWaitingPhoto(site, user.uid),
    await createWaitingPhoto(site, user.uid),
  ];
  const published = await createListing(site.db, user.uid, listingInput(), [first]);
  if (!published.ok) throw new Error(published.message);
  const disk = Object.create(site.photoStore.disk);
  let edits = 0;
  disk.deleteAll = async (key: string) => {
    if (edits++ === 0) {
      await site.db
        .update(photos)
        .set({ postId: published.id, position: 3 })
        .where(eq(photos.id, late));
    }
    return site.photoStore.disk.deleteAll(key);
  };
  const result = await deleteListing(site.db, { ...site.photoStore, disk }, user.uid, published.id);
  expect(result).toMatchObject({ ok: true });
  expect(await site.rows()).toMatchObject({ posts: 0, photos: 0 });
});

test("a session stores at most 300 characters of the User-Agent", async () => {
  const site = await openTestSite();
  const { user, password } = await signIn(site);
  const answer = await site.app.request("/login", {
    method: "POST",
    headers: { "User-Agent": "x".repeat(9000), "Content-Type": form },
    body: new URLSearchParams({ email: user.email, password }).toString(),
  });
  expect(answer.status).toBe(302);
  const kept = await site.db.select({ userAgent: sessions.userAgent }).from(sessions);
  expect(kept.map(({ userAgent }) => userAgent?.length ?? 0).sort()).toEqual([0, 300]);
});

test("the database rejects values over their limits", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const tooLong = [
    { title: "a".repeat(121) },
    { body: "a".repeat(5001) },
    { detalhesSala: "a".repeat(301) },
    { quantidadeMaximaPessoas: 1000 },
    { unavailableDays: ["1999-12-31"] },
  ];
  for (const overrides of tooLong) {
    const stored = createListing(site.db, user.uid, listingInput(overrides), [photo]);
    await expect(stored, JSON.stringify(overrides).slice(0, 40)).rejects.toThrow();
  }
  await expect(createUser(site, { displayName: "a".repeat(81) })).rejects.toThrow();
  await expect(createUser(site, { email: `${"a".repeat(260)}@b.br` })).rejects.toThrow();
  expect(await site.db.$count(posts)).toBe(0);
});
