import { expect, test } from "vitest";
import { listOwnAds, publish, register } from "../../../testing/advertiser.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  shareTestSite,
} from "../../../testing/site.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { photoWidths, shortenId } from "../../photos/photo.ts";

const open = shareTestSite();

test("without script a photo links to its largest JPEG, and 'Compartilhar' to WhatsApp", async () => {
  const { app } = open();
  const ask = async (path: string, init?: RequestInit) => app.request(path, init);
  const cookie = await register(ask);
  await publish(ask, cookie);
  const [id] = await listOwnAds(ask, cookie);
  const html = await (await ask(`/posts/${id}`)).text();
  const [, photo = ""] = /<a[^>]*href="(\/fotos\/[^"]+\.jpg)"/.exec(html) ?? [];
  const widths = [...html.matchAll(/\/(\d+) (\d+)w/g)].map(([, width]) => Number(width));
  expect(photo).toMatch(new RegExp(`/${Math.max(...widths)}\\.jpg$`));
  expect((await ask(photo)).headers.get("Content-Type")).toBe("image/jpeg");
  const [, link = ""] = /href="(https:\/\/wa\.me\/\?text=[^"]+)"/.exec(html) ?? [];
  expect(decodeURIComponent(link)).toContain(`http://localhost/posts/${id}`);
});

test("every photo of the carousel is offered in 800, 1600 and 3200 px", async () => {
  const site = open();
  const { uid } = await createUser(site);
  const widths = [...photoWidths];
  const photos = [
    await createWaitingPhoto(site, uid, { widths }),
    await createWaitingPhoto(site, uid, { widths }),
  ];
  const published = await createListing(site.db, uid, listingInput(), photos);
  if (!published.ok) throw new Error(published.message);
  const html = await (await site.app.request(`/posts/${published.id}`)).text();
  for (const id of photos.map(shortenId)) {
    const offered = Array.from(
      html.matchAll(new RegExp(`${id}/\\d+ (\\d+)w`, "g")),
      ([, px]) => px,
    );
    expect([...new Set(offered)]).toEqual(expect.arrayContaining(["800", "1600", "3200"]));
  }
});
