import { expect, test } from "vitest";
import { askAt, listingForm, listOwnAds, post, register } from "../testing/advertiser.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { openPage, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();

/** Publishes an ad with one photo of this size; returns its path. */
async function publishPhoto(width: number, height: number): Promise<string> {
  const ask = askAt(site.url);
  const cookie = await register(ask);
  const form = listingForm({}, [await makeJpeg(width, height)]);
  expect((await ask("/posts/create", post(form, cookie))).status).toBe(302);
  const [id] = await listOwnAds(ask, cookie);
  return `/posts/${id}`;
}

test.each([390, 1440])("at %i px a portrait that is the only photo shows whole", async (width) => {
  const { page } = await openPage(browser, { viewport: { width, height: 900 } });
  await visit(page, site.url + (await publishPhoto(900, 1600)));
  const photo = page.getByRole("img", { name: "Foto 1 do imóvel" });
  expect(await photo.evaluate((img) => getComputedStyle(img).objectFit)).toBe("contain");
  const { width: shown = 0, height = 0 } = (await photo.boundingBox()) ?? {};
  // Neither a strip nor taller than the screen.
  expect(height).toBeGreaterThan(300);
  expect(height).toBeLessThanOrEqual(Math.max(560, shown));
});

test("at 1440 px a tiny photo isn't blown up to the gallery's size", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await visit(page, site.url + (await publishPhoto(240, 180)));
  const box = await page.getByRole("img", { name: "Foto 1 do imóvel" }).boundingBox();
  expect(box?.height).toBe(320);
  expect(box?.width).toBeLessThan(430);
});
