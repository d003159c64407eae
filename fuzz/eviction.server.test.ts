import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { posts } from "../app/db/schema.ts";
import { locationOptions } from "../app/listings/fields.ts";
import { listListings } from "../app/listings/listings.server.ts";
import { openCachingSite, publish, renders, see } from "../testing/caching-site.ts";
import type { TestSite } from "../testing/site.ts";

/** Made-up addresses that are asked for, 10,000 by `npm run fuzz`, and how many at once. */
const madeUpCount = process.env.FUZZ_MINUTES ? 10_000 : 1_500;
const atOnce = 8;

/** Every kind of page a visitor can come by, and its data. */
async function listRealPages(site: TestSite): Promise<string[]> {
  const ids = await site.db.select({ id: posts.id }).from(posts);
  const { next } = await listListings(site.db);
  const places = locationOptions.map(
    (place) => `/search?${new URLSearchParams({ localizacao: place })}`,
  );
  const lists = ["/", "/search", "/search?q=500", `/?depois=${next}`, ...places];
  const pages = ["/blog", "/plans", "/about", "/onde-visitar", "/detalhes/1", "/detalhes/6"];
  const ads = ids.map(({ id }) => `/posts/${id}`);
  const data = ["/_.data", "/search.data", "/plans.data", ...ads.map((path) => `${path}.data`)];
  return [...lists, ...pages, ...ads, ...data];
}

type MakeUp = (n: number) => string;

/** Addresses that lead to a page there is. */
const misspelt: MakeUp[] = [
  (n) => `/?depois=${n}`,
  (n) => `/search?depois=${n}.x&localizacao=Turvo`,
  (n) => `/search?q=x${"y".repeat(n % 300)}&utm_source=${n}`,
  (n) => `/search.data?_routes=rota-${n}`,
  (n) => `/_.data?index=${n}&_routes=root,${n}&x=${n}`,
];

/** Addresses each of which is a page of its own, or none. */
const invented: MakeUp[] = [
  (n) => `/?depois=${1_790_000_000_000_000 + n}.${crypto.randomUUID()}`,
  (n) => `/search?q=${n}`,
  (n) => `/search?localizacao=Lugar+${n}`,
  (n) => `/posts/${crypto.randomUUID()}?${n}`,
  (n) => `/blog/artigo-${n}`,
];

/** A made-up address; one in five is invented, since each of those is rendered. */
function makeUp(n: number): string {
  const kinds = n % 5 === 0 ? invented : misspelt;
  return kinds[Math.floor(n / 5) % kinds.length]?.(n) ?? "";
}

test(`${madeUpCount} made-up addresses leave every real page in the cache`, {
  timeout: 300_000,
}, async () => {
  const site = await openCachingSite();
  const { user } = await publish(site);
  await site.db.execute(sql`
    insert into posts (uid, title, body, "valorFds", "valorDiaria", telefone, localizacao, "createdBy")
    select ${user.uid}, 'Rancho ' || n, 'Na beira.', '100', '90', '37900000000', 'Guapé', 'Maria'
    from generate_series(1, 40) n`);
  await expect.poll(() => see(site, "/")).toMatch(/>Rancho \d+</);
  const real = await listRealPages(site);
  // A price or a later part of a list is kept from the second request on.
  for (const path of [...real, ...real]) await see(site, path);
  const before = renders(site);
  for (const path of real) await see(site, path);
  expect(renders(site)).toBe(before);

  const madeUp = Array.from({ length: madeUpCount }, (_, n) => makeUp(n));
  const waiting = madeUp.values();
  const start = performance.now();
  async function askOn(): Promise<void> {
    for (const path of waiting) expect((await site.app.request(path)).status).toBeLessThan(500);
  }
  await Promise.all(Array.from({ length: atOnce }, askOn));
  const seconds = Math.round((performance.now() - start) / 1000);

  const asked = renders(site);
  for (const path of real) await see(site, path);
  const figures = site.pageCache?.figures();
  console.info(
    JSON.stringify({ real: real.length, rendered: asked - before, seconds, ...figures }),
  );
  expect(renders(site)).toBe(asked);
});
