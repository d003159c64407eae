import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteListing } from "../app/domain/listings/deletion.server.ts";
import { fieldNames } from "../app/domain/listings/fields.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { photos, posts, uploads } from "../app/platform/db/schema.ts";
import { sessions } from "../app/platform/db/session-schema.ts";
import { publishOwnAd } from "../testing/own-ad.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
  type TestSite,
} from "../testing/site.ts";
import { asking, askOffset, beginUpload, sendPart } from "../testing/upload.ts";

// Regression tests for faults that fuzzing found.

const sharedSite = shareTestSite();
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
const paths = ["/login", "/register", "/contato", `/nova-senha/${"x".repeat(32)}`, "/posts/create"];

const malformed: [type: string | null, body: string][] = [
  ["multipart/form-data", "--x"],
  ["multipart/form-data; boundary=xy", "--z\r\n"],
  ["text/plain", "email=x"],
  ["application/json", "{}"],
  [null, "email=x"],
];

test("a malformed form, or of another type, is refused with a message", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  for (const [type, body] of malformed) {
    for (const path of paths) {
      const answer = await post(site, path, type, body, path.startsWith("/posts") ? cookie : "");
      expect([path, type, answer.status]).toEqual([path, type, 400]);
      expect(answer.text).toContain(malformedMessage);
    }
  }
  expect(site.errorLines).toEqual([]);
});

test("too many fields or too much text are refused without publishing", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const many = await post(site, "/posts/create", form, "x=1&".repeat(10_000), cookie);
  expect([many.status, many.text]).toEqual([413, expect.stringContaining("tem campos demais")]);
  const text = `--x\r\nContent-Disposition: form-data; name="body"\r\n\r\n${"a".repeat(600_000)}\r\n--x--\r\n`;
  const long = await post(site, "/posts/create", "multipart/form-data; boundary=x", text, cookie);
  expect([long.status, long.text]).toEqual([413, expect.stringContaining("tem texto demais")]);
  expect(await site.db.$count(posts, eq(posts.uid, user.uid))).toBe(0);
});

test("undecodable URLs are 400, long ones 414, and unsupported methods 405; NUL in a search is no fault", async () => {
  const site = sharedSite();
  for (const query of ["localizacao=%00", "localizacao=a%00b&q=9", "depois=%00.%00"]) {
    expect([query, (await site.app.request(`/search?${query}`)).status]).toEqual([query, 200]);
  }
  for (const path of ["/%", "/%ff", "/posts/%00", "/fotos/%00", "/detalhes/%E0%A4%A"]) {
    expect([path, (await site.app.request(path)).status]).toEqual([path, 400]);
  }
  expect((await site.app.request(`/search?x=${"a".repeat(9000)}`)).status).toBe(414);
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "INVENTED"]) {
    for (const path of ["/", "/login", "/contato", "/logout"]) {
      const answer = await site.app.request(path, { method });
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.headers.get("Allow")).toBe("GET, HEAD, POST");
    }
  }
});

test("crafted upload URLs can't bypass the ownership check", async () => {
  const site = sharedSite();
  const [mine, theirs] = [await signIn(site), await signIn(site)];
  const begin = ({ cookie }: typeof mine) => beginUpload(asking(site), cookie, { size: 10 });
  const own = (await begin(mine)).headers.get("Location") ?? "";
  const foreign = (await begin(theirs)).headers.get("Location") ?? "";
  const foreignId = foreign.split("/")[2];
  for (const path of [`${own}/${foreignId}`, `${own}?x=/${foreignId}`, `${own}//${foreignId}`]) {
    await sendPart(asking(site), mine.cookie, path, 0, Buffer.from("mau"));
  }
  expect(await askOffset(asking(site), theirs.cookie, foreign)).toBe(0);
});

test("NUL is stripped from file names", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const file = { size: 10, name: `a\0b${"c".repeat(253)}` };
  const named = await beginUpload(asking(site), cookie, file);
  expect(named.status).toBe(201);
  const rows = await site.db.select().from(uploads).where(eq(uploads.uid, user.uid));
  expect(rows.map(({ filename }) => filename)).toEqual([`ab${"c".repeat(253)}`]);
});

test("unsupported tus features, malformed headers and a body of more bytes than announced leave nothing behind", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const files = await site.files();
  const strange: Record<string, string>[] = [
    { "Upload-Concat": "partial" },
    { "Tus-Resumable": "0.2" },
    { "Upload-Length": "-1" },
    { "Upload-Length": "1e3" },
    { "Upload-Metadata": "filename @@@" },
  ];
  for (const headers of strange) {
    const answer = await beginUpload(asking(site), cookie, { size: 10, headers });
    expect([headers, answer.status]).toEqual([headers, 400]);
  }
  const bytes = Buffer.from("muito mais do que dez bytes");
  expect((await beginUpload(asking(site), cookie, { size: 10, bytes })).status).toBe(413);
  expect(await site.db.$count(uploads, eq(uploads.uid, user.uid))).toBe(0);
  expect(await site.files()).toEqual(files);
});

test("an edit without a version is refused without showing NaN", async () => {
  const ad = await publishOwnAd(sharedSite());
  const answer = await ad.post(`/posts/edit/${ad.id}`, { title: "x" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain("NaN");
});

test("an ad's form with a control sent twice is shown again", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  for (const name of fieldNames) {
    const answer = await post(site, "/posts/create", form, `${name}=1&${name}=2`, cookie);
    expect(answer.status, name).toBe(400);
    expect(answer.text, name).toContain('name="datasIndisponiveis"');
  }
  expect(site.errorLines).toEqual([]);
});

test("a photo added to a listing during its deletion is deleted too", async () => {
  const site = sharedSite();
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
  expect(await site.db.$count(posts, eq(posts.uid, user.uid))).toBe(0);
  expect(await site.db.$count(photos, eq(photos.uid, user.uid))).toBe(0);
});

test("a session stores at most 300 characters of the User-Agent", async () => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  const answer = await site.app.request("/login", {
    method: "POST",
    headers: { "User-Agent": "x".repeat(9000), "Content-Type": form },
    body: new URLSearchParams({ email: user.email, password }).toString(),
  });
  expect(answer.status).toBe(302);
  const kept = await site.db
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.userId, user.uid));
  expect(kept.map(({ userAgent }) => userAgent?.length ?? 0).sort()).toEqual([0, 300]);
});
