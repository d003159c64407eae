import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deleteAccount } from "../../testing/account-deletion.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { beginUpload } from "../../testing/upload.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { createListing, updateListing } from "../listings/publishing.server.ts";
import { cancelUpload } from "../uploads/uploads.server.ts";

/** A panorama, so that its other sizes follow later. */
const large = await makeJpeg(8000, 280);

interface Published {
  uid: string;
  cookie: string;
  password: string;
  id: string;
}

const removals: Record<string, (site: TestSite, ad: Published) => Promise<unknown>> = {
  "an account is deleted": (site, { cookie, password }) =>
    Promise.resolve(deleteAccount(site, cookie, password)),
  "an ad is deleted": ({ db, photoStore }, { uid, id }) => deleteListing(db, photoStore, uid, id),
  "a photo is taken out of an ad": async (site, { uid, id }) => {
    const photoIds = [await createWaitingPhoto(site, uid)];
    return updateListing(site, uid, id, { input: listingInput(), photoIds, version: 1 });
  },
};

async function upload(site: TestSite, cookie: string): Promise<string> {
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const begun = await beginUpload(ask, cookie, { size: large.length, bytes: large });
  return begun.headers.get("Location")?.split("/")[2] ?? "";
}

const listReceived = (site: TestSite) => readdir(join(site.dataDir, "envios"));

// Received files hold the position of the house.
test.each(Object.keys(removals))(
  "the received file of a photo whose sizes are due goes as soon as %s",
  async (name) => {
    const site = await openTestSite();
    const { user, cookie, password } = await signIn(site);
    const photoId = await upload(site, cookie);
    const published = await createListing(site.db, user.uid, listingInput(), [photoId]);
    if (!published.ok) throw new Error(published.message);
    expect(await listReceived(site)).toContain(photoId);

    await removals[name]?.(site, { uid: user.uid, cookie, password, id: published.id });

    expect(await listReceived(site)).toEqual([]);
  },
);

test("the received file of a photo that was never published goes with the account", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  await upload(site, cookie);
  await cancelUpload(site.db, site.photoStore, user.uid, await upload(site, cookie));
  expect(await listReceived(site)).toHaveLength(2);
  await deleteAccount(site, cookie, password);
  expect(await listReceived(site)).toEqual([]);
});
