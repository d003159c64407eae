import Validator from "@adobe/structured-data-validator";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { afterNextQuery } from "../../../testing/after-query.ts";
import { openCachingSite, publish, renders, see } from "../../../testing/caching-site.ts";
import { readHead } from "../../../testing/head.ts";
import { patience } from "../../../testing/patience.ts";
import { openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import { posts } from "../../db/schema.ts";
import { setPaused } from "../../listings/pause.server.ts";
import { locationOptions, locationPath } from "../../region/locations.ts";
import { countWords } from "../../ui/prose/markdown.server.ts";

const siteUrl = "https://mardeminas.com.br";
const sharedSite = shareTestSite({ SITE_URL: siteUrl });

async function get(site: TestSite, path: string) {
  const answer = await site.app.request(path);
  const html = await answer.text();
  const [, main = ""] = /<main.*?>(.*)<\/main>/s.exec(html) ?? [];
  return { status: answer.status, location: answer.headers.get("Location"), html, main };
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

async function publishMany(site: TestSite, count: number, overrides: object) {
  const ads = [];
  for (let n = 0; n < count; n++) ads.push(await publish(site, overrides));
  return ads;
}

/** Reads the pages of the sitemap, with their last changes. */
async function listedPages(site: TestSite): Promise<Map<string, string>> {
  const xml = await (await site.app.request("/sitemap.xml")).text();
  const found = xml.matchAll(/<loc>[^<]*?(\/alugar\/[^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g);
  return new Map([...found].map(([, path = "", changed = ""]) => [path, changed]));
}

const withPool = { localizacao: "Guapé", lazer: ["Piscina"], quantidadeMaximaPessoas: 8 };

test("every location has a page with our introduction, even without ads", async () => {
  const site = sharedSite();
  for (const name of locationOptions) {
    const path = locationPath(name);
    const { status, html, main } = await get(site, path);
    expect(status, path).toBe(200);
    const { title, canonical, meta, structuredData } = readHead(html);
    expect(title, path).toContain(name);
    expect(canonical).toEqual([siteUrl + path]);
    expect(meta.robots).toBeUndefined();
    const [intro = ""] = main.match(/<p>.*<\/p>/s) ?? [];
    expect(countWords(textOf(intro)), path).toBeGreaterThanOrEqual(80);
    const [, trail = ""] = /<nav[^>]*aria-label="Você está em">(.*?)<\/nav>/s.exec(main) ?? [];
    expect(textOf(trail)).toBe(`Início ${name}`);
    expect(structuredData).toMatchObject([
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { position: 1, name: "Início", item: `${siteUrl}/` },
          { position: 2, name, item: siteUrl + path },
        ],
      },
    ]);
    for (const other of locationOptions) expect(main).toContain(`href="${locationPath(other)}"`);
    expect(main.match(/href="\/detalhes\/[1-6]"/g)).toHaveLength(6);
    expect(main).toMatch(/href="\/blog\/[\w-]+"/);
    expect(main).toContain("Desenho aproximado");
  }
});

test("a location's page lists its ads, newest first, and links to a search for the rest", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  expect((await get(site, "/alugar/funil")).main).toContain("Ainda não há anúncio no Funil");
  const [old, young] = await publishMany(site, 2, { localizacao: "Funil" });
  await publish(site, { localizacao: "Turvo", title: "Rancho de outro lugar" });
  const { html, main } = await get(site, "/alugar/funil");
  expect(textOf(main)).toContain("2 casas no Funil");
  expect(main).not.toContain("Rancho de outro lugar");
  const [, list] = readHead(html).structuredData;
  expect(list).toMatchObject({
    "@type": "ItemList",
    name: "Ranchos e casas no Funil",
    itemListElement: [
      { "@type": "ListItem", position: 1, url: `${siteUrl}/posts/${young?.id}` },
      { "@type": "ListItem", position: 2, url: `${siteUrl}/posts/${old?.id}` },
    ],
  });
  expect(main).toMatch(/href="\/search\?localizacao=Funil"[^>]*>Buscar por datas</);

  await publishMany(site, 11, { localizacao: "Funil" });
  const full = await get(site, "/alugar/funil");
  expect(full.main.match(/<article/g)).toHaveLength(12 + 2);
  expect(full.main).toContain("Ver as 13 casas na busca");
});

test("a location's page lists as many ads as it counts, even as one is published meanwhile", async () => {
  const site = await openTestSite();
  await publish(site, { localizacao: "Funil" });
  await get(site, "/search");
  afterNextQuery(site.db, "from listing_changes", () => publish(site, { localizacao: "Funil" }));
  const { main } = await get(site, "/alugar/funil");
  expect(textOf(main)).toContain("1 casa no Funil");
  expect(main.match(/href="\/posts\//g)).toHaveLength(1);
});

describe("a selection of a location", () => {
  test("has a page while three of its ads match", async () => {
    const site = await openTestSite({ SITE_URL: siteUrl });
    const path = "/alugar/guape/com-piscina";
    const [first] = await publishMany(site, 2, withPool);
    await publish(site, { ...withPool, lazer: [] });
    expect((await get(site, path)).status).toBe(404);
    expect((await get(site, "/alugar/guape")).main).not.toContain(path);
    expect([...(await listedPages(site)).keys()]).not.toContain(path);

    const third = await publish(site, { ...withPool, lazer: ["Sauna", "Piscina"] });
    const { status, html, main } = await get(site, path);
    expect(status).toBe(200);
    expect(readHead(html).canonical).toEqual([siteUrl + path]);
    expect(textOf(main)).toContain("3 casas com piscina em Guapé");
    expect(main.match(/href="\/posts\//g)).toHaveLength(3);
    expect((await get(site, "/alugar/guape")).main).toContain(`href="${path}"`);
    const [, trail = ""] = /aria-label="Você está em">(.*?)<\/nav>/s.exec(main) ?? [];
    expect(textOf(trail)).toBe("Início Guapé Com piscina");

    await setPaused(site.db, third.user.uid, third.id, true);
    const gone = await get(site, path);
    expect(gone.status).toBe(404);
    expect(textOf(gone.main)).toContain("Ainda há poucas casas assim em Guapé");
    expect(gone.main).toContain('href="/alugar/guape"');
    await setPaused(site.db, third.user.uid, third.id, false);
    await site.db
      .update(posts)
      .set({ lazer: ["Sauna"] })
      .where(eq(posts.id, first?.id ?? ""));
    expect((await get(site, path)).status).toBe(404);
  });

  test.each([
    ["com-sala-de-jogos", { lazer: ["Sala de jogos"] }, {}],
    ["que-aceitam-pets", { aceitaPets: true }, { aceitaPets: false }],
    [
      "para-grupos",
      { quantidadeMaximaPessoas: 14 },
      { quantidadeMaximaPessoas: 13, lazer: ["Sauna"] },
    ],
  ])("%s contains the ads that match and no others", async (slug, matching, other) => {
    const site = await openTestSite({ SITE_URL: siteUrl });
    const plain = { localizacao: "Dique", lazer: [], quantidadeMaximaPessoas: 4 };
    const ads = await publishMany(site, 3, { ...plain, ...matching });
    await publish(site, { ...plain, ...other });
    await publish(site, { ...plain, ...matching, localizacao: "Turvo" });
    const { main } = await get(site, `/alugar/dique/${slug}`);
    const shown = [...main.matchAll(/href="\/posts\/([\w-]{36})"/g)].map(([, id]) => id);
    expect(shown.sort()).toEqual(ads.map(({ id }) => id).sort());
    expect([...(await listedPages(site)).keys()]).toContain(`/alugar/dique/${slug}`);
  });
});

test("the sitemap dates each page by its latest ad", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const ads = await publishMany(site, 3, withPool);
  await site.db.update(posts).set({ createdAt: new Date("2031-05-06T07:08:09Z") });
  await site.db
    .update(posts)
    .set({ updatedAt: new Date("2032-05-06T07:08:09Z"), lazer: [] })
    .where(eq(posts.id, (await publish(site, withPool)).id));
  const pages = await listedPages(site);
  expect(pages.get("/alugar/guape")).toBe("2032-05-06T07:08:09.000Z");
  expect(pages.get("/alugar/guape/com-piscina")).toBe("2031-05-06T07:08:09.000Z");
  expect(pages.get("/alugar/turvo")).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(pages.size).toBe(10 + 1);
  expect(ads).toHaveLength(3);
});

test.each([
  ["/alugar/Capit%C3%B3lio", "/alugar/capitolio"],
  ["/alugar/CAPITOLIO", "/alugar/capitolio"],
  [
    "/alugar/s%C3%A3o%20jo%C3%A3o%20batista%20do%20gl%C3%B3ria",
    "/alugar/sao-joao-batista-do-gloria",
  ],
  ["/alugar/Guap%C3%A9/Com-Piscina", "/alugar/guape/com-piscina"],
])("%s redirects permanently to %s", async (from, to) => {
  const { status, location } = await get(sharedSite(), from);
  expect([status, location]).toEqual([301, to]);
});

test.each([
  "/alugar/atlantida-perdida",
  "/alugar/atlantida-perdida/com-piscina",
  "/alugar/capitolio/com-heliponto",
  "/alugar/%22%3E%3Cscript%3Ealert(1)",
])("%s answers 404 with links to go on, and does not repeat the address", async (path) => {
  const { status, html, main } = await get(sharedSite(), path);
  expect(status).toBe(404);
  expect(readHead(html).meta.robots).toContain("noindex");
  expect(main).toContain('href="/#escolha-no-mapa"');
  expect(html.toLowerCase()).not.toMatch(/perdida|heliponto|alert/);
});

test("every link on every landing page answers 200", async () => {
  const site = await openTestSite();
  await publishMany(site, 3, {
    localizacao: "Capitólio",
    lazer: ["Piscina", "Sauna", "Churrasqueira", "Garagem", "Sala de jogos"],
    aceitaPets: true,
    quantidadeMaximaPessoas: 20,
  });
  const paths = [...(await listedPages(site)).keys()];
  expect(paths).toHaveLength(10 + 7);
  const links = new Set<string>();
  for (const path of paths) {
    const { status, html } = await get(site, path);
    expect(status, path).toBe(200);
    for (const [, href = ""] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (href.startsWith("/")) links.add(href.replaceAll("&amp;", "&"));
      if (href.startsWith("#")) expect(html, path).toContain(`id="${href.slice(1)}"`);
    }
  }
  expect(links.size).toBeGreaterThan(30);
  for (const href of links) {
    const { status, html } = await get(site, href);
    expect(status, href).toBe(200);
    const [, anchor] = href.split("#");
    if (anchor) expect(html, href).toContain(`id="${anchor}"`);
  }
});

test("Adobe's validator of Google's rich results finds nothing wrong", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const [ad] = await publishMany(site, 3, withPool);
  const validator = new Validator();
  for (const path of ["/alugar/guape", "/alugar/guape/com-piscina", `/posts/${ad?.id}`]) {
    const { structuredData } = readHead((await get(site, path)).html);
    expect(structuredData.length).toBeGreaterThan(1);
    const jsonld = Object.groupBy(structuredData, (one) => String(one["@type"]));
    expect(await validator.validate({ jsonld, microdata: {}, rdfa: {} }), path).toEqual([]);
    const broken = { BreadcrumbList: [{ "@type": "BreadcrumbList", itemListElement: [] }] };
    expect(await validator.validate({ jsonld: broken, microdata: {}, rdfa: {} })).not.toEqual([]);
  }
});

test("a change at one location drops its pages from the cache, and no other's", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site, { localizacao: "Piumhi" });
  await vi.waitFor(async () => expect(await see(site, "/alugar/piumhi")).toContain(id), patience);
  const before = await see(site, "/alugar/turvo");
  await site.db.update(posts).set({ title: "Casa Nova" }).where(eq(posts.id, id));
  await vi.waitFor(
    async () => expect(await see(site, "/alugar/piumhi")).toContain("Casa Nova"),
    patience,
  );
  const rendered = renders(site);
  expect(await see(site, "/alugar/turvo")).toBe(before);
  expect(renders(site)).toBe(rendered);
});
