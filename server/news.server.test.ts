import { expect, test } from "vitest";
import { setPaused } from "../app/listings/pause.server.ts";
import { publish } from "../testing/caching-site.ts";
import { openTestSite } from "../testing/site.ts";

const siteUrl = "https://mardeminas.com.br";

test("a feed tells of the newest public ads and of articles, newest first", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const first = await publish(site, { title: "Casa <da> Ana & Beto", localizacao: "Dique" });
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
  expect(links).toHaveLength(2 + 6);
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

test("an ad shows the breadcrumbs that it declares", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { title: "Casa do Cais", localizacao: "Dique" });
  const html = await (await site.app.request(`/posts/${id}`)).text();
  expect(html).toMatch(
    /<nav[^>]*aria-label="Você está em"><ol><li><a href="\/">Início<\/a><\/li><li><a href="\/alugar\/dique">Dique<\/a><\/li><li><span aria-current="page">Casa do Cais</,
  );
});
