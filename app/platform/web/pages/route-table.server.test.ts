import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openCachingSite, publish } from "../../../../testing/caching-site.ts";
import { shareTestSite } from "../../../../testing/site.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";

const sharedSite = shareTestSite();

const id = "0b9e2c1e-7a55-4c7e-9d5e-3f1f6f2b8a10";
const cursor = `1790000000000000.${id}`;

test("addresses of public pages have one canonical form", () => {
  const { findPublicPage: find } = sharedSite().routeTable;
  for (const [asked, address, dependsOn] of [
    ["/", "/", ["anuncios"]],
    ["/?fbclid=IwAR0x&utm_source=ig", "/", ["anuncios"]],
    ["/?depois=12.x&fbclid=1", "/", ["anuncios"]],
    [`/?depois=${cursor}.1`, "/", ["anuncios"]],
    [`/?depois=0${cursor}`, "/", ["anuncios"]],
    ["/?q=500&localizacao=Turvo", "/", ["anuncios"]],
    ["/search?localizacao=Turvo", "/search?localizacao=Turvo", ["lugar Turvo"]],
    ["/search?localizacao=+Turvo+&q=abc", "/search?localizacao=Turvo", ["lugar Turvo"]],
    ["/search?q=&localizacao=", "/search", ["anuncios"]],
    [`/posts/${id}`, `/posts/${id}`, [`anuncio ${id}`]],
    [`/posts/${id}?utm_medium=whatsapp`, `/posts/${id}`, [`anuncio ${id}`]],
    ["/detalhes/1", "/detalhes/1", ["anuncios"]],
    ["/alugar/turvo?utm_source=x", "/alugar/turvo", ["lugar Turvo"]],
    ["/alugar/guape/com-piscina", "/alugar/guape/com-piscina", ["lugar Guapé"]],
    ["/blog", "/blog", []],
    ["/ajuda?utm_source=x", "/ajuda", []],
    ["/ajuda/calendario", "/ajuda/calendario", []],
    ["/termos-e-condicoes?x", "/termos-e-condicoes", []],
  ] as const) {
    const expected = { address, dependsOn, route: expect.any(String), isUnbounded: false };
    expect(find(asked), asked).toEqual(expected);
  }
});

const entrada = addDays(today(), 30);
const saida = addDays(entrada, 2);
const stay = `entrada=${entrada}&saida=${saida}`;

test("a search has one address whatever the order and spelling of its parameters", () => {
  const { findPublicPage: find } = sharedSite().routeTable;
  const address = `/search?localizacao=Turvo&${stay}&pessoas=8&lazer=Piscina&lazer=Sauna&pets=1&ordem=preco`;
  for (const asked of [
    address,
    `/search?ordem=preco&pets=1&lazer=Sauna&lazer=Piscina&lazer=Sauna&pessoas=08&saida=${saida}&entrada=${entrada}&localizacao=Turvo`,
    `${address}&q=&utm_source=ig&depois=${cursor}`,
    `${address}&depois=x`,
  ]) {
    expect(find(asked), asked).toMatchObject({ address, dependsOn: ["anuncios"] });
  }
  const byPrice = `${address}&depois=109000.${cursor}`;
  expect(find(byPrice)).toMatchObject({ address: `${address}&depois=109000.${cursor}` });
  expect(find("/search?ordem=novos&pets=")).toMatchObject({ address: "/search" });
});

test("prices, dates, people, amenities and cursors make an unlimited number of pages", () => {
  const { findPublicPage: find } = sharedSite().routeTable;
  for (const [asked, address] of [
    [`/?depois=${cursor}&fbclid=1`, `/?depois=${cursor}`],
    ["/search?localizacao=Turvo&q=500", "/search?q=500&localizacao=Turvo"],
    ["/search?q=R$+0500,00", "/search?q=500"],
    [`/search?${stay}`, `/search?${stay}`],
    ["/search?pessoas=8", "/search?pessoas=8"],
    ["/search?lazer=Sauna", "/search?lazer=Sauna"],
    ["/search?ordem=preco", "/search?ordem=preco"],
  ] as const) {
    expect(find(asked), asked).toMatchObject({ address, isUnbounded: true });
  }
});

