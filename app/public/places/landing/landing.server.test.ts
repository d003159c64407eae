import Validator from "@adobe/structured-data-validator";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { readHead } from "../../../../testing/head.ts";
import { hideListings } from "../../../../testing/hide-listings.ts";
import { shareTestSite } from "../../../../testing/site.ts";
import { textOf } from "../../../../testing/text-of.ts";
import { setPaused } from "../../../domain/listings/set-paused.server.ts";
import { locationOptions, locationPath } from "../../../domain/region/locations.ts";
import { posts } from "../../../platform/db/schema.ts";
import { countWords } from "../../../platform/ui/prose/markdown.server.ts";
import { listLandingPages } from "./landing-pages.server.ts";

const siteUrl = "https://mardeminas.com.br";
const site = shareTestSite({ SITE_URL: siteUrl });

beforeEach(() => hideListings(site()));

async function get(path: string) {
  const answer = await site().app.request(path);
  const html = await answer.text();
  const [, main = ""] = /<main.*?>(.*)<\/main>/s.exec(html) ?? [];
  return { status: answer.status, location: answer.headers.get("Location"), html, main };
}

async function publishMany(count: number, overrides: object) {
  const ads = [];
  for (let n = 0; n < count; n++) ads.push(await publish(site(), overrides));
  return ads;
}

const change = (id: string | undefined, values: Partial<typeof posts.$inferInsert>) =>
  site()
    .db.update(posts)
    .set(values)
    .where(eq(posts.id, id ?? ""));

/** The pages that the sitemap lists, with their last changes. */
async function listedPages() {
  const pages = await listLandingPages(site().db);
  return new Map(pages.map(({ path, changed }) => [path, changed]));
}

const withPool = { localizacao: "Guapé", lazer: ["Piscina"], quantidadeMaximaPessoas: 8 };

test("every location has a page with our introduction, even without ads", async () => {
  for (const name of locationOptions) {
    const path = locationPath(name);
    const { status, html, main } = await get(path);
    expect(status, path).toBe(200);
    const { title, canonical, meta, structuredData } = readHead(html);
    expect(title, path).toContain(name);
    expect(canonical).toEqual([siteUrl + path]);
    expect(meta.robots).toBeUndefined();
    const [intro = ""] = main.match(/<p>.*<\/p>/s) ?? [];
    expect(countWords(textOf(intro)), path).toBeGreaterThanOrEqual(80);
    const [, trail = ""] = /<nav[^>]*aria-label="Você está em">(.*?)<\/nav>/s.exec(main) ?? [];
    expect(textOf(trail)).toBe(`Início ${name}`);
    const steps = [
      { position: 1, name: "Início", item: `${siteUrl}/` },
      { position: 2, name, item: siteUrl + path },
    ];
    expect(structuredData).toMatchObject([{ "@type": "BreadcrumbList", itemListElement: steps }]);
    for (const other of locationOptions) expect(main).toContain(`href="${locationPath(other)}"`);
    expect(main.match(/href="\/detalhes\/[1-6]"/g)).toHaveLength(6);
    expect(main).toMatch(/href="\/blog\/[\w-]+"/);
  }
});

test("a location's page lists its ads, newest first, and links to a search for the rest", async () => {
  expect((await get("/alugar/funil")).main).toContain("Ainda não há anúncio no Funil");
  const [old, young] = await publishMany(2, { localizacao: "Funil" });
  await publish(site(), { localizacao: "Turvo", title: "Rancho de outro lugar" });
  const { html, main } = await get("/alugar/funil");
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

  await publishMany(11, { localizacao: "Funil" });
  const full = await get("/alugar/funil");
  expect(full.main.match(/<article/g)).toHaveLength(12 + 2);
  expect(full.main).toContain("Ver as 13 casas na busca");
});

