import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { posts } from "../app/db/schema.ts";
import { listListings } from "../app/listings/listings.server.ts";
import { locationOptions } from "../app/region/locations.ts";
import { openCachingSite, publish, renders, see } from "../testing/caching-site.ts";
import type { TestSite } from "../testing/site.ts";
import { soakMinutes } from "../testing/soak.ts";

const madeUpCount = soakMinutes === null ? 1_000 : 10_000;
const concurrency = 8;

/** Lists every kind of page, and its data. */
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

/** Changes to URLs that lead to the same page. */
const variants: MakeUp[] = [
  (n) => `/?depois=${n}`,
  (n) => `/search?depois=${n}.x&localizacao=Turvo`,
  (n) => `/search?q=x${"y".repeat(n % 300)}&utm_source=${n}`,
  (n) => `/search?entrada=&saida=&pessoas=&ordem=novos&lazer=&x=${n}`,
  (n) => `/search.data?_routes=rota-${n}`,
  (n) => `/_.data?index=${n}&_routes=root,${n}&x=${n}`,
];

/** URLs of pages that are new, or don't exist. */
const invented: MakeUp[] = [
  (n) => `/?depois=${1_790_000_000_000_000 + n}.${crypto.randomUUID()}`,
  (n) => `/search?q=${n}`,
  (n) => `/search?localizacao=Lugar+${n}`,
  (n) => `/search?entrada=${addDays(today(), n % 500)}&saida=${addDays(today(), (n % 500) + 2)}`,
  (n) => `/search?entrada=${n}&saida=x&pessoas=x${n}&lazer=${n}&ordem=${n}`,
  (n) => `/search?pessoas=${1 + (n % 999)}&lazer=Sauna&lazer=Piscina`,
  (n) => `/posts/${crypto.randomUUID()}?${n}`,
  (n) => `/blog/artigo-${n}`,
];

/** Only one URL in five is invented, since each of those has to be rendered. */
function makeUp(n: number): string {
  const kinds = n % 5 === 0 ? invented : variants;
  return kinds[Math.floor(n / 5) % kinds.length]?.(n) ?? "";
}

test(`${madeUpCount} made-up URLs evict no real page from the cache`, {
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
  // Prices and later pages of a list are cached from the second request on.
  for (const path of [...real, ...real]) await see(site, path);
  const before = renders(site);
  for (const path of real) await see(site, path);
  expect(renders(site)).toBe(before);

  const madeUp = Array.from({ length: madeUpCount }, (_, n) => makeUp(n));
  const queue = madeUp.values();
  const start = performance.now();
  async function requestNext(): Promise<void> {
    for (const path of queue) expect((await site.app.request(path)).status).toBeLessThan(500);
  }
  await Promise.all(Array.from({ length: concurrency }, requestNext));
  const seconds = Math.round((performance.now() - start) / 1000);

  const afterwards = renders(site);
  for (const path of real) await see(site, path);
  const figures = site.pageCache?.figures();
  console.info(
    JSON.stringify({ real: real.length, rendered: afterwards - before, seconds, ...figures }),
  );
  expect(renders(site)).toBe(afterwards);
});
