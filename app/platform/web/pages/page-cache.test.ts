import { expect, test } from "vitest";
import type { FinishedPage } from "./finished-page.server.ts";
import { createPageCache } from "./page-cache.server.ts";

function page(name: string, bytes = 1000): FinishedPage {
  const body = { bytes: Buffer.from(name), etag: `"${name}"`, headers: {} };
  return { status: 200, isCacheable: true, bytes, brotli: body, gzip: body };
}

const of = (dependsOn: string[]) => ({ dependsOn, isUnbounded: false });
const oneOfMany = { dependsOn: [], isUnbounded: true };

/** A cache that hears of changes, and whose rendering ends on demand. */
function listeningCache(maxBytes = 100_000, readPeriod = () => "") {
  const cache = createPageCache(maxBytes, readPeriod);
  cache.setListening(true);
  return cache;
}

function held(): { render: () => Promise<FinishedPage>; finish: (made: FinishedPage) => void } {
  const { promise, resolve } = Promise.withResolvers<FinishedPage>();
  return { render: () => promise, finish: resolve };
}

test("concurrent requests for an uncached page render it once", async () => {
  const cache = listeningCache();
  const { render, finish } = held();
  const crowd = Array.from({ length: 50 }, () => cache.load("/", of(["anuncios"]), render));
  finish(page("uma"));
  expect(new Set(await Promise.all(crowd)).size).toBe(1);
  expect(cache.figures()).toMatchObject({ renders: 1, joined: 49, pages: 1 });
  expect(cache.find("/")?.gzip.etag).toBe('"uma"');
});

test("a change drops the pages that depend on it, and no others", async () => {
  const cache = listeningCache();
  await cache.load("/", of(["anuncios"]), async () => page("início"));
  await cache.load("/blog", of([]), async () => page("blog"));
  await cache.load("/posts/1", of(["anuncio 1"]), async () => page("um"));
  await cache.load("/posts/2", of(["anuncio 2"]), async () => page("dois"));
  cache.drop(["anuncios", "anuncio 1"]);
  expect(["/", "/blog", "/posts/1", "/posts/2"].map((key) => cache.find(key) !== null)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test("a page also depends on tags that it names while rendering", async () => {
  const cache = listeningCache();
  const render = async (dependOn: (tags: readonly string[]) => void) => {
    dependOn(["anuncio 2"]);
    return page("um");
  };
  await cache.load("/posts/1", of(["anuncio 1"]), render);
  cache.drop(["anuncio 3"]);
  expect(cache.find("/posts/1")).not.toBeNull();
  cache.drop(["anuncio 2"]);
  expect(cache.find("/posts/1")).toBeNull();

  await cache.load("/posts/1", of(["anuncio 1"]), async (dependOn) => {
    cache.drop(["anuncio 2"]);
    return render(dependOn);
  });
  expect(cache.find("/posts/1")).toBeNull();
});

test("a page rendered during a change is sent to those who asked before it, but not kept", async () => {
  const cache = listeningCache();
  const before = held();
  const early = cache.load("/", of(["anuncios"]), before.render);
  cache.drop(["anuncios"]);
  const late = cache.load("/", of(["anuncios"]), async () => page("depois"));
  expect((await late).gzip.etag).toBe('"depois"');
  before.finish(page("antes"));
  expect((await early).gzip.etag).toBe('"antes"');
  expect(cache.find("/")?.gzip.etag).toBe('"depois"');
});

test("the cache keeps nothing while the change feed is down", async () => {
  const cache = listeningCache();
  await cache.load("/", of(["anuncios"]), async () => page("antes"));
  cache.setListening(false);
  expect(cache.find("/")).toBeNull();
  await cache.load("/", of(["anuncios"]), async () => page("surda"));
  expect(cache.find("/")).toBeNull();
  cache.setListening(true);
  await cache.load("/", of(["anuncios"]), async () => page("ouve"));
  expect(cache.find("/")?.gzip.etag).toBe('"ouve"');
});

test("no page outlives the period in which its rendering began", async () => {
  let period = "am";
  const cache = listeningCache(undefined, () => period);
  await cache.load("/", of([]), async () => page("manhã"));
  const rendering = held();
  const early = cache.load("/blog", of([]), rendering.render);
  period = "pm";
  expect(cache.find("/")).toBeNull();
  rendering.finish(page("blog"));
  await early;
  expect(cache.find("/blog")).toBeNull();
  await cache.load("/", of([]), async () => page("tarde"));
  expect(cache.find("/")?.gzip.etag).toBe('"tarde"');
});

test("its bytes are bounded; the least recently used page is evicted first", async () => {
  const cache = listeningCache(10_000);
  for (let number = 0; number < 100; number++) {
    await cache.load(`/posts/${number}`, of([]), async () => page(String(number), 2000));
    cache.find("/posts/0");
    expect(cache.figures().bytes).toBeLessThanOrEqual(10_000);
  }
  expect(cache.find("/posts/0")).not.toBeNull();
  expect(cache.find("/posts/1")).toBeNull();
  expect(cache.find("/posts/99")).not.toBeNull();
});

test("more changes than can be remembered drop everything, and the cache continues", async () => {
  const cache = listeningCache();
  await cache.load("/posts/a", of(["anuncio a"]), async () => page("a"));
  for (let number = 0; number < 60_000; number++) cache.drop([`anuncio ${number}`]);
  expect(cache.find("/posts/a")).toBeNull();
  await cache.load("/posts/a", of(["anuncio a"]), async () => page("a"));
  expect(cache.find("/posts/a")).not.toBeNull();
});

test("failed and personal pages are not kept", async () => {
  const cache = listeningCache();
  const failing = async () => {
    throw new Error("sem banco");
  };
  await expect(cache.load("/", of([]), failing)).rejects.toThrow("sem banco");
  await cache.load("/", of([]), async () => ({ ...page("só sua"), isCacheable: false }));
  expect(cache.find("/")).toBeNull();
});

test("unbounded pages never displace others, however often they are requested", async () => {
  const cache = listeningCache(100_000);
  const few = Array.from({ length: 30 }, (_, n) => `/posts/${n}`);
  for (const key of few) await cache.load(key, of([]), async () => page(key, 2000));
  for (let n = 0; n < 10_000; n++) {
    const key = `/search?q=${n}`;
    await cache.load(key, oneOfMany, async () => page(key, 2000));
    await cache.load(key, oneOfMany, async () => page(key, 2000));
    expect(cache.figures().bytes).toBeLessThanOrEqual(100_000);
  }
  expect(few.filter((key) => cache.find(key) === null)).toEqual([]);
});

test("an unbounded page requested once does not displace one requested twice", async () => {
  const cache = listeningCache(100_000);
  const load = (key: string) => cache.load(key, oneOfMany, async () => page(key, 2000));
  const popular = ["/search?q=500", "/?depois=1"];
  for (const key of [...popular, ...popular]) await load(key);
  for (let n = 0; n < 10_000; n++) await load(`/search?q=${n}&localizacao=Turvo`);
  expect(popular.filter((key) => cache.find(key) === null)).toEqual([]);
});
