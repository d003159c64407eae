import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { setPaused } from "../app/domain/listings/set-paused.server.ts";
import { publish } from "../testing/caching-site.ts";
import { shareTestSite } from "../testing/site.ts";
import { securityTxtPath } from "./security-txt.ts";

const siteUrl = "https://mardeminas.com.br";
const sharedSite = shareTestSite({ SITE_URL: siteUrl, SITE_EMAIL: "contato@mardeminas.example" });

const publicDir = resolve(import.meta.dirname, "..", "public");

test.each([
  ["/blog/", "/blog"],
  ["/search/?q=500&localizacao=Turvo", "/search?q=500&localizacao=Turvo"],
  ["/detalhes/1//", "/detalhes/1"],
  ["//exemplo.com/", "/exemplo.com"],
  ["/\\exemplo.com/", "/exemplo.com"],
  ["/posts/%2F/", "/posts/%2F"],
  // Signs that programs take for the end of an address.
  ["/blog.", "/blog"],
  ["/blog)%3E!", "/blog"],
  ["/blog,%E2%80%9D", "/blog"],
  ["/blog%20%0D%0A", "/blog"],
  ["/blog%E2%80%8B%C2%A0", "/blog"],
  ["/blog=%3D", "/blog"],
  ["/blog&gt;", "/blog"],
  ["/blog%3C", "/blog"],
  ["/blog|%60~", "/blog"],
])("%s redirects permanently to %s", async (from, to) => {
  const site = sharedSite();
  for (const method of ["GET", "HEAD"]) {
    const answer = await site.app.request(new Request(`http://localhost${from}`, { method }));
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, to]);
  }
});

test("unknown addresses get 404; the home page and posts are not redirected", async () => {
  const status = async (path: string, init?: RequestInit) =>
    (await sharedSite().app.request(path, init)).status;
  for (const path of ["/", "/?depois=x", securityTxtPath]) expect(await status(path)).toBe(200);
  for (const path of ["/nada", "/posts/nada", `/posts/${crypto.randomUUID()}`]) {
    expect(await status(path), path).toBe(404);
  }
  expect(await status("/contato/", { method: "POST", body: new FormData() })).not.toBe(301);
});

test("robots.txt allows public pages and disallows all others", async () => {
  const answer = await sharedSite().app.request("/robots.txt");
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  expect(lines).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  const closed = lines.flatMap((line) => line.match(/^Disallow: (.+)/)?.[1] ?? []);
  const matchers = closed.map((path) => new RegExp(`^${path.replaceAll("*", ".*")}`));
  const isOpen = (path: string) => !matchers.some((matcher) => matcher.test(path));

  const closedPaths =
    "/dashboard /posts/create /posts/edit/x /posts/0b9e/calendario /posts/0b9e/denunciar /posts/0b9e/cartaz /login /envios/x /nova-senha/x /pergunta/x /minha-pergunta/x /depoimento/x /meu-depoimento/x /visitas /minha-conta/dados";
  for (const path of closedPaths.split(" ")) expect(isOpen(path), path).toBe(false);
  const open = ["/", "/search?q=500", "/posts/0b9e", "/contato", "/blog/x", "/depoimentos"];
  // They ask not to be indexed, but Google Calendar and link previews have to read them.
  for (const path of [...open, "/calendarios/x.ics", "/lista/x"]) {
    expect(isOpen(path), path).toBe(true);
  }
});

test("the manifest and the icons match their declared types and sizes, and every page links them", async () => {
  const { createApp } = await import(join(import.meta.dirname, "../build/server/index.js"));
  const app = createApp(sharedSite(), publicDir);
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

test("a feed tells of the newest public ads and of articles, newest first", async () => {
  const site = sharedSite();
  // XML forbids control characters, which titles stored long ago may have.
  const title = "Casa <da>\u0001 Ana\u001b & Beto\ufffe";
  const first = await publish(site, { title, localizacao: "Dique" });
  const paused = await publish(site, { title: "Casa em Pausa" });
  await setPaused(site.db, paused.user.uid, paused.id, true);
  const second = await publish(site, { title: "Casa Nova", localizacao: "Turvo" });
  const answer = await site.app.request("/novidades.xml");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("xml");
  const xml = await answer.text();
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/);
  const links = [...xml.matchAll(/<item><title>([^<]*)<\/title><link>([^<]*)</g)].map(
    ([, title, link]) => [title, link],
  );
  expect(links.slice(0, 2)).toEqual([
    ["Casa Nova, no Turvo", `${siteUrl}/posts/${second.id}`],
    ["Casa &lt;da&gt; Ana &amp; Beto, no Dique", `${siteUrl}/posts/${first.id}`],
  ]);
  expect(links.at(-1)?.[1]).toContain(`${siteUrl}/blog/`);
  expect(xml).not.toContain("Casa em Pausa");
  expect(xml).not.toMatch(/@|\(\d\d\)/);
  for (const [, at = ""] of xml.matchAll(/<pubDate>([^<]*)</g))
    expect(Date.parse(at)).toBeGreaterThan(0);
  const home = await (await site.app.request("/")).text();
  expect(home).toMatch(
    /<link rel="alternate" type="application\/rss\+xml"[^>]*href="\/novidades\.xml"/,
  );
});
