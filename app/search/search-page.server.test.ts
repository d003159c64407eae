import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { afterNextQuery } from "../../testing/after-query.ts";
import { openCachingSite, publish, renders, see } from "../../testing/caching-site.ts";
import { greetingsIn } from "../../testing/greetings.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { patience } from "../../testing/patience.ts";
import { openTestSite, shareTestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { formatStay } from "../calendar/stays.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { setPaused } from "../listings/pause.server.ts";

const sharedSite = shareTestSite();

afterEach(() => {
  vi.useRealTimers();
});

const { checkIn: entrada, checkOut: saida } = findOrdinaryStay(60, 3);
const dated = `/search?entrada=${entrada}&saida=${saida}`;
const dates = formatStay({ checkIn: entrada, checkOut: saida }, today());
const nothing = "Não foram encontrados imoveis a partir da sua busca...";

/** Reads a page, without the comments that React puts between adjacent texts. */
async function read(site: Awaited<ReturnType<typeof openTestSite>>, path: string) {
  return (await see(site, path)).replaceAll("<!-- -->", "");
}

test("the search and the ad say what a weekend and a night are, and lists don't repeat it", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  const meaning = "Final de Semana: sexta a domingo.";
  for (const path of ["/", "/search", "/search?q=500"]) {
    const parts = (await read(site, path)).split(meaning);
    expect(parts, path).toHaveLength(2);
    expect(parts[0], path).toMatch(
      /O valor máximo vale para a diária \(noite\), não para o fim de semana\. $/,
    );
  }
  const ad = (await read(site, `/posts/${id}`)).split(meaning);
  expect(ad).toHaveLength(2);
  expect(ad[1]).toMatch(/^ Noite: cada uma das outras\./);
});

describe("a search by dates", () => {
  test("shows dates, estimate and prices, and passes dates and people on", async () => {
    const site = await openCachingSite();
    const { id } = await publish(site, { valorDiaria: "500", valorFds: "1000" });
    const html = await see(site, `${dated}&pessoas=16`);
    expect(html).toContain(`1 casa livre de ${dates}</h1>`);
    expect(html).toContain(`Livre de ${dates}`);
    expect(html).toMatch(/<b data-estimativa="true">R\$\u00a01\.[05]00<\/b>/);
    expect(html).toContain(
      `href="/posts/${id}?entrada=${entrada}&amp;saida=${saida}&amp;pessoas=16"`,
    );
    expect(greetingsIn(html)).toEqual([
      expect.stringMatching(
        / \(3 noites\), para 16 pessoas\. A estimativa do site é R\$ 1\.[05]00\. /,
      ),
    ]);
    expect(html).not.toContain("dias atrás");
  });

  test("does not call a house with a stale calendar free", async () => {
    const site = await openCachingSite();
    const { id } = await publish(site, { title: "Casa parada" });
    const { id: other } = await publish(site, { title: "Casa em dia" });
    await read(site, dated);
    const datesUpdatedAt = new Date(Date.now() - 43 * 86_400_000);
    await site.db.update(posts).set({ datesUpdatedAt }).where(eq(posts.id, id));
    await vi.waitFor(async () => {
      const html = await read(site, dated);
      expect(html).toContain(`Pergunte se está livre de ${dates}`);
      expect(html).toContain("Calendário de 43 dias atrás");
      expect(html.match(/Livre de /g)).toHaveLength(1);
      expect(html).toContain(`1 livre, 1 a confirmar de ${dates}</h1>`);
      expect(html).toContain(
        ">Pelos calendários, do mais novo ao mais antigo; as casas a confirmar vêm no fim. <",
      );
    }, patience);
    const query = `?entrada=${entrada}&saida=${saida}`;
    expect(await read(site, `/posts/${other}${query}`)).toContain(
      `Pergunte se está livre de ${dates}`,
    );
    expect(await read(site, `/posts/${id}${query}`)).toContain(`Livre de ${dates}`);
  });

  test("shows 'Preço a combinar' for a missing price", async () => {
    const site = await openTestSite();
    await publish(site, { valorFds: "0", valorDiaria: null });
    const html = await (await site.app.request(dated)).text();
    expect(html).toContain(">Preço a combinar</b>");
  });

  test("keeps the dates on the next page, in both orders", async () => {
    const site = await openTestSite();
    const { user } = await publish(site);
    await site.db.execute(sql`
      insert into posts (uid, title, body, "valorFds", "valorDiaria", telefone, localizacao, "createdBy")
      select ${user.uid}, 'Rancho ' || n, 'x', '100', case when n > 4 then (n * 10)::text end,
        '37900000000', 'Guapé', 'Maria' from generate_series(1, 20) n`);
    for (const ordem of ["novos", "preco"]) {
      const first = await (await site.app.request(`${dated}&ordem=${ordem}`)).text();
      const link = /href="(\/search\?[^"]*depois=[^"]*)"/
        .exec(first)?.[1]
        ?.replaceAll("&amp;", "&");
      expect(link).toContain(`entrada=${entrada}&saida=${saida}`);
      const second = await (await site.app.request(link ?? "")).text();
      const titles = [...`${first}${second}`.matchAll(/>(Rancho [^<]+)<\/a>/g)].map(
        ([, title]) => title,
      );
      expect(titles).toHaveLength(21);
      expect(new Set(titles).size).toBe(21);
    }
  });

  test("without results offers the nearest dates, with counts", async () => {
    const site = await openTestSite();
    const { id } = await publish(site);
    const nights = [0, 1, 2].map((night) => ({ postId: id, day: addDays(entrada, night) }));
    await site.db.insert(unavailableDays).values(nights);
    const html = await (await site.app.request(dated)).text();
    expect(html).toContain(nothing);
    const near = formatStay({ checkIn: saida, checkOut: addDays(saida, 3) }, today());
    expect(html).toContain(`<span>De ${near}</span>`);
    expect(html).toContain(`href="/search?entrada=${saida}&amp;saida=${addDays(saida, 3)}"`);
    expect(html).toMatch(/há <b>1<\/b>/);
  });
});

