import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { photos, posts, unavailableDays, users } from "../app/db/schema.ts";
import { deleteListing } from "../app/listings/deletion.server.ts";
import { createListing, updateListing } from "../app/listings/publishing.server.ts";
import { redirectWithFlash } from "../app/site/flash.server.ts";
import { openCachingSite, publish, renders, see } from "../testing/caching-site.ts";
import { cookiesOf } from "../testing/cookies.ts";
import { patience } from "../testing/patience.ts";
import { createWaitingPhoto, listingInput, signIn, type TestSite } from "../testing/site.ts";

/** Waits until a site has heard of every earlier commit; changes arrive in order. */
async function hearAll(site: TestSite): Promise<void> {
  const page = "/search?localizacao=Piumhi";
  await see(site, page);
  const before = renders(site);
  await site.db.execute(sql`select pg_notify('anuncios_mudaram', 'x Piumhi')`);
  await vi.waitFor(async () => {
    await see(site, page);
    expect(renders(site)).not.toBe(before);
  }, patience);
}

test("a public page is rendered once and sent compressed, with an ETag", async () => {
  const site = await openCachingSite();
  await publish(site);
  await hearAll(site);
  const plain = await site.app.request("/search");
  const text = await plain.text();
  const before = renders(site);

  const brotli = await site.app.request("/search", {
    headers: { "Accept-Encoding": "gzip, deflate, br" },
  });
  expect(brotli.headers.get("Content-Encoding")).toBe("br");
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(text);
  const gzip = await site.app.request("/search", {
    headers: { "Accept-Encoding": "gzip, br;q=0" },
  });
  expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text);

  const etags = [plain, brotli, gzip].map((answer) => answer.headers.get("ETag"));
  expect(new Set(etags).size).toBe(3);
  for (const answer of [plain, brotli, gzip]) {
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding, Cookie");
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
  }
  const again = await site.app.request("/search", {
    headers: { "Accept-Encoding": "br", "If-None-Match": etags[1] ?? "" },
  });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("ETag")).toBe(etags[1]);
  expect(again.headers.has("Content-Encoding")).toBe(false);
  const head = await site.app.request("/search", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(Number(head.headers.get("Content-Length"))).toBe(Buffer.byteLength(text));
  expect(renders(site)).toBe(before);
});

test("concurrent requests for an uncached page render it once", async () => {
  const site = await openCachingSite();
  const before = renders(site) ?? 0;
  const crowd = await Promise.all(Array.from({ length: 40 }, () => see(site, "/search?q=900")));
  expect(new Set(crowd).size).toBe(1);
  expect(renders(site)).toBe(before + 1);
});

