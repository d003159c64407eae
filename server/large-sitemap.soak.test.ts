import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { longRunningTimeouts, openDatabase } from "../app/platform/db/client.server.ts";
import { createUser, openTestSite } from "../testing/site.ts";
import { readSitemap } from "../testing/sitemap.ts";

const siteUrl = "https://mardeminas.com.br";

test("more than 50,000 addresses are split into parts without duplicates or gaps", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const { uid } = await createUser(site);
  const { db, close } = openDatabase(site.databaseUrl, () => undefined, longRunningTimeouts);
  onTestFinished(close);
  await db.execute(sql`
    insert into posts (uid, title, body, "valorFds", telefone, localizacao, "createdBy")
    select ${uid}, 'Rancho', 'Na beira.', '100', '37900010264', 'Turvo', 'Maria'
    from generate_series(1, 50100)`);

  const index = await readSitemap(site, "/sitemap.xml");
  expect(index.xml).toContain("<sitemapindex");
  expect(index.places).toEqual([`${siteUrl}/sitemap-1.xml`, `${siteUrl}/sitemap-2.xml`]);
  const one = await readSitemap(site, "/sitemap-1.xml");
  const two = await readSitemap(site, "/sitemap-2.xml");
  expect(one.places).toHaveLength(50_000);
  expect(two.places).toHaveLength(13 + 10 + 6 + 6 + 10 + 100);
  expect(new Set([...one.places, ...two.places]).size).toBe(50_145);
});