describe("a search by nightly price", () => {
  const link = /Outra casa não diz o preço da noite\. <a[^>]* href="([^"]+)"/;

  test("counts the houses that don't state one, and shows them on request", async () => {
    const site = await openTestSite();
    await publish(site, { title: "Rancho com preço", valorDiaria: "400" });
    await publish(site, { title: "Rancho caro", valorDiaria: "900" });
    await publish(site, { title: "Rancho sem preço", valorDiaria: null });
    await publish(site, { title: "Rancho do Turvo", valorDiaria: null, localizacao: "Turvo" });
    const ask = (path: string) => read(site, path);
    const path = "/search?q=500&localizacao=Escarpas+do+Lago";
    const html = await ask(path);
    expect(html).toMatch(/>1 casa em Escarpas do Lago, até [^<]*<\/h1>/);
    expect(html).not.toContain("Rancho sem preço");
    const more = link.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(more).toBe("/search?q=500&semPreco=1&localizacao=Escarpas+do+Lago");
    const all = await ask(more);
    expect(all).toMatch(/>2 casas em Escarpas do Lago, até [^<]*<\/h1>/);
    for (const title of ["Rancho com preço", "Rancho sem preço"]) expect(all).toContain(title);
    for (const title of ["Rancho caro", "Rancho do Turvo"]) expect(all).not.toContain(title);
    expect(all).not.toMatch(link);
    expect(all).toMatch(/<link rel="canonical" href="[^"]*\/search\?q=500&amp;semPreco=1&amp;loc/);
    expect(all).toContain('<meta name="robots" content="noindex, follow"/>');
    expect(await ask("/search?q=500")).toContain("Outras 2 casas não dizem o preço da noite.");
  });

  test("is cached with and without them, and changes when a price is added", async () => {
    const site = await openCachingSite();
    const { id } = await publish(site, { valorDiaria: null });
    await publish(site, { title: "Rancho com preço", valorDiaria: "400" });
    const path = "/search?q=500&semPreco=1";
    await vi.waitFor(async () => {
      const rendered = renders(site);
      expect(await read(site, path)).toMatch(/>2 casas até [^<]*<\/h1>/);
      expect(await read(site, `${path}&fbclid=1`)).toMatch(/>2 casas até [^<]*<\/h1>/);
      expect(renders(site)).toBe(rendered);
    }, patience);
    await site.db.update(posts).set({ valorDiaria: "900" }).where(eq(posts.id, id));
    await vi.waitFor(
      async () => expect(await read(site, path)).toMatch(/>1 casa até [^<]*<\/h1>/),
      patience,
    );
  });
});

