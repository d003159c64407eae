import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { listingsPerPage } from "../app/domain/listings/listings.server.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { seasons } from "../app/platform/db/calendar-schema.ts";
import { posts } from "../app/platform/db/schema.ts";
import { publish as publishAd } from "../testing/caching-site.ts";
import { readHead } from "../testing/head.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { publishOwnAd } from "../testing/own-ad.ts";
import { createUser, createWaitingPhoto, listingInput, shareTestSite } from "../testing/site.ts";
import { readSitemap } from "../testing/sitemap.ts";

const siteUrl = "https://mardeminas.com.br";
const sharedSite = shareTestSite({ SITE_URL: siteUrl });

async function publish(overrides = {}, cover = true): Promise<string> {
  const site = sharedSite();
  const user = await createUser(site);
  const photo = await createWaitingPhoto(site, user.uid, { cover, alt: "O píer" });
  const result = await createListing(site.db, user.uid, listingInput(overrides), [photo]);
  if (!result.ok) throw new Error(result.message);
  return `/posts/${result.id}`;
}

async function get(path: string) {
  const answer = await sharedSite().app.request(path);
  const html = await answer.text();
  return { status: answer.status, html, head: readHead(html) };
}

const htmlRules = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React writes <br/>, hidden="" and its own case of srcSet; browsers don't mind.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "attr-case": "off",
    "doctype-style": "off",
    // A search asks for several amenities by repeating one parameter.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit"] }],
    // Some properties differ per element: a photo's colour, a step.
    "no-inline-style": "off",
    // Titles, and the scripts that carry React's data, are as long as they need to be.
    "long-title": "off",
    "no-trailing-whitespace": "off",
    // CSS keeps phone numbers on one line.
    "tel-non-breaking": "off",
    // A visible password is a text input.
    "input-attributes": "off",
    // The parts of the terms are #1 to #6.
    "valid-id": ["error", { relaxed: true }],
  },
});

async function expectValid(path: string, html: string): Promise<void> {
  const { results } = await htmlRules.validateString(html);
  const messages = results.flatMap(({ messages }) => messages);
  const problems = messages.map(({ ruleId, message, selector }) => [ruleId, message, selector]);
  expect(problems, path).toEqual([]);
}

test("every page of the sitemap is valid and has its own title, description and canonical address", async () => {
  const [titles, canonicals, descriptions] = [new Set(), new Set(), new Set()];
  const listing = await publish();
  const { places } = await readSitemap(sharedSite(), "/sitemap.xml");
  const all = [
    ...places.map((place) => place.slice(siteUrl.length)),
    "/search?q=500&localizacao=Guap%C3%A9",
  ];
  expect(all).toEqual(expect.arrayContaining(["/", "/plans", "/detalhes/6", listing]));
  for (const path of all) {
    const tracked = `${path}${path.includes("?") ? "&" : "?"}utm_source=whatsapp&fbclid=1`;
    const { status, head, html } = await get(tracked);
    const { title, canonical, meta } = head;
    await expectValid(path, html);
    expect(status, path).toBe(200);
    expect(meta.robots ?? "", path).not.toContain(path.startsWith("/search?") ? "none" : "noindex");
    expect(title, path).toContain("Mar de Minas");
    expect(canonical, path).toEqual([siteUrl + path]);
    expect(meta.description?.length, path).toBeGreaterThan(30);
    expect(meta.description?.length, path).toBeLessThanOrEqual(160);
    expect(meta, path).toMatchObject({
      "og:description": meta.description,
      "og:url": siteUrl + path,
      "og:type": path.startsWith("/blog/") ? "article" : "website",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:locale": "pt_BR",
      "og:site_name": "Mar de Minas",
      "twitter:card": "summary_large_image",
    });
    expect(title, path).toContain(meta["og:title"]);
    expect(meta["og:image"], path).toMatch(/^https:\/\/mardeminas\.com\.br\/\S+\.jpg$/);
    expect(meta["og:image:alt"], path).toBeTruthy();
    titles.add(title);
    canonicals.add(canonical[0]);
    descriptions.add(meta.description);
  }
  const sizes = [titles.size, canonicals.size, descriptions.size];
  expect(sizes).toEqual(Array(3).fill(all.length));
});

test("the home page, an article and a place describe themselves to search engines", async () => {
  const described = async (path: string) => (await get(path)).head.structuredData;
  const publisher = { "@type": "Organization", name: "Mar de Minas", url: `${siteUrl}/` };

  expect(await described("/")).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      "@id": `${siteUrl}/`,
      url: `${siteUrl}/`,
      name: "Mar de Minas",
      inLanguage: "pt-BR",
    },
  ]);
  const article = `${siteUrl}/blog/quando-ir-a-furnas`;
  expect(await described("/blog/quando-ir-a-furnas")).toMatchObject([
    {
      "@type": "Article",
      "@id": article,
      mainEntityOfPage: article,
      headline: "Quando ir a Furnas, mês a mês",
      image: [`${siteUrl}/ilustracoes/pier-compartilhar.jpg`],
      datePublished: "2025-04-23",
      author: publisher,
      publisher,
    },
  ]);
  expect(await described("/detalhes/1")).toMatchObject([
    {
      "@type": "TouristAttraction",
      "@id": `${siteUrl}/detalhes/1`,
      name: "Cânions de Furnas",
      image: [`${siteUrl}/ilustracoes/canion-compartilhar.jpg`],
      hasMap: expect.stringContaining("https://www.google.com/maps/search/?api=1&query="),
      address: { addressLocality: "Capitólio", addressRegion: "MG", addressCountry: "BR" },
    },
  ]);
});

