import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { deleteListing } from "../app/listings/deletion.server.ts";
import { createListing } from "../app/listings/publishing.server.ts";
import { readHead } from "../testing/head.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  shareTestSite,
} from "../testing/site.ts";

const sharedSite = shareTestSite();

const publicDir = resolve(import.meta.dirname, "..", "public");

test.each([
  ["/blog/", "/blog"],
  ["/search/?q=500&localizacao=Turvo", "/search?q=500&localizacao=Turvo"],
  ["/detalhes/1//", "/detalhes/1"],
  ["//exemplo.com/", "/exemplo.com"],
  ["/\\exemplo.com/", "/exemplo.com"],
  ["/posts/%2F/", "/posts/%2F"],
])("%s redirects permanently to %s", async (from, to) => {
  const site = sharedSite();
  for (const method of ["GET", "HEAD"]) {
    const answer = await site.app.request(new Request(`http://localhost${from}`, { method }));
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, to]);
  }
});

test("unknown addresses get 404; the home page and posts are not redirected", async () => {
  const site = await openTestSite();
  const status = async (path: string, init?: RequestInit) =>
    (await site.app.request(path, init)).status;
  expect(await status("/")).toBe(200);
  expect(await status("/?depois=x")).toBe(200);
  expect(await status("/nada")).toBe(404);
  expect(await status("/posts/nada")).toBe(404);
  expect(await status(`/posts/${crypto.randomUUID()}`)).toBe(404);
  expect(await status("/contato/", { method: "POST", body: new FormData() })).not.toBe(301);
});

test("a deleted ad answers 410 and links to others in the same place", async () => {
  const site = await openTestSite();
  const user = await createUser(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const input = listingInput({ localizacao: "São João Batista do Glória" });
  const published = await createListing(site.db, user.uid, input, [photo]);
  if (!published.ok) throw new Error(published.message);
  const path = `/posts/${published.id}`;
  expect((await site.app.request(path)).status).toBe(200);

  await deleteListing(site.db, site.photoStore, user.uid, published.id);

  const answer = await site.app.request(path);
  const html = await answer.text();
  expect(answer.status).toBe(410);
  expect(readHead(html).title).toBe("Este anúncio saiu do ar · Mar de Minas");
  expect(html).toMatch(/name="robots" content="noindex"/);
  expect(html).toContain('href="/alugar/sao-joao-batista-do-gloria"');
});

test("robots.txt allows public pages and disallows all others", async () => {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.com.br" });
  const answer = await site.app.request("/robots.txt");
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  expect(lines).toContain("Sitemap: https://mardeminas.com.br/sitemap.xml");
  const closed = lines.flatMap((line) => line.match(/^Disallow: (.+)/)?.[1] ?? []);
  const matchers = closed.map((path) => new RegExp(`^${path.replaceAll("*", ".*")}`));
  const isOpen = (path: string) => !matchers.some((matcher) => matcher.test(path));

  for (const path of [
    "/dashboard",
    "/posts/create",
    "/posts/edit/x",
    "/posts/0b9e2c1e/calendario",
    "/posts/0b9e2c1e/denunciar",
    "/posts/0b9e2c1e/perguntar",
    "/perguntas",
    "/login",
    "/register",
    "/envios/x",
    "/nova-senha/x",
    "/novo-email/x",
    "/confirmar-email/x",
    "/calendario-em-dia/x",
    "/sem-lembretes/x",
    "/sem-numeros/x",
    "/pergunta/x",
    "/depoimento/x",
    "/meu-depoimento/x",
    "/posts/0b9e2c1e/depoimentos",
    "/posts/0b9e2c1e/cartaz",
    "/posts/0b9e2c1e/cartaz/stories.jpg",
    "/dashboard/ano",
    "/visitas",
    "/minha-conta/dados",
  ]) {
    expect(isOpen(path), path).toBe(false);
  }
  const open = [
    "/",
    "/search?q=500",
    "/posts/0b9e2c1e",
    "/contato",
    "/blog/x",
    "/plans",
    "/depoimentos",
  ];
  // They ask not to be indexed, but Google Calendar and link previews have to read them.
  for (const path of [...open, "/calendarios/x.ics", "/lista/x"]) {
    expect(isOpen(path), path).toBe(true);
  }
});

test("the manifest and the icons match their declared types and sizes, and every page links them", async () => {
  const site = await openTestSite();
  const { createApp } = await import(join(import.meta.dirname, "../build/server/index.js"));
  const app = createApp(site, publicDir);
  const answer = await app.request("/manifest.webmanifest");
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ short_name: "Mar de Minas", lang: "pt-BR", start_url: "/" });
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons;
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ["192x192", "any"],
    ["512x512", "any"],
    ["512x512", "maskable"],
  ]);
  for (const { src, sizes } of [...icons, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
    const icon = await app.request(src);
    expect(icon.headers.get("Content-Type")).toBe("image/png");
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const ico = await readFile(join(publicDir, "favicon.ico"));
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3]);
  const html = await (await app.request("/blog")).text();
  for (const href of ["/manifest.webmanifest", "/apple-touch-icon.png", "/favicon.ico"]) {
    expect(html).toContain(`href="${href}"`);
  }
});
