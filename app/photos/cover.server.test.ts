import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { samplePhoto } from "../../testing/listing.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { createUser, openTestSite } from "../../testing/site.ts";
import { takePhoto } from "../uploads/uploads.server.ts";
import { sharedPhoto } from "./photo.ts";

/** The least compressible picture. */
const noise = sharp({
  create: {
    width: 1300,
    height: 900,
    channels: 3,
    background: "#808080",
    noise: { type: "gaussian", mean: 128, sigma: 90 },
  },
}).jpeg({ quality: 95 });

test.each([
  ["wide", await makeJpeg(2000, 1000, { detail: true })],
  ["upright", await makeJpeg(900, 1600)],
  ["small", await makeJpeg(300, 200)],
  ["full of noise", await noise.toBuffer()],
])("a photo that is %s has a cover of 1200 × 630 below 300 kB", async (_, bytes) => {
  const site = await openTestSite();
  const { uid } = await createUser(site);
  const file = { uid, draftId: randomUUID(), filename: "Píer.jpg", bytes };
  const taken = await takePhoto(site, file);
  if (!taken.ok) throw new Error(taken.message);
  const { photo } = taken;

  const shared = sharedPhoto(photo, "O píer");
  expect(shared).toEqual({
    path: `/fotos/${photo.key}/capa.jpg`,
    width: 1200,
    height: 630,
    alt: "O píer",
  });
  const answer = await site.app.request(shared?.path ?? "");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
  expect(answer.headers.get("Cache-Control")).toContain("immutable");
  const cover = Buffer.from(await answer.arrayBuffer());
  expect(cover.length).toBeLessThan(300_000);
  expect(await sharp(cover).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
});

test("a photo without a cover yet is not shared", () => {
  expect(sharedPhoto(samplePhoto({ cover: false }), "")).toBeUndefined();
});
