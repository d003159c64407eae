import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { listingsPerPage } from "../app/listings/listings.server.ts";
import { createListing } from "../app/listings/publishing.server.ts";
import { listArticles } from "../app/places/blog/articles.server.ts";
import { listPlaces } from "../app/places/spots/places.server.ts";
import { locationOptions, locationPath } from "../app/region/locations.ts";
import { helpTopicNames } from "../app/ui/help/help-topics.ts";
import { readHead } from "../testing/head.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  type TestSite,
} from "../testing/site.ts";

const siteUrl = "https://mardeminas.com.br";

/** Public pages that need no listing. */
const addresses = [
  "/",
  "/search",
  "/search?q=500&localizacao=Guap%C3%A9",
  "/login",
  "/register",
  "/plans",
  "/ajuda",
  ...helpTopicNames.map((topic) => `/ajuda/${topic}`),
  "/comofunciona",
  "/anuncio-conferido",
  "/depoimentos",
  "/contato",
  "/about",
  "/roteiros",
  "/passeios-lancha",
  "/passeio-4x4",
  "/restaurantes",
  "/servicos-mecanica",
  "/onde-visitar",
  ...listPlaces().map(({ id }) => `/detalhes/${id}`),
  ...locationOptions.map((name) => locationPath(name)),
  "/blog",
  ...listArticles().map(({ slug }) => `/blog/${slug}`),
  "/termos-e-condicoes",
];

async function publish(site: TestSite, overrides = {}, cover = true): Promise<string> {
  const user = await createUser(site);
  const photo = await createWaitingPhoto(site, user.uid, { cover, alt: "O píer" });
  const result = await createListing(site.db, user.uid, listingInput(overrides), [photo]);
  if (!result.ok) throw new Error(result.message);
  return `/posts/${result.id}`;
}

async function get(site: TestSite, path: string) {
  const answer = await site.app.request(path);
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

test("every public page has its own title, description and canonical address", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const listing = await publish(site);
  const [titles, canonicals, descriptions] = [new Set(), new Set(), new Set()];
  const all = [...addresses, listing];
  for (const path of all) {
    const tracked = `${path}${path.includes("?") ? "&" : "?"}utm_source=whatsapp&fbclid=1`;
    const { status, head } = await get(site, tracked);
    const { title, canonical, meta } = head;
    expect(status, path).toBe(200);
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
  expect(titles.size).toBe(all.length);
  expect(canonicals.size).toBe(all.length);
  expect(descriptions.size).toBe(all.length);
});

test("the home page, an article and a place describe themselves to search engines", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const described = async (path: string) => (await get(site, path)).head.structuredData;
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
  expect(await described("/blog/quando-ir-a-furnas")).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "Article",
      "@id": article,
      url: article,
      mainEntityOfPage: article,
      headline: "Quando ir a Furnas, mês a mês",
      description:
        "Chuva, frio, feriado e o nível do lago, que sobe e desce metros num mesmo ano. O que muda para quem aluga.",
      image: [`${siteUrl}/ilustracoes/pier-compartilhar.jpg`],
      datePublished: "2025-04-23",
      inLanguage: "pt-BR",
      author: publisher,
      publisher,
    },
  ]);
  expect(await described("/detalhes/1")).toEqual([
    {
      "@context": "https://schema.org",
      "@type": "TouristAttraction",
      "@id": `${siteUrl}/detalhes/1`,
      url: `${siteUrl}/detalhes/1`,
      name: "Cânions de Furnas",
      description:
        "Água verde entre paredões de quartzito e cachoeiras que caem direto no lago. Só se entra de barco.",
      image: [`${siteUrl}/ilustracoes/canion-compartilhar.jpg`],
      hasMap:
        "https://www.google.com/maps/search/?api=1&query=C%C3%A2nions%20de%20Furnas%2C%20Capit%C3%B3lio%2C%20MG",
      address: {
        "@type": "PostalAddress",
        addressLocality: "Capitólio",
        addressRegion: "MG",
        addressCountry: "BR",
      },
    },
  ]);
  expect((await described(await publish(site))).map((data) => data["@type"])).toEqual([
    "LodgingBusiness",
    "BreadcrumbList",
  ]);
});

test("the HTML of every public page is valid", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const problems: string[] = [];
  for (const path of [...addresses, await publish(site), "/nada", "/nova-senha/x"]) {
    const { html } = await get(site, path);
    const { results } = await htmlRules.validateString(html);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
      problems.push(`${path} ${ruleId}: ${message} (${selector})`);
    }
  }
  expect(problems).toEqual([]);
});

test("a shared ad shows its cover, price, capacity and place", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const { head } = await get(site, await publish(site));
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
});

test("an ad whose cover is still being made is shared with the site's picture", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const { head } = await get(site, await publish(site, {}, false));
  expect(head.meta).toMatchObject({
    "og:image": `${siteUrl}/ilustracoes/compartilhar.jpg`,
    "og:image:width": "1200",
    "og:image:height": "630",
  });
});

test("advertisers' text is escaped in the head too", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  const title = `</script><script>alert("1")</script>`;
  const body = `"><img src=x onerror=alert(1)> & assim por diante. `.repeat(20);
  const { head, html } = await get(site, await publish(site, { title, body }));
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("<img src=x");
  expect(head.title).toContain(title);
  expect(head.meta.description?.length).toBeLessThanOrEqual(160);
  expect(head.structuredData[0]).toMatchObject({ name: title, description: body });
});

test("without SITE_URL the site's address is the request's", async () => {
  const site = await openTestSite();
  const answer = await site.app.request("http://localhost:4321/blog");
  expect(readHead(await answer.text()).canonical).toEqual(["http://localhost:4321/blog"]);
});

test("later pages of a list have their own canonical address and are not indexed", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  for (let n = 0; n <= listingsPerPage; n++) await publish(site, { localizacao: "Turvo" });
  for (const path of ["/?", "/search?localizacao=Turvo&"]) {
    const first = await get(site, path.slice(0, -1));
    const next = /depois=[\w.-]+/.exec(first.html)?.[0];
    const { head } = await get(site, `${path}${next}&utm_medium=social`);
    expect(head.canonical).toEqual([`${siteUrl}${path}${next}`]);
    expect(head.meta.robots).toBe("noindex, follow");
  }
  expect((await get(site, "/")).head.meta.robots).toBeUndefined();
});

test("private and missing pages are kept out of search engines", async () => {
  const site = await openTestSite({ SITE_URL: siteUrl });
  for (const path of ["/nova-senha/x", "/nada", "/detalhes/99", "/blog/nada", "/alugar/nada"]) {
    const { head } = await get(site, path);
    expect(head.meta.robots, path).toContain("noindex");
    expect(head.canonical, path).toEqual([]);
  }
});