test("a shared ad shows its cover, price, capacity and place, once the cover is made", async () => {
  const { head, html } = await get(await publish());
  expect(head.title).toBe("Rancho Beira d’Água, em Escarpas do Lago · Mar de Minas");
  expect(head.meta["og:title"]).toBe("Rancho Beira d’Água, em Escarpas do Lago");
  expect(head.meta.description).toBe(
    "R$\u00a0950 a noite · até 16 pessoas · Escarpas do Lago. O gramado termina onde a água começa.",
  );
  expect(head.meta["og:image"]).toMatch(/\/fotos\/imoveis\/\S+\/capa\.jpg$/);
  expect(head.meta["og:image:alt"]).toBe("O píer");
  expect(head.structuredData.map((data) => data["@type"])).toEqual([
    "LodgingBusiness",
    "BreadcrumbList",
  ]);
  expect(html).toMatch(
    /<nav[^>]*aria-label="Você está em"><ol><li><a href="\/">Início<\/a><\/li><li><a href="\/alugar\/escarpas-do-lago">Escarpas do Lago<\/a><\/li><li><span aria-current="page">Rancho Beira d’Água</,
  );

  const early = await get(await publish({}, false));
  expect(early.head.meta).toMatchObject({
    "og:image": `${siteUrl}/ilustracoes/compartilhar.jpg`,
    "og:image:width": "1200",
    "og:image:height": "630",
  });
});

test("advertisers' text is escaped in the head too", async () => {
  const title = `</script><script>alert("1")</script>`;
  const body = `"><img src=x onerror=alert(1)> & assim por diante. `.repeat(20);
  const { head, html } = await get(await publish({ title, body }));
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("<img src=x");
  expect(head.title).toContain(title);
  expect(head.meta.description?.length).toBeLessThanOrEqual(160);
  expect(head.structuredData[0]).toMatchObject({ name: title, description: body });
});

test("later pages of a list have their own canonical address and are not indexed", async () => {
  for (let n = 0; n <= listingsPerPage; n++) await publish({ localizacao: "Turvo" });
  for (const path of ["/?", "/search?localizacao=Turvo&"]) {
    const first = await get(path.slice(0, -1));
    const next = /depois=[\w.-]+/.exec(first.html)?.[0];
    const { head } = await get(`${path}${next}&utm_medium=social`);
    expect(head.canonical).toEqual([`${siteUrl}${path}${next}`]);
    expect(head.meta.robots).toBe("noindex, follow");
  }
  expect((await get("/")).head.meta.robots).toBeUndefined();
});

test("private and missing pages are valid, and kept out of search engines", async () => {
  for (const path of ["/nova-senha/x", "/nada", "/detalhes/99", "/blog/nada", "/alugar/nada"]) {
    const { head, html } = await get(path);
    await expectValid(path, html);
    expect(head.meta.robots, path).toContain("noindex");
    expect(head.canonical, path).toEqual([]);
  }
});

const styles = new Map<string, string>();

function readStyles(path: string): string {
  const known = styles.get(path) ?? readFileSync(`build/client${path}`, "utf8");
  styles.set(path, known);
  return known;
}

/** Lists a page's classes that none of the stylesheets it links has a rule for. */
function findUnstyled(html: string): string[] {
  const links = html.matchAll(/<link rel="stylesheet" href="([^"#]+)/g);
  const css = Array.from(links, ([, path = ""]) => readStyles(path)).join("\n");
  const styled = new Set(Array.from(css.matchAll(/\.([a-z_-][\w-]*)/gi), ([, name]) => name));
  const classes = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, all = ""]) => all.split(" "));
  return [...new Set(classes.flat())].filter((name) => name && !styled.has(name));
}

test("a page links the stylesheets of everything on it", async () => {
  const own = await publishOwnAd(sharedSite());
  const { id } = await publishAd(sharedSite(), { observacoesTarifa: "Limpeza: R$ 100" });
  const { db } = sharedSite();
  await db.update(posts).set({ checkedAt: new Date() }).where(eq(posts.id, id));
  const season = { temporada: "Réveillon", de: "2090-12-28", ate: "2091-01-02" };
  await db.insert(seasons).values({ postId: id, ...season, valorDiaria: "900" });
  const { checkIn, checkOut } = findOrdinaryStay(60, 2);
  const dates = `entrada=${checkIn}&saida=${checkOut}&pessoas=2`;
  const shared = [
    "/",
    "/search",
    `/search?${dates}`,
    `/search?${dates}&q=1`,
    `/posts/${id}`,
    `/posts/${id}?${dates}`,
    `/posts/${id}/perguntar`,
    "/alugar/turvo",
    "/detalhes/1",
    "/guardados",
    "/confira",
    "/ajuda",
    "/plans",
  ];
  const owners = ["/dashboard", "/minha-conta", "/posts/create", `/posts/${own.id}/calendario`];
  for (const path of shared) {
    const html = await (await sharedSite().app.request(path)).text();
    expect(findUnstyled(html), path).toEqual([]);
  }
  for (const path of [...shared, ...owners]) {
    expect(findUnstyled(await own.read(path)), `${path} of an owner`).toEqual([]);
  }
});
