import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { uploadPhoto } from "../../testing/upload.ts";
import { photos } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";

const sharedSite = shareTestSite();

/** A picture that is red on the left and blue on the right. */
const red = { width: 300, height: 200, channels: 3, background: "#ff0000" } as const;
const blue = { ...red, width: 150, background: "#0000ff" };
const twoColours = await sharp({ create: red })
  .composite([{ input: { create: blue }, left: 150, top: 0 }])
  .jpeg()
  .toBuffer();

function turn(site: TestSite, cookie: string, id: string, draft: string, method = "POST") {
  return site.app.request(`/envios/${id}/girar/${draft}`, { method, headers: { Cookie: cookie } });
}

async function colourAt(site: TestSite, path: string, left: number, top: number) {
  const answer = await site.app.request(path);
  const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (data[0] ?? 0) > (data[2] ?? 0) ? "red" : "blue";
}

test("a photo is turned clockwise into one of its own, stays in its ad, and has room in a form of ten", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const draft = randomUUID();
  const id = await uploadPhoto(site, cookie, twoColours, draft);
  expect(await createListing(site.db, user.uid, listingInput(), [id])).toMatchObject({ ok: true });
  for (let n = 0; n < 9; n++) await createWaitingPhoto(site, user.uid, { draftId: draft });
  const [before] = await site.db.select().from(photos).where(eq(photos.id, id));

  const answer = await turn(site, cookie, id, draft);

  expect(answer.status).toBe(201);
  const { photo } = (await answer.json()) as { photo: { id: string; key: string } };
  expect(photo).toMatchObject({ width: 200, height: 300, widths: [180, 200] });
  expect(photo.key).toMatch(new RegExp(`/${photo.id}-foto$`));
  expect(photo.key).not.toBe(before?.key);
  for (const format of ["jpg", "avif"]) {
    const url = `/fotos/${photo.key}/200.${format}`;
    expect(await colourAt(site, url, 100, 30)).toBe("red");
    expect(await colourAt(site, url, 100, 270)).toBe("blue");
  }
  const rows = await site.db.select().from(photos).where(eq(photos.draftId, draft));
  expect(rows).toHaveLength(11);
  expect(rows).toContainEqual(before);
  expect(rows).toContainEqual(
    expect.objectContaining({ id: photo.id, sha256: before?.sha256, alt: before?.alt }),
  );
});

test("only one's own photos are turned, by a POST that names a form", async () => {
  const site = sharedSite();
  const [owner, stranger] = [await signIn(site), await signIn(site)];
  const draft = randomUUID();
  const id = await uploadPhoto(site, owner.cookie, twoColours, draft);
  const statuses = [];
  for (const asked of [id, randomUUID(), "x"]) {
    statuses.push((await turn(site, stranger.cookie, asked, draft)).status);
    statuses.push((await turn(site, "", asked, draft)).status);
  }
  expect(statuses).toEqual([404, 401, 404, 401, 404, 401]);
  for (const no of ["x", ""]) expect((await turn(site, owner.cookie, id, no)).status).toBe(404);
  const read = await turn(site, owner.cookie, id, draft, "GET");
  expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
  expect(await site.db.$count(photos, eq(photos.draftId, draft))).toBe(1);
});
