import { createServer } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { deleteListing } from "../app/domain/listings/deletion.server.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { photos, posts, users } from "../app/platform/db/schema.ts";
import { redirectWithFlash } from "../app/platform/web/flash-cookie.server.ts";
import { listenForChanges } from "../app/platform/web/pages/changes.server.ts";
import { publish, renders, see, shareCachingSite } from "../testing/caching-site.ts";
import { cookiesOf } from "../testing/cookies.ts";
import { listen } from "../testing/listen.ts";
import { patience } from "../testing/patience.ts";
import { createWaitingPhoto, listingInput, signIn, type TestSite } from "../testing/site.ts";

const sharedSite = shareCachingSite();
const otherSite = shareCachingSite(sharedSite);

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
  const site = sharedSite();
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

test("only pages that are the same for everyone may be kept by browsers, of all routes", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const { cookie } = await signIn(site);
  const { publicPatterns, privatePatterns } = site.routeTable;
  const forms = ["/posts/:id/perguntar", "/posts/:id/denunciar", "/avisos/novo"];
  const same = new Set([...publicPatterns, ...forms]);
  const personal = ["/contato", "/plans"];
  const own: Record<string, string> = {
    "/posts/:id/codigo.svg": "public, max-age=86400",
    "/adiantar.json": "public, max-age=3600",
  };
  const kept = /^(private, )?no-cache$/;
  const nowhere = /^private, no-store$/;
  for (const pattern of [...publicPatterns, ...privatePatterns]) {
    const path = pattern.replace(":id", id).replace(/:\w+/g, "a".repeat(22));
    const read = async (Cookie: string, method = "GET") => {
      const { status, headers } = await site.app.request(path, { method, headers: { Cookie } });
      return { status, header: headers.get("Cache-Control") };
    };
    if (own[pattern]) {
      expect((await read("")).header, pattern).toBe(own[pattern]);
      continue;
    }
    expect((await read("")).header, pattern).toMatch(same.has(pattern) ? kept : nowhere);
    const theirs = await read(cookie);
    // A missing page is asked for again, since it may be their own.
    const isShared = publicPatterns.includes(pattern) && !personal.includes(pattern);
    const expected = isShared && theirs.status !== 404 ? kept : nowhere;
    expect(theirs.header, `${pattern}, with a session`).toMatch(expected);
    const others = [await read("mardeminas.aviso=x"), await read("", "POST")];
    for (const { header } of others)
      expect(header, `${pattern}, a notice, a POST`).toMatch(nowhere);
  }
});