test("a selection of a location has a page while three of its ads match", async () => {
  const path = "/alugar/guape/com-piscina";
  const [first] = await publishMany(2, withPool);
  await publish(site(), { ...withPool, lazer: [] });
  expect((await get(path)).status).toBe(404);
  expect((await get("/alugar/guape")).main).not.toContain(path);
  expect([...(await listedPages()).keys()]).not.toContain(path);

  const third = await publish(site(), { ...withPool, lazer: ["Sauna", "Piscina"] });
  const { status, html, main } = await get(path);
  expect(status).toBe(200);
  expect(readHead(html).canonical).toEqual([siteUrl + path]);
  expect(textOf(main)).toContain("3 casas com piscina em Guapé");
  expect(main.match(/href="\/posts\//g)).toHaveLength(3);
  expect((await get("/alugar/guape")).main).toContain(`href="${path}"`);
  const [, trail = ""] = /aria-label="Você está em">(.*?)<\/nav>/s.exec(main) ?? [];
  expect(textOf(trail)).toBe("Início Guapé Com piscina");

  await setPaused(site().db, third.user.uid, third.id, true);
  const gone = await get(path);
  expect(gone.status).toBe(404);
  expect(textOf(gone.main)).toContain("Ainda há poucas casas assim em Guapé");
  expect(gone.main).toContain('href="/alugar/guape"');
  await setPaused(site().db, third.user.uid, third.id, false);
  await change(first?.id, { lazer: ["Sauna"] });
  expect((await get(path)).status).toBe(404);
});

test("each kind of selection contains the ads that match and no others", async () => {
  const plain = { localizacao: "Dique", lazer: [], quantidadeMaximaPessoas: 4, aceitaPets: false };
  const kinds: [slug: string, matching: object, other: object][] = [
    ["com-sala-de-jogos", { lazer: ["Sala de jogos"] }, { lazer: ["Sauna"] }],
    ["que-aceitam-pets", { aceitaPets: true }, {}],
    ["para-grupos", { quantidadeMaximaPessoas: 14 }, { quantidadeMaximaPessoas: 13 }],
  ];
  const ads: Awaited<ReturnType<typeof publishMany>>[] = [];
  for (const [, matching, other] of kinds) {
    ads.push(await publishMany(3, { ...plain, ...matching }));
    await publish(site(), { ...plain, ...other });
    await publish(site(), { ...plain, ...matching, localizacao: "Turvo" });
  }
  const listed = [...(await listedPages()).keys()];
  for (const [n, [slug]] of kinds.entries()) {
    const { main } = await get(`/alugar/dique/${slug}`);
    const shown = [...main.matchAll(/href="\/posts\/([\w-]{36})"/g)].map(([, id]) => id);
    expect(shown.sort(), slug).toEqual(ads[n]?.map(({ id }) => id).sort());
    expect(listed).toContain(`/alugar/dique/${slug}`);
  }
});

test("the sitemap dates each page by its latest ad", async () => {
  for (const { id } of await publishMany(3, withPool)) {
    await change(id, { createdAt: new Date("2031-05-06T07:08:09Z") });
  }
  const { id } = await publish(site(), withPool);
  await change(id, { updatedAt: new Date("2032-05-06T07:08:09Z"), lazer: [] });
  const pages = await listedPages();
  expect(pages.get("/alugar/guape")).toBe("2032-05-06T07:08:09.000Z");
  expect(pages.get("/alugar/guape/com-piscina")).toBe("2031-05-06T07:08:09.000Z");
  expect(pages.get("/alugar/turvo")).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(pages.size).toBe(10 + 1);
});

test("other spellings redirect permanently to the page's address", async () => {
  for (const [from, to] of [
    ["/alugar/Capit%C3%B3lio", "/alugar/capitolio"],
    [
      "/alugar/S%C3%A3o%20JO%C3%83O%20batista%20do%20gl%C3%B3ria",
      "/alugar/sao-joao-batista-do-gloria",
    ],
    ["/alugar/Guap%C3%A9/Com-Piscina", "/alugar/guape/com-piscina"],
  ] as const) {
    const { status, location } = await get(from);
    expect([status, location], from).toEqual([301, to]);
  }
});

test("unknown places and selections answer 404 with links to go on, and don't repeat the address", async () => {
  for (const path of [
    "/alugar/atlantida-perdida",
    "/alugar/atlantida-perdida/com-piscina",
    "/alugar/capitolio/com-heliponto",
    "/alugar/%22%3E%3Cscript%3Ealert(1)x",
  ]) {
    const { status, html, main } = await get(path);
    expect(status, path).toBe(404);
    expect(readHead(html).meta.robots).toContain("noindex");
    expect(main).toContain('href="/#escolha-no-mapa"');
    expect(html.toLowerCase()).not.toMatch(/perdida|heliponto|alert/);
  }
});

test("every link on every landing page answers 200", async () => {
  await publishMany(3, {
    localizacao: "Capitólio",
    lazer: ["Piscina", "Sauna", "Churrasqueira", "Garagem", "Sala de jogos"],
    aceitaPets: true,
    quantidadeMaximaPessoas: 20,
  });
  const paths = [...(await listedPages()).keys()];
  expect(paths).toHaveLength(10 + 7);
  const links = new Set<string>();
  for (const path of paths) {
    const { status, html } = await get(path);
    expect(status, path).toBe(200);
    // The menu is the same for everyone, including links to pages that require a login.
    const main = html.slice(html.indexOf("<main"));
    for (const [, href = ""] of main.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (href.startsWith("/")) links.add(href.replaceAll("&amp;", "&"));
      if (href.startsWith("#")) expect(html, path).toContain(`id="${href.slice(1)}"`);
    }
  }
  expect(links.size).toBeGreaterThan(30);
  for (const href of links) {
    const { status, html } = await get(href);
    expect(status, href).toBe(200);
    const [, anchor] = href.split("#");
    if (anchor) expect(html, href).toContain(`id="${anchor}"`);
  }
});

test("Adobe's validator of Google's rich results finds nothing wrong", async () => {
  const [ad] = await publishMany(3, withPool);
  const validator = new Validator();
  const validate = (jsonld: object) => validator.validate({ jsonld, microdata: {}, rdfa: {} });
  for (const path of ["/alugar/guape", "/alugar/guape/com-piscina", `/posts/${ad?.id}`]) {
    const { structuredData } = readHead((await get(path)).html);
    expect(structuredData.length).toBeGreaterThan(1);
    const jsonld = Object.groupBy(structuredData, (one) => String(one["@type"]));
    expect(await validate(jsonld), path).toEqual([]);
  }
  const broken = { BreadcrumbList: [{ "@type": "BreadcrumbList", itemListElement: [] }] };
  expect(await validate(broken)).not.toEqual([]);
});