test("through Node's server the cached page equals the rendered one", async () => {
  const site = await openCachingSite();
  await publish(site);
  await hearAll(site);
  const server = createServer(site.listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (path: string, init?: RequestInit) => fetch(url + path, init);

  const first = await ask("/");
  const text = await first.text();
  const before = renders(site);
  const second = await ask("/?fbclid=abc");
  expect(await second.text()).toBe(text);
  expect(renders(site)).toBe(before);
  const unlike = [
    "x-request-id",
    "date",
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-length",
  ];
  const headersOf = (answer: Response) =>
    Object.fromEntries([...answer.headers].filter(([name]) => !unlike.includes(name)));
  expect(headersOf(second)).toEqual(headersOf(first));
  expect(headersOf(second)).toMatchObject({
    "content-security-policy": expect.stringContaining("script-src 'self';"),
    "x-content-type-options": "nosniff",
  });
  const held = await ask("/", { headers: { "If-None-Match": second.headers.get("ETag") ?? "" } });
  expect(held.status).toBe(304);
  const head = await ask("/", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

const changes: [string, (site: TestSite, ad: Awaited<ReturnType<typeof publish>>) => unknown][] = [
  [
    "its owner edits it",
    async (site, { user, id, photoId }) => {
      const input = listingInput({ title: "Casa Nova" });
      const edit = { input, photoIds: [photoId], version: 1 };
      const edited = await updateListing(site, user.uid, id, edit);
      if (!edited.ok) throw new Error("not edited");
    },
  ],
  [
    "one of its rows is changed by hand",
    (site, { id }) => site.db.update(posts).set({ title: "Casa Nova" }).where(eq(posts.id, id)),
  ],
  [
    "a photo changes",
    (site, { id }) =>
      site.db.update(photos).set({ alt: "Píer ao entardecer" }).where(eq(photos.postId, id)),
  ],
  [
    "a day becomes unavailable",
    (site, { id }) => site.db.insert(unavailableDays).values({ postId: id, day: "2027-01-09" }),
  ],
  [
    "its owner's plan changes",
    (site, { user }) =>
      site.db.update(users).set({ plano: "profissional" }).where(eq(users.id, user.uid)),
  ],
];

test.each(changes)(
  "when %s, other sites show it instead of the page they had cached",
  async (_what, change) => {
    const here = await openCachingSite();
    const ad = await publish(here);
    const there = await openCachingSite(here.databaseUrl);
    const paths = [`/posts/${ad.id}`];
    if (_what !== "a day becomes unavailable")
      paths.push("/", "/search?localizacao=Escarpas+do+Lago");
    const before = await Promise.all(paths.map((path) => see(there, path)));
    await change(here, ad);
    await vi.waitFor(async () => {
      const after = await Promise.all(paths.map((path) => see(there, path)));
      for (const [index, text] of after.entries()) expect(text).not.toBe(before[index]);
    }, patience);
  },
);

test("a change of an ad drops the page of its owner's other ad, which shows it", async () => {
  const site = await openCachingSite();
  const { user, id } = await publish(site, { title: "Rancho da Enseada" });
  const photo = await createWaitingPhoto(site, user.uid);
  const path = `/posts/${id}`;
  expect(await see(site, path)).not.toContain("Também de");
  const input = listingInput({ title: "Casa do Píer", localizacao: "Turvo" });
  const other = await createListing(site.db, user.uid, input, [photo]);
  if (!other.ok) throw new Error(other.message);
  await vi.waitFor(async () => {
    expect(await see(site, path)).toContain(`href="/posts/${other.id}"`);
  }, patience);
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, other.id));
  await vi.waitFor(async () => {
    expect(await see(site, path)).not.toContain(other.id);
  }, patience);
});

test("other sites show new ads and hide deleted ones, in spite of their caches", async () => {
  const here = await openCachingSite();
  const there = await openCachingSite(here.databaseUrl);
  expect(await see(there, "/")).toContain("Não foram encontrados posts");
  const { user, id } = await publish(here);
  await vi.waitFor(
    async () => expect(await see(there, "/")).toContain("Rancho Beira d’Água"),
    patience,
  );
  expect((await there.app.request(`/posts/${id}`)).status).toBe(200);
  await deleteListing(here.db, here.photoStore, user.uid, id);
  await vi.waitFor(async () => {
    expect((await there.app.request(`/posts/${id}`)).status).toBe(410);
    expect(await see(there, "/")).toContain("Não foram encontrados posts");
  }, patience);
});

test("an ad whose deletion failed is back on every site", async () => {
  const here = await openCachingSite();
  const there = await openCachingSite(here.databaseUrl);
  const { user, id } = await publish(here);
  const store = Promise.withResolvers<void>();
  const deleteAll = vi
    .spyOn(here.photoStore.disk, "deleteAll")
    .mockImplementation(() => store.promise);
  const deletion = deleteListing(here.db, here.photoStore, user.uid, id);
  const lists = ["/", "/search?localizacao=Escarpas+do+Lago"];
  await vi.waitFor(async () => {
    expect(deleteAll).toHaveBeenCalled();
    for (const path of lists) expect(await see(there, path)).not.toContain("Rancho Beira d’Água");
  }, patience);
  await hearAll(there);
  for (const path of lists) await see(there, path);

  store.reject(new Error("armazenamento fora do ar"));
  expect(await deletion).toMatchObject({ ok: false, reason: "images" });
  await vi.waitFor(async () => {
    for (const path of lists) expect(await see(there, path)).toContain("Rancho Beira d’Água");
    expect((await there.app.request(`/posts/${id}`)).status).toBe(200);
  }, patience);
});

test("a moved ad leaves the page of its former place", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site);
  const from = "/search?localizacao=Escarpas+do+Lago";
  expect(await see(site, from)).toContain("Rancho Beira d’Água");
  expect(await see(site, "/search?localizacao=Turvo")).not.toContain("Rancho Beira d’Água");
  await site.db.update(posts).set({ localizacao: "Turvo" }).where(eq(posts.id, id));
  await vi.waitFor(async () => {
    expect(await see(site, from)).not.toContain("Rancho Beira d’Água");
    expect(await see(site, "/search?localizacao=Turvo")).toContain("Rancho Beira d’Água");
  }, patience);
});

