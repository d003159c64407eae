import { expect, onTestFinished, test, vi } from "vitest";
import { updateListing } from "../app/domain/listings/publishing.server.ts";
import { publish } from "../testing/caching-site.ts";
import { listingInput, shareTestSite } from "../testing/site.ts";
import { readSitemap } from "../testing/sitemap.ts";

const siteUrl = "https://mardeminas.com.br";

/** A tenth of the usual limit: six requests an hour from each address. */
const sharedSite = shareTestSite({ SITE_URL: siteUrl, RATE_LIMIT_FACTOR: "0.1" });

test("many readers cost one reading of the ads, and each address may only ask so often", async () => {
  const site = sharedSite();
  const query = vi.spyOn(site.db.$client, "query");
  onTestFinished(() => query.mockRestore());
  const ask = (address: string) =>
    site.app.request("/sitemap.xml", {}, { incoming: { socket: { remoteAddress: address } } });
  const readings = () => {
    const texts = query.mock.calls.map((call) => JSON.stringify(call));
    return texts.filter((text) => !text.includes("rate_limits")).length;
  };
  expect((await ask("198.51.100.1")).status).toBe(200);
  const first = readings();
  expect(first).toBeGreaterThan(0);
  for (const address of [...Array(5).fill("198.51.100.1"), "198.51.100.2"]) {
    expect((await ask(address)).status).toBe(200);
  }
  expect(readings()).toBe(first);

  const refused = await ask("198.51.100.1");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.text()).toBe(
    "Muitas tentativas em pouco tempo. Espere alguns minutos e tente de novo.",
  );
  expect((await ask("198.51.100.3")).status).toBe(200);
});

test("the sitemap lists every page once, ads with their last change, and is kept for a minute", async () => {
  const site = sharedSite();
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  // A sitemap is kept for a minute.
  const passTime = () => clock.mockReturnValue(performance.now() + 61_000);
  passTime();
  const { user, photoId, id } = await publish(site);
  const first = await readSitemap(site, "/sitemap.xml");
  expect(first.places).toHaveLength(13 + 10 + 6 + 6 + 10 + 1);
  expect(new Set(first.places).size).toBe(first.places.length);
  const lastmod = (xml: string) => /\/posts\/.*?<lastmod>(.*?)<\/lastmod>/.exec(xml)?.[1] ?? "";
  expect(Date.parse(lastmod(first.xml))).toBeGreaterThan(Date.now() - 60_000);
  const edit = { input: listingInput(), photoIds: [photoId], version: 1 };
  await updateListing(site, user.uid, id, edit);
  expect(await readSitemap(site, "/sitemap.xml")).toEqual(first);
  passTime();
  const later = await readSitemap(site, "/sitemap.xml");
  expect(lastmod(later.xml) > lastmod(first.xml)).toBe(true);
  expect((await site.app.request("/sitemap-2.xml")).status).toBe(404);
  expect((await site.app.request("/sitemap-0.xml")).status).toBe(404);
});
