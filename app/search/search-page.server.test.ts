import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publish, see } from "../../testing/caching-site.ts";
import { hideListings } from "../../testing/hide-listings.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { shareTestSite } from "../../testing/site.ts";

const site = shareTestSite();

beforeEach(() => hideListings(site()));

const { checkIn: entrada, checkOut: saida } = findOrdinaryStay(60, 3);
const nothing = "Não foram encontrados imoveis a partir da sua busca...";

/** Reads a page, without the comments that React puts between adjacent texts. */
const read = async (path: string) => (await see(site(), path)).replaceAll("<!-- -->", "");

test("the ad says what a weekend is, and lists don't repeat it", async () => {
  const { id } = await publish(site());
  const meaning = "De sexta a domingo";
  expect(await read("/")).not.toContain(meaning);
  expect((await read(`/posts/${id}`)).split(meaning)).toHaveLength(2);
});

test("a search by nightly price counts the houses that don't state one, and shows them on request", async () => {
  await publish(site(), { title: "Rancho com preço", valorDiaria: "400" });
  await publish(site(), { title: "Rancho caro", valorDiaria: "900" });
  await publish(site(), { title: "Rancho sem preço", valorDiaria: null });
  await publish(site(), { title: "Rancho do Turvo", valorDiaria: null, localizacao: "Turvo" });
  const link = /Outra casa não diz o preço da noite\. <a[^>]* href="([^"]+)"/;
  const html = await read("/search?q=500&localizacao=Escarpas+do+Lago");
  expect(html).toMatch(/>1 casa em Escarpas do Lago, até [^<]*<\/h1>/);
  expect(html).not.toContain("Rancho sem preço");
  const more = link.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(more).toBe("/search?q=500&semPreco=1&localizacao=Escarpas+do+Lago");
  const all = await read(more);
  expect(all).toMatch(/>2 casas em Escarpas do Lago, até [^<]*<\/h1>/);
  for (const title of ["Rancho com preço", "Rancho sem preço"]) expect(all).toContain(title);
  for (const title of ["Rancho caro", "Rancho do Turvo"]) expect(all).not.toContain(title);
  expect(all).not.toMatch(link);
  expect(all).toMatch(/<link rel="canonical" href="[^"]*\/search\?q=500&amp;semPreco=1&amp;loc/);
  expect(all).toContain('<meta name="robots" content="noindex, follow"/>');
  expect(await read("/search?q=500")).toContain("Outras 2 casas não dizem o preço da noite.");
});

test("home and search count all results, in the singular for one, on each page", async () => {
  const { user } = await publish(site(), { localizacao: "Turvo" });
  const homeLine = (houses: string) => `>${houses}</p>`;
  expect(await read("/")).toContain(homeLine("1 casa"));
  expect(await read("/search")).toContain(">Todos os anúncios: 1 casa</h1>");
  expect(await read("/search?localizacao=Turvo")).toContain(">1 casa no Turvo</h1>");
  await site().db.execute(sql`
    insert into posts (uid, title, body, "valorFds", telefone, localizacao, "createdBy")
    select ${user.uid}, 'Rancho ' || n, 'x', '100', '37900000000', 'Guapé', 'Maria'
    from generate_series(1, 13) n`);
  const all = { "/": homeLine("14 casas"), "/search": ">Todos os anúncios: 14 casas</h1>" };
  for (const [path, count] of Object.entries(all)) {
    const html = await read(path);
    expect(html, path).toContain(count);
    const next = /href="([^"]*\?depois=[^"]*)"/.exec(html)?.[1] ?? "";
    expect(await read(next), next).toContain(count);
  }
  const byPrice = await read("/search?localizacao=Guapé&ordem=preco");
  expect(byPrice).toContain(">13 casas em Guapé</h1>");
});

test("a location that doesn't exist is not repeated in title, heading or description", async () => {
  const html = await read("/search?localizacao=Ligue+0800");
  expect(html).toContain(nothing);
  for (const pattern of [/<title>.*?<\/title>/, /<h1.*?<\/h1>/, /<meta name="description"[^>]*>/]) {
    expect(pattern.exec(html)?.[0], pattern.source).toMatch(/^(?!.*0800)/s);
  }
});

test("an invalid filter gets an error beside its field and is left out of the search", async () => {
  const { id } = await publish(site());
  const cases: [query: string, name: string | null, problem: string, typed: string | null][] = [
    [
      `entrada=${saida}&saida=${entrada}`,
      "saida",
      "A saída precisa ser depois da entrada.",
      entrada,
    ],
    ["pessoas=muitas", "pessoas", "Diga quantas pessoas, de 1 a 999.", "muitas"],
    ["ordem=barato", "ordem", "Não conhecemos essa ordem.", null],
    ["lazer=Heliponto", null, "Não conhecemos uma das comodidades pedidas.", null],
  ];
  for (const [query, name, problem, typed] of cases) {
    const answer = await site().app.request(`/search?${query}`);
    expect(answer.status, query).toBe(200);
    const html = await answer.text();
    expect(html, query).toContain(problem);
    expect(html, query).toContain(`/posts/${id}`);
    expect(html, query).not.toContain('aria-label="Filtros em uso"');
    if (name === null) continue;
    const control = new RegExp(`<(?:input|select)[^>]* name="${name}"[^>]*>`).exec(html)?.[0];
    expect(control, query).toContain('aria-invalid="true"');
    expect(control, query).toContain(`aria-describedby="${name}-problem"`);
    if (typed !== null) expect(control, query).toContain(`value="${typed}"`);
  }
});

test.each([
  ["/", "Buscar: Para onde e quando?", []],
  ["/search", "Mudar a busca: Toda a região", ["ordem"]],
])(
  "the form on %s has every filter without script, and a summary that unfolds it on phones",
  async (path, words, more) => {
    const html = await read(path);
    const [, search = ""] = html.split('<div role="search">');
    const summary = /<summary.*?<\/summary>/s.exec(search)?.[0] ?? "";
    expect(summary.replaceAll(/<[^>]*>/g, "").replaceAll("\u00a0", " ")).toBe(words);
    const form = /<form.*?<\/form>/s.exec(search)?.[0] ?? "";
    expect(form).toContain('action="/search"');
    expect(form.match(/<input[^>]* type="date"/g)).toHaveLength(2);
    const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(names)]).toEqual(
      ["localizacao", "entrada", "saida", "pessoas", "q", "lazer", "pets"]
        .concat(["wifi", "ar", "beira", "pier", "cercado", "berco", "acessivel", "quartos"])
        .concat(more),
    );
  },
);

test("with nothing found the advice is about what was asked", async () => {
  for (const [query, advice] of [
    ["q=1", "Tente um valor maior."],
    ["pessoas=900&pets=1&sauna=1", "Tente menos pessoas ou menos filtros."],
    [
      `entrada=${entrada}&saida=${saida}&pessoas=900&localizacao=Turvo&total=1`,
      "Tente outras datas, um valor maior, menos pessoas ou a região toda.",
    ],
  ] as const) {
    const html = await read(`/search?${query}`);
    expect(html).toContain(nothing);
    expect(/Tente [^<]*/.exec(html)?.[0]).toBe(advice);
  }
});