test("through Node's server the cached page equals the rendered one", async () => {
  const site = sharedSite();
  await publish(site);
  await hearAll(site);
  const server = createServer(site.listener);
  onTestFinished(() => void server.close());
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, init?: RequestInit) => fetch(url + path, init);

  const first = await ask("/");
  const text = await first.text();
  const before = renders(site);
  const second = await ask("/?fbclid=abc");
  expect(await second.text()).toBe(text);
  expect(renders(site)).toBe(before);
  const unlike = [
    ...["x-request-id", "date", "connection", "keep-alive", "transfer-encoding", "content-length"],
  ];
  const headersOf = (answer: Response) =>
    Object.fromEntries([...answer.headers].filter(([name]) => !unlike.includes(name)));
  expect(headersOf(second)).toEqual(headersOf(first));
  expect(headersOf(second)).toMatchObject({
    "content-security-policy": expect.stringContaining("script-src 'self' 'sha256-"),
    "x-content-type-options": "nosniff",
  });
  const held = await ask("/", { headers: { "If-None-Match": second.headers.get("ETag") ?? "" } });
  expect(held.status).toBe(304);
  const head = await ask("/", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

type Ad = Awaited<ReturnType<typeof publish>>;

const changes: [string, (site: TestSite, ad: Ad) => unknown][] = [
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
    "its owner's plan changes",
    (site, { user }) =>
      site.db.update(users).set({ plano: "profissional" }).where(eq(users.id, user.uid)),
  ],
];

test.each(changes)(
  "when %s, other sites show it instead of the page they had cached",
  async (_, change) => {
    const ad = await publish(sharedSite());
    const there = otherSite();
    await hearAll(there);
    const paths = [`/posts/${ad.id}`, "/", "/search?localizacao=Escarpas+do+Lago"];
    const before = await Promise.all(paths.map((path) => see(there, path)));
    await change(sharedSite(), ad);
    await vi.waitFor(async () => {
      const after = await Promise.all(paths.map((path) => see(there, path)));
      for (const [index, text] of after.entries()) expect(text).not.toBe(before[index]);
    }, patience);
  },
);

test("a change of an ad drops the page of its owner's other ad, which shows it", async () => {
  const site = sharedSite();
  const { user, id } = await publish(site, { title: "Rancho da Enseada" });
  const photo = await createWaitingPhoto(site, user.uid);
  const path = `/posts/${id}`;
  expect(await see(site, path)).not.toContain("Também anuncia");
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

test("other sites show a new ad, lose it while it is deleted, and have it back if that fails", async () => {
  const [here, there] = [sharedSite(), otherSite()];
  const lists = ["/", "/search?localizacao=Dique"];
  for (const path of lists) await see(there, path);
  const { user, id } = await publish(here, { localizacao: "Dique" });
  const expectListed = (isListed: boolean) =>
    vi.waitFor(async () => {
      for (const path of lists) expect((await see(there, path)).includes(id)).toBe(isListed);
    }, patience);
  await expectListed(true);
  const store = Promise.withResolvers<void>();
  const deleteAll = vi.spyOn(here.photoStore.disk, "deleteAll");
  onTestFinished(() => deleteAll.mockRestore());
  deleteAll.mockImplementation(() => store.promise);
  const deletion = deleteListing(here.db, here.photoStore, user.uid, id);
  await expectListed(false);
  await hearAll(there);
  for (const path of lists) await see(there, path);

  store.reject(new Error("armazenamento fora do ar"));
  expect(await deletion).toMatchObject({ ok: false, reason: "images" });
  await expectListed(true);
  expect((await there.app.request(`/posts/${id}`)).status).toBe(200);

  deleteAll.mockRestore();
  await deleteListing(here.db, here.photoStore, user.uid, id);
  await expectListed(false);
  expect((await there.app.request(`/posts/${id}`)).status).toBe(410);
});

test("a moved ad drops the pages of its former place and its new one, and no others", async () => {
  const site = sharedSite();
  const { id } = await publish(site, { localizacao: "Funil" });
  await hearAll(site);
  const [from, to] = ["/search?localizacao=Funil", "/search?localizacao=Turvo"];
  expect(await see(site, from)).toContain(id);
  expect(await see(site, to)).not.toContain(id);
  const others = ["/search?localizacao=Guap%C3%A9", "/blog"];
  for (const path of others) await see(site, path);
  await site.db.update(posts).set({ localizacao: "Turvo" }).where(eq(posts.id, id));
  await vi.waitFor(async () => {
    expect(await see(site, from)).not.toContain(id);
    expect(await see(site, to)).toContain(id);
  }, patience);
  const before = renders(site);
  for (const path of others) await see(site, path);
  expect(renders(site)).toBe(before);
});

test("a large change is announced once and drops everything", async () => {
  const site = sharedSite();
  const { user } = await publish(site);
  await see(site, "/");
  await site.db.execute(sql`
    insert into posts (uid, title, body, "valorFds", telefone, localizacao, "createdBy")
    select ${user.uid}, 'Rancho ' || n, 'x', '100', '37900000000', 'Guapé', 'Maria'
    from generate_series(1, 300) n`);
  await vi.waitFor(async () => expect(await see(site, "/")).toMatch(/>Rancho \d+</), patience);
});

test("a flash message reaches only the browser it is meant for", async () => {
  const site = sharedSite();
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
  const site = sharedSite();
  const { id } = await publish(site);
  const path = `/posts/${id}`;
  await see(site, path);
  await site.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'Mar de Minas, changes'`);
  await vi.waitFor(() => expect(site.pageCache?.figures().pages).toBe(0), patience);
  // Nobody hears of this change, but the page shows it.
  await site.db.update(posts).set({ title: "Casa Surda" }).where(eq(posts.id, id));
  expect(await see(site, path)).toContain("Casa Surda");
  await vi.waitFor(async () => {
    await see(site, path);
    expect(site.pageCache?.figures().pages).toBeGreaterThan(0);
  }, patience);
});

test("what no page shows of an ad is not announced, so that its location's pages stay kept", async () => {
  const site = sharedSite();
  const { id } = await publish(site, { localizacao: "Piumhi" });
  const heard: (string | null)[] = [];
  const listening = Promise.withResolvers<void>();
  const stop = listenForChanges(site.databaseUrl, {
    onChange: ({ localizacao }) => heard.push(localizacao),
    onManyChanges: () => heard.push("many"),
    onListening: listening.resolve,
    onLost: listening.reject,
  });
  await listening.promise;
  const change = (values: Partial<typeof posts.$inferInsert>) =>
    site.db.update(posts).set(values).where(eq(posts.id, id));
  await change({ datesRemindedAt: new Date() });
  await change({ datesRemindersOff: true });
  await change({ calendarToken: "a".repeat(43) });
  // Notifications arrive in order, so these come first if the others are announced.
  await change({ localizacao: "Guapé" });
  await vi.waitFor(() => expect(heard).toContain("Guapé"));
  expect(heard.toSorted()).toEqual(["Guapé", "Piumhi"]);
  await stop();
});