test("other addresses are not public pages", () => {
  const { findPublicPage: find } = sharedSite().routeTable;
  for (const asked of [
    "/login",
    "/contato",
    "/plans",
    "/dashboard",
    "/posts/create",
    "/posts/edit/x",
    "/posts/x",
    "/nova-senha/x",
    "/medidas",
    "/visitas",
    `/search?q=${"1".repeat(600)}`,
    "/search?localizacao=Atl%C3%A2ntida",
    `/search?entrada=${saida}&saida=${entrada}`,
    "/search?entrada=2020-01-01&saida=2020-01-03",
    "/search?pessoas=0",
    "/search?lazer=Heliponto",
    "/search?pets=sim",
    "/search?ordem=barato",
    "/search.data",
  ]) {
    expect(find(asked), asked).toBeNull();
  }
});

test("the address of a public page leads to the same page", () => {
  const { findPublicPage: find } = sharedSite().routeTable;
  const text = fc.string({ unit: "binary" });
  const asked = fc.oneof(
    text,
    fc
      .tuple(fc.constantFrom("/", "/search", "/blog", "/detalhes/1"), text, text)
      .map(([path, name, value]) => `${path}?${name}=${value}&q=${value}&depois=${name}`),
    fc
      .array(
        fc.tuple(
          fc.constantFrom("entrada", "saida", "pessoas", "lazer", "pets", "ordem", "depois"),
          fc.oneof(text, fc.constantFrom(entrada, saida, "8", "1", "Sauna", "preco", cursor)),
        ),
      )
      .map((query) => `/search?${new URLSearchParams(query)}`),
  );
  fc.assert(
    fc.property(asked, (pathAndQuery) => {
      const page = find(pathAndQuery);
      // Percent-encoding may make an address too long to cache.
      const again = page && find(page.address);
      if (again) expect(again.address).toBe(page.address);
    }),
  );
});

async function readParameters(work: () => Promise<unknown>): Promise<Set<string>> {
  const names = new Set<string>();
  const { get, getAll, has } = URLSearchParams.prototype;
  const restore = () => {
    Object.assign(URLSearchParams.prototype, { get, getAll, has });
  };
  onTestFinished(restore);
  Object.assign(URLSearchParams.prototype, {
    get(this: URLSearchParams, name: string) {
      names.add(name);
      return get.call(this, name);
    },
    getAll(this: URLSearchParams, name: string) {
      names.add(name);
      return getAll.call(this, name);
    },
    has(this: URLSearchParams, name: string, value?: string) {
      names.add(name);
      return has.call(this, name, value);
    },
  });
  try {
    await work();
  } finally {
    restore();
  }
  return names;
}

/** React Router's own parameter, which never reaches a loader. */
const routerParameter = "index";

test("loaders of public pages read only declared query parameters", async () => {
  const site = await openCachingSite();
  const { id: postId } = await publish(site);
  // A selection needs three.
  await publish(site);
  await publish(site);
  const paths = [
    ...site.routeTable.sitemapPaths,
    "/search",
    "/guardados",
    "/roteiros",
    "/detalhes/1",
    "/alugar/turvo",
    "/alugar/escarpas-do-lago/com-piscina",
    "/ajuda/calendario",
    "/blog/quando-ir-a-furnas",
    `/posts/${postId}`,
  ];
  const seen = new Set<string>();
  for (const path of paths) {
    const page = site.routeTable.findPublicPage(path);
    // The others are in the sitemap, but rendered for each request.
    if (!page) continue;
    seen.add(page.route);
    const declared = await readParameters(async () => site.routeTable.findPublicPage(path));
    const read = await readParameters(async () => {
      const answer = await site.app.request(path, { headers: { Cookie: "mardeminas.aviso=1" } });
      expect(answer.status, path).toBe(200);
    });
    read.delete(routerParameter);
    expect(
      [...read].filter((name) => !declared.has(name)),
      path,
    ).toEqual([]);
  }
  expect(site.routeTable.publicPatterns.filter((pattern) => !seen.has(pattern))).toEqual([
    ...["/plans", "/contato", "/passeios-lancha", "/passeio-4x4", "/restaurantes"],
    "/servicos-mecanica",
  ]);
});
