import { expect, test } from "vitest";
import { listOwnAds, publish, register } from "../../../testing/advertiser.ts";
import { shareTestSite } from "../../../testing/site.ts";

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