test("a change in one place does not drop the pages of others", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site);
  await hearAll(site);
  await see(site, "/search?localizacao=Turvo");
  await see(site, "/blog");
  const ofAd = await see(site, `/posts/${id}`);
  await site.db.update(posts).set({ title: "Casa Nova" }).where(eq(posts.id, id));
  await vi.waitFor(async () => expect(await see(site, `/posts/${id}`)).not.toBe(ofAd), patience);
  const before = renders(site);
  await see(site, "/search?localizacao=Turvo");
  await see(site, "/blog");
  expect(renders(site)).toBe(before);
});

test("a large change is announced once and drops everything", async () => {
  const site = await openCachingSite();
  const { user } = await publish(site);
  await see(site, "/");
  await site.db.execute(sql`
    insert into posts (uid, title, body, "valorFds", telefone, localizacao, "createdBy")
    select ${user.uid}, 'Rancho ' || n, 'x', '100', '37900000000', 'Guapé', 'Maria'
    from generate_series(1, 300) n`);
  await vi.waitFor(async () => expect(await see(site, "/")).toMatch(/>Rancho \d+</), patience);
});

test("a flash message reaches only the browser it is meant for", async () => {
  const site = await openCachingSite();
  const Cookie = cookiesOf(await redirectWithFlash("/", { kind: "success", text: "Só para você" }));
  const ask = async (headers: Record<string, string>) => {
    const answer = await site.app.request("/", { headers });
    return (await answer.text()).includes("Só para você");
  };
  expect(await ask({})).toBe(false);
  expect(await ask({ Cookie })).toBe(true);
  expect(await ask({})).toBe(false);
});

test("a site that loses its change feed caches nothing until it reconnects", async () => {
  const site = await openCachingSite();
  await publish(site);
  await see(site, "/");
  await site.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'Mar de Minas, changes'`);
  await vi.waitFor(() => expect(site.pageCache?.figures().pages).toBe(0), patience);
  // Nobody hears of this change, but the page shows it.
  await site.db.execute(sql`update posts set title = 'Casa Surda'`);
  expect(await see(site, "/")).toContain("Casa Surda");
  await vi.waitFor(async () => {
    await see(site, "/");
    expect(site.pageCache?.figures().pages).toBe(1);
  }, patience);
});

test("pages have no inline scripts or styles, and only the site's files may run", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site, {
    title: "<script>alert(1)</script>",
    body: '"><script nonce="x">alert(2)</script><img src=x onerror=alert(3)>',
  });
  const { cookie } = await signIn(site);
  const asked: [string, Record<string, string>][] = [
    ["/", {}],
    [`/posts/${id}`, {}],
    ["/blog", {}],
    ["/login", {}],
    ["/nada", {}],
    ["/", { Cookie: cookie }],
    ["/posts/create", { Cookie: cookie }],
  ];
  for (const [path, headers] of asked) {
    const answer = await site.app.request(path, { headers });
    const html = await answer.text();
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/^default-src 'self'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:(?!\/\/www\.google\.com)|\*/);
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    for (const [, attributes = "", text = ""] of scripts) {
      const isData = /type="(application\/ld\+json|text\/plain)"/.test(attributes);
      expect(isData || (/ src="\//.test(attributes) && text === ""), attributes).toBe(true);
    }
    expect(html).not.toMatch(/<style|\sstyle="|\son[a-z]+="/);
  }
});
