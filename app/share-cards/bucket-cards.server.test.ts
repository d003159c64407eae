import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { createUser, listingInput, openTestSite } from "../../testing/site.ts";
import { shareCards } from "../db/share-card-schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { createListing } from "../listings/publishing.server.ts";
import { takePhoto } from "../uploads/uploads.server.ts";
import { drawDueCards } from "./share-cards.server.ts";
import { sweepCards } from "./sweep-cards.server.ts";

let folder: string;
let bucket: TestBucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mar-de-minas-cartoes-"));
  bucket = await startBucket(folder);
});

afterAll(async () => {
  await bucket?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("cards are stored in the bucket, drawn after an outage, served from it, and deleted", async () => {
  const site = await openTestSite(bucket.env);
  const { uid } = await createUser(site);
  const bytes = await makeJpeg(1600, 1200);
  const taken = await takePhoto(site, { uid, draftId: randomUUID(), filename: "a.jpg", bytes });
  if (!taken.ok) throw new Error(taken.message);
  const published = await createListing(site.db, uid, listingInput(), [taken.photo.id]);
  if (!published.ok) throw new Error(published.message);

  const failures: unknown[] = [];
  const draw = () => drawDueCards(site, { onFailure: (error) => failures.push(error) });
  bucket.fail("away");
  await draw();
  expect(failures).toHaveLength(1);
  bucket.fail(null);
  await site.db.update(shareCards).set({ retryAt: sql`now()` });
  await draw();
  expect(failures).toHaveLength(1);

  const [card] = await site.db.select().from(shareCards);
  expect(await bucket.keys()).toContain(card?.key);
  const answer = await site.app.request(`/fotos/${card?.key}`);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  expect(answer.headers.get("Cache-Control")).toContain("immutable");
  await answer.arrayBuffer();
  expect(await sweepCards(site.db, site.photoStore)).toBe(0);

  await deleteListing(site.db, site.photoStore, uid, published.id);
  expect((await bucket.keys()).filter((key) => key.startsWith("cartoes/"))).toEqual([]);
});