test("home and search count all results, in the singular for one, on each page", async () => {
  const site = await openTestSite();
  const { user } = await publish(site, { localizacao: "Turvo" });
  const ask = (path: string) => read(site, path);
  const homeLine = (houses: string) => `>${houses}, do mais novo ao mais antigo. <`;
  expect(await ask("/")).toContain(homeLine("1 casa"));
  expect(await ask("/search")).toContain(">Todos os anúncios: 1 casa</h1>");
  expect(await ask("/search?localizacao=Turvo")).toContain(">1 casa no Turvo</h1>");
  await site.db.execute(sql`
    insert into posts (uid, title, body, "valorFds", telefone, localizacao, "createdBy")
    select ${user.uid}, 'Rancho ' || n, 'x', '100', '37900000000', 'Guapé', 'Maria'
    from generate_series(1, 1233) n`);
  const all = { "/": homeLine("1.234 casas"), "/search": ">Todos os anúncios: 1.234 casas</h1>" };
  for (const [path, count] of Object.entries(all)) {
    const html = await ask(path);
    expect(html, path).toContain(count);
    const next = /href="([^"]*\?depois=[^"]*)"/.exec(html)?.[1] ?? "";
    expect(await ask(next), next).toContain(count);
  }
  const byPrice = await ask("/search?localizacao=Guapé&ordem=preco");
  expect(byPrice).toContain(">1.233 casas em Guapé</h1>");
  expect(byPrice).toContain(">Da menor diária à maior. <");
});

describe("list, counts and suggestions are of one moment", () => {
  async function openSearchedSite() {
    const site = await openTestSite();
    await site.app.request("/search");
    return site;
  }

  test("as an ad is published meanwhile", async () => {
    const site = await openSearchedSite();
    await publish(site, { title: "Rancho Antigo", valorDiaria: "400" });
    afterNextQuery(site.db, "from listing_changes", async () => {
      await publish(site, { title: "Rancho Novo", valorDiaria: "400" });
      await publish(site, { title: "Rancho sem preço", valorDiaria: null });
    });
    const html = await read(site, "/search?q=500");
    expect(html).toContain("Rancho Antigo");
    expect(html).not.toContain("Rancho Novo");
    expect(html).toMatch(/>1 casa até [^<]*<\/h1>/);
    expect(html).not.toContain("o preço da noite. <a");
    expect(await read(site, "/search?q=500")).toMatch(/>2 casas até [^<]*<\/h1>/);
  });

  test("as the only ad is published meanwhile", async () => {
    const site = await openSearchedSite();
    afterNextQuery(site.db, "from listing_changes", () => publish(site, { valorDiaria: "400" }));
    const html = await read(site, "/search?q=500");
    expect(html).toContain(`${nothing}</h1>`);
    expect(html).not.toContain("há <b>");
  });

  test("as an ad is paused meanwhile", async () => {
    const site = await openSearchedSite();
    await publish(site, { title: "Rancho Antigo" });
    const { id, user } = await publish(site, { title: "Rancho Novo" });
    afterNextQuery(site.db, "from listing_changes", () => setPaused(site.db, user.uid, id, true));
    const html = await read(site, "/search?pessoas=1");
    expect(html).not.toContain("Rancho Novo");
    expect(html).toContain(">1 casa para 1 pessoa</h1>");
  });
});

test("the map of all ads stands below them only if nothing was asked for", async () => {
  const site = await openTestSite();
  await publish(site);
  const map = 'id="escolha-no-mapa"';
  expect(await read(site, "/search")).toContain(map);
  for (const path of [dated, "/search?q=1"]) {
    const html = await read(site, path);
    expect(html, path).not.toContain(map);
    expect(html, path).not.toContain("#escolha-no-mapa");
  }
});

test("a location that doesn't exist is not repeated in title, heading or description", async () => {
  const html = await read(sharedSite(), "/search?localizacao=Ligue+0800");
  expect(html).toContain(nothing);
  for (const pattern of [/<title>.*?<\/title>/, /<h1.*?<\/h1>/, /<meta name="description"[^>]*>/]) {
    expect(pattern.exec(html)?.[0], pattern.source).toMatch(/^(?!.*0800)/s);
  }
});

