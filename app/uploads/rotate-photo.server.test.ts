import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { listingInput, shareTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { beginUpload, sendPart } from "../../testing/upload.ts";
import { photos } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";

const sharedSite = shareTestSite();

/** A picture that is red on the left and blue on the right. */
const twoColours = await sharp({
  create: { width: 600, height: 400, channels: 3, background: "#ff0000" },
})
  .composite([
    {
      input: { create: { width: 300, height: 400, channels: 3, background: "#0000ff" } },
      left: 300,
      top: 0,
    },
  ])
  .jpeg()
  .toBuffer();

async function uploadPhoto(site: TestSite, cookie: string, draft: string): Promise<string> {
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const file = { size: twoColours.length, name: "Varanda.jpg", draft };
  const path = (await beginUpload(ask, cookie, file)).headers.get("Location") ?? "";
  expect((await sendPart(ask, cookie, path, 0, twoColours)).status).toBe(204);
  return path.split("/")[2] ?? "";
}

function turn(site: TestSite, cookie: string, id: string, draft: string) {
  const init = { method: "POST", headers: { Cookie: cookie } };
  return site.app.request(`/envios/${id}/girar/${draft}`, init);
}

async function colourAt(site: TestSite, path: string, left: number, top: number) {
  const answer = await site.app.request(path);
  const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (data[0] ?? 0) > (data[2] ?? 0) ? "red" : "blue";
}

test("a waiting photo is turned clockwise into one with an address of its own", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  const draft = randomUUID();
  const id = await uploadPhoto(site, cookie, draft);
  const [before] = await site.db.select().from(photos).where(eq(photos.id, id));

  const answer = await turn(site, cookie, id, draft);

  expect(answer.status).toBe(201);
  const { photo } = (await answer.json()) as { photo: { id: string; key: string } };
  expect(photo).toMatchObject({ width: 400, height: 600, widths: [180, 270, 400] });
  expect(photo.key).toMatch(new RegExp(`/${photo.id}-foto$`));
  expect(photo.key).not.toBe(before?.key);
  for (const format of ["jpg", "avif"]) {
    const url = `/fotos/${photo.key}/400.${format}`;
    expect(await colourAt(site, url, 200, 60)).toBe("red");
    expect(await colourAt(site, url, 200, 540)).toBe("blue");
  }
  const rows = await site.db.select().from(photos).where(eq(photos.draftId, draft));
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(before);
  expect(rows).toContainEqual(
    expect.objectContaining({ id: photo.id, sha256: before?.sha256, alt: before?.alt }),
  );
});

test("a published photo stays in its ad", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const id = await uploadPhoto(site, cookie, randomUUID());
  expect(await createListing(site.db, user.uid, listingInput(), [id])).toMatchObject({ ok: true });
  const [published] = await site.db.select().from(photos).where(eq(photos.id, id));
  const draft = randomUUID();

  expect((await turn(site, cookie, id, draft)).status).toBe(201);

  const rows = await site.db.select().from(photos).where(eq(photos.uid, user.uid));
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(published);
  expect((await site.app.request(`/fotos/${published?.key}/600.jpg`)).status).toBe(200);
});

test("a photo can be turned in a form that already has ten", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const draft = randomUUID();
  const id = await uploadPhoto(site, cookie, draft);
  const [row] = await site.db.select().from(photos).where(eq(photos.id, id));
  if (!row) throw new Error("the photo has no row");
  const others = Array.from({ length: 9 }, () => {
    const other = randomUUID();
    return { ...row, id: other, key: row.key.replace(id, other) };
  });
  await site.db.insert(photos).values(others);

  expect((await turn(site, cookie, id, draft)).status).toBe(201);

  expect(await site.db.$count(photos, eq(photos.uid, user.uid))).toBe(11);
});

test.each([
  ["of another advertiser", (id: string) => id],
  ["that does not exist", () => randomUUID()],
  ["with a malformed id", () => "x"],
])("a photo %s can't be turned", async (_, idFor) => {
  const site = sharedSite();
  const owner = await signIn(site);
  const stranger = await signIn(site);
  const draft = randomUUID();
  const id = await uploadPhoto(site, owner.cookie, draft);
  const before = await site.db.select().from(photos);
  expect((await turn(site, stranger.cookie, idFor(id), draft)).status).toBe(404);
  expect((await turn(site, "", idFor(id), draft)).status).toBe(401);
  expect(await site.db.select().from(photos)).toEqual(before);
});

test("turning takes a POST and the id of a form", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  const draft = randomUUID();
  const id = await uploadPhoto(site, cookie, draft);
  const read = await site.app.request(`/envios/${id}/girar/${draft}`, {
    headers: { Cookie: cookie },
  });
  expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
  expect((await turn(site, cookie, id, "x")).status).toBe(404);
  expect((await turn(site, cookie, id, "")).status).toBe(404);
});
