import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { endlessPatience, openDatabase } from "../app/db/client.server.ts";
import { createListing, updateListing } from "../app/listings/publishing.server.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  type TestSite,
} from "../testing/site.ts";

const siteUrl = "https://mardeminas.com.br";
const schema = readFileSync(new URL("../testing/sitemap.xsd", import.meta.url), "utf8");

async function read(site: TestSite, path: string) {
  const answer = await site.app.request(path);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  const xml = await answer.text();
  const { errors } = await validateXML({
    xml: { fileName: "sitemap.xml", contents: xml },
    schema,
    initialMemoryPages: 1024,
    maxMemoryPages: 8192,
  });
  expect(errors, path).toEqual([]);
  return { xml, places: [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place = ""]) => place) };
}

test("the sitemap lists every page once, ads with their last change", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const user = await createUser(site, { postsPermitidos: 2 });
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  const first = await read(site, "/sitemap.xml");
  expect(first.places).toHaveLength(9 + 6 + 6 + 10 + 1);
  expect(new Set(first.places).size).toBe(first.places.length);
  for (const path of ["/", "/plans", "/detalhes/6", `/posts/${published.id}`]) {
    expect(first.places).toContain(siteUrl + path);
  }
  for (const path of first.places) {
    const answer = await site.app.request(path.slice(siteUrl.length));
    expect(answer.status, path).toBe(200);
    expect(await answer.text(), path).not.toMatch(/name="robots" content="noindex/);
  }

  const lastmod = (xml: string) => /\/posts\/.*?<lastmod>(.*?)<\/lastmod>/.exec(xml)?.[1] ?? "";
  expect(Date.parse(lastmod(first.xml))).toBeGreaterThan(Date.now() - 60_000);
  await updateListing(site.db, site.photoStore, user.uid, published.id, 1, listingInput(), [photo]);
  const later = await read(site, "/sitemap.xml");
  expect(lastmod(later.xml) > lastmod(first.xml)).toBe(true);
  expect((await site.app.request("/sitemap-2.xml")).status).toBe(404);
  expect((await site.app.request("/sitemap-0.xml")).status).toBe(404);
});

test("more than 50,000 addresses are split into parts without duplicates or gaps", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const { uid } = await createUser(site);
  const { db, close } = openDatabase(site.databaseUrl, () => undefined, endlessPatience);
  onTestFinished(close);
  await db.execute(sql`
    insert into posts (uid, title, body, "valorFds", telefone, localizacao, "createdBy")
    select ${uid}, 'Rancho', 'Na beira.', '100', '37900010264', 'Turvo', 'Maria'
    from generate_series(1, 50100)`);

  const index = await read(site, "/sitemap.xml");
  expect(index.xml).toContain("<sitemapindex");
  expect(index.places).toEqual([`${siteUrl}/sitemap-1.xml`, `${siteUrl}/sitemap-2.xml`]);
  const one = await read(site, "/sitemap-1.xml");
  const two = await read(site, "/sitemap-2.xml");
  expect(one.places).toHaveLength(50_000);
  expect(two.places).toHaveLength(9 + 6 + 6 + 10 + 100);
  expect(new Set([...one.places, ...two.places]).size).toBe(50_131);
});