test("every active filter is a chip that leads to the search without it", async () => {
  const site = await openTestSite();
  const asked = `/search?q=R$+500,00&localizacao=Turvo&entrada=${entrada}&saida=${saida}&pessoas=8&lazer=Sauna&lazer=Piscina&pets=1&ordem=preco`;
  const html = await (await site.app.request(asked)).text();
  const list = /<ul[^>]*aria-label="Filtros em uso">.*?<\/ul>/s.exec(html)?.[0] ?? "";
  const chips = [...list.matchAll(/href="([^"]*)"[^>]*>([^<]+)</g)].map(([, href = "", label]) => [
    label,
    href.replaceAll("&amp;", "&"),
  ]);
  const all = `q=500&localizacao=Turvo&entrada=${entrada}&saida=${saida}&pessoas=8&lazer=Piscina&lazer=Sauna&pets=1&ordem=preco`;
  const without = (part: string) => `/search?${`${all}&`.replace(`${part}&`, "").slice(0, -1)}`;
  expect(chips).toEqual([
    ["Turvo", without("localizacao=Turvo")],
    [dates, without(`entrada=${entrada}&saida=${saida}`)],
    ["8 pessoas", without("pessoas=8")],
    ["Diaria Valor até R$\u00a0500", without("q=500")],
    ["Piscina", without("lazer=Piscina")],
    ["Sauna", without("lazer=Sauna")],
    ["Aceita pets", without("pets=1")],
    ["Menor preço", without("ordem=preco")],
    ["Limpar tudo", "/search"],
  ]);
});

test.each([
  [`entrada=${saida}&saida=${entrada}`, "saida", "A saída precisa ser depois da entrada.", entrada],
  [`entrada=${entrada}`, "saida", "Escolha também a data de saída.", ""],
  ["entrada=2020-01-01&saida=2020-01-03", "entrada", "A data de entrada já passou.", "2020-01-01"],
  ["pessoas=muitas", "pessoas", "Diga quantas pessoas, de 1 a 999.", "muitas"],
  ["ordem=barato", "ordem", "Não conhecemos essa ordem.", null],
  ["lazer=Heliponto", null, "Não conhecemos uma das comodidades pedidas.", null],
])(
  "%s gets an error beside its field and is left out of the search",
  async (query, name, problem, typed) => {
    const site = await openCachingSite();
    await publish(site);
    const answer = await site.app.request(`/search?${query}`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(problem);
    expect(html).toContain("Rancho Beira d’Água");
    expect(html).not.toContain('aria-label="Filtros em uso"');
    if (name === null) return;
    const control = new RegExp(`<(?:input|select)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
    expect(control).toContain('aria-invalid="true"');
    expect(control).toContain(`aria-describedby="${name}-problem"`);
    if (typed !== null) expect(control).toContain(`value="${typed}"`);
  },
);

test.each([
  ["/", "Buscar: Para onde e quando?"],
  ["/search", "Mudar a busca: Toda a região"],
])("on phones a summary names and unfolds the search on %s", async (path, words) => {
  const html = await (await sharedSite().app.request(path)).text();
  const summary = /<div role="search"><details[^>]*>(<summary.*?<\/summary>)<\/details>/s.exec(
    html,
  );
  expect(summary?.[1]?.replaceAll(/<[^>]*>/g, "").replaceAll("\u00a0", " ")).toBe(words);
});

test.each([
  ["q=1", "Tente um valor maior."],
  ["pessoas=900", "Tente menos pessoas."],
  ["pessoas=900&pets=1&sauna=1", "Tente menos pessoas ou menos filtros."],
  [
    `entrada=${entrada}&saida=${saida}&pessoas=900&localizacao=Turvo&total=1`,
    "Tente outras datas, um valor maior, menos pessoas ou a região toda.",
  ],
])("with nothing found for %s the advice is about what was asked", async (query, advice) => {
  const site = await openTestSite();
  const html = await read(site, `/search?${query}`);
  expect(html).toContain(nothing);
  expect(/Tente [^<]*/.exec(html)?.[0]).toBe(advice);
});

test.each(["/", "/search"])("without script, the form on %s has every filter", async (path) => {
  const site = sharedSite();
  const html = await (await site.app.request(path)).text();
  const form = /<div role="search">.*?(<form.*?<\/form>)/s.exec(html)?.[1] ?? "";
  expect(form).toContain('action="/search"');
  expect(form.match(/<input[^>]* type="date"/g)).toHaveLength(2);
  const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
  const expected = ["localizacao", "entrada", "saida", "pessoas", "q", "lazer", "pets", "quartos"];
  expected.push("wifi", "ar", "beira", "pier", "cercado", "berco", "acessivel");
  expect([...new Set(names)]).toEqual(path === "/" ? expected : [...expected, "ordem"]);
});
