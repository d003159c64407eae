import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { publish, renders, see } from "../../../testing/caching-site.ts";
import { greetingsIn } from "../../../testing/greetings.ts";
import { hideListings } from "../../../testing/hide-listings.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { listHolidays } from "../../domain/calendar/holidays.ts";
import { comingWeekend, formatStay } from "../../domain/calendar/stays.ts";
import { setPaused } from "../../domain/listings/set-paused.server.ts";
import { countByLocation, prepareSearch } from "../../domain/search/search.server.ts";
import { feeds, seasons } from "../../platform/db/calendar-schema.ts";
import { type Db, openDatabase } from "../../platform/db/client.server.ts";
import { deletedPosts, posts, unavailableDays, users } from "../../platform/db/schema.ts";

const site = shareTestSite();

beforeEach(() => hideListings(site()));

const stay = findOrdinaryStay(60, 3);
const { checkIn: entrada, checkOut: saida } = stay;
const query = `entrada=${entrada}&saida=${saida}`;
const dated = `/search?${query}`;
const dates = formatStay(stay, today());
const nothing = "Não foram encontrados imoveis a partir da sua busca...";

/** Reads a page, without the comments that React puts between adjacent texts. */
const read = async (path: string) => (await see(site(), path)).replaceAll("<!-- -->", "");

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

test("if nothing is found, the advice refers to the search", async () => {
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

async function publishConfirmed(title: string, daysAgo: number, fields: object = {}) {
  const { id } = await publish(site(), { title, localizacao: "Capitólio", ...fields });
  const datesConfirmedAt = new Date(`${addDays(today(), -daysAgo)}T15:00:00Z`);
  const confirmed = { datesConfirmedAt, datesUpdatedAt: null };
  await site().db.update(posts).set(confirmed).where(eq(posts.id, id));
  return id;
}

const addSeason = (values: Partial<typeof seasons.$inferInsert> & Dated) =>
  site()
    .db.insert(seasons)
    .values({ temporada: "Férias", ...values });

type Dated = Pick<typeof seasons.$inferInsert, "postId" | "de" | "ate">;

const headingOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];

/** Titles before the heading 'Pergunte as datas', and under it. */
function splitTitles(html: string): [free: string[], toAsk: string[]] {
  const titles = (part: string) =>
    Array.from(part.matchAll(/>(Casa (?:Certa|Antiga)[^<]*)</g), ([, title = ""]) => title);
  const [before = "", after = ""] = html.split(/<h2[^>]*>Pergunte as datas<\/h2>/);
  return [titles(before), titles(after)];
}

test("a search by dates shows dates, estimate and prices, and passes dates and people on", async () => {
  const { id } = await publish(site(), { valorDiaria: "500", valorFds: "1000" });
  const html = await read(`${dated}&pessoas=16`);
  expect(headingOf(html)).toBe(`1 casa livre de ${dates}`);
  expect(html).toContain(`Livre de ${dates}`);
  expect(html).toMatch(/<b data-estimativa="true">R\$\u00a01\.[05]00<\/b>/);
  expect(html).toContain(`href="/posts/${id}?${query.replace("&", "&amp;")}&amp;pessoas=16"`);
  expect(greetingsIn(html)).toEqual([
    expect.stringMatching(
      / \(3 noites\), para 16 pessoas\. A estimativa do site é R\$ 1\.[05]00\. /,
    ),
  ]);
  expect(html).not.toContain("dias atrás");
});

test("houses with old calendars aren't called free, but stand apart and last, until confirmed", async () => {
  const id = await publishConfirmed("Casa Antiga", 30);
  const alone = await read(dated);
  expect(headingOf(alone)).toBe(`1 casa a confirmar de ${dates}`);
  expect(alone).not.toMatch(/<h2[^>]*>Anúncios</);

  const sure = await publishConfirmed("Casa Certa", 29);
  await publishConfirmed("Casa Antiga II", 200);
  const html = await read(dated);
  expect(headingOf(html)).toBe(`1 livre, 2 a confirmar de ${dates}`);
  expect(splitTitles(html)).toEqual([["Casa Certa"], ["Casa Antiga II", "Casa Antiga"]]);
  expect(html).toMatch(/<section[^>]*aria-labelledby="pergunte-as-datas"/);
  expect(html).toContain("faz 30 dias ou mais que ninguém o confirma");
  expect(html).toContain("Calendário de 30 dias atrás");
  expect(html.match(/Livre de /g)).toHaveLength(1);
  // Ads show those beside them with the same care, and searches without dates ignore calendars.
  expect(await read(`/posts/${sure}?${query}`)).toContain(`Pergunte se está livre de ${dates}`);
  const plain = await read("/search");
  expect(splitTitles(plain)).toEqual([["Casa Antiga II", "Casa Certa", "Casa Antiga"], []]);

  await site().db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.id, id));
  const confirmed = await read(dated);
  expect(headingOf(confirmed)).toBe(`2 livres, 1 a confirmar de ${dates}`);
  expect(splitTitles(confirmed)[1]).toEqual(["Casa Antiga II"]);
});

test("the drawing of the results marks old calendars, explains only the marks it has, and lists them apart", async () => {
  const drawing = dated.replace("/search", "/search/desenho");
  await publishConfirmed("Casa Certa", 29);
  const confirmed = await read(drawing);
  for (const part of ["a confirmar", "data-unconfirmed"]) {
    expect(confirmed).not.toContain(part);
  }
  await publishConfirmed("Casa Antiga", 30);
  await publishConfirmed("Casa Antiga do Funil", 30, { localizacao: "Funil" });
  const html = await read(drawing);
  expect(html.match(/data-unconfirmed/g)).toHaveLength(1);
  expect(html).toContain("Tracejado, só a confirmar com o dono.");
  expect(splitTitles(html)[1].toSorted()).toEqual(["Casa Antiga", "Casa Antiga do Funil"]);
});

test("an estimate for a holiday without a season's price is doubted everywhere, and not repeated to the owner", async () => {
  const carnaval = listHolidays(new Date(), 13).find(({ name }) => name === "Carnaval");
  if (!carnaval) throw new Error("there is a Carnaval every year");
  const observacoesTarifa = "Carnaval: pacote de R$ 5.500.";
  const prices = { valorFds: "1000", valorDiaria: "500", observacoesTarifa };
  const { id: postId } = await publish(site(), prices);
  const asked = `entrada=${carnaval.checkIn}&saida=${carnaval.checkOut}`;
  const search = await read(`/search?${asked}`);
  const ad = await read(`/posts/${postId}?${asked}`);
  for (const html of [search, ad]) {
    expect(html).toContain("Carnaval: sem preço de temporada");
    const [greeting] = greetingsIn(html);
    expect(greeting).toContain("Está livre? Qual é o preço para o Carnaval?");
    expect(greeting).not.toContain("estimativa");
  }
  expect(search).toMatch(/<b>Preço a confirmar<\/b>.*No preço comum, <span data-estimativa/s);
  expect(search).toContain("estimativa, mais taxas");
  expect(ad).toContain("pergunte antes de contar com este valor.");
  expect(ad).toContain(`sobre os preços:</b> ${observacoesTarifa}`);

  const entry = async (asked: string) =>
    (await read(`/search/desenho?${asked}`)).split(`data-casa="${postId}"`)[1];
  expect(await entry(asked)).toContain("estimativa sem o preço de Carnaval, a confirmar");
  expect(await entry(query)).toMatch(/<\/b><small>estimativa<\/small>/);

  const { checkIn: de, checkOut: ate } = carnaval;
  await addSeason({
    postId,
    temporada: "Carnaval",
    de,
    ate,
    valorFds: "3000",
    valorDiaria: "1400",
  });
  for (const path of [`/search?${asked}`, `/posts/${postId}?${asked}`]) {
    const sure = await read(path);
    expect(sure, path).not.toMatch(/sem preço de temporada|a confirmar/);
    expect(greetingsIn(sure)[0], path).toContain("A estimativa do site é");
  }
});

test("without results the search offers the nearest dates and a higher total, with counts", async () => {
  const { id: postId } = await publish(site());
  const nights = [0, 1, 2].map((night) => ({ postId, day: addDays(entrada, night) }));
  await site().db.insert(unavailableDays).values(nights);
  const html = await read(dated);
  expect(html).toContain("Não foram encontrados imoveis a partir da sua busca...");
  const later = { checkIn: saida, checkOut: addDays(saida, 3) };
  expect(html).toContain(`<span>De ${formatStay(later, today())}</span><span>há <b>1</b></span>`);
  expect(html).toContain(`href="/search?entrada=${saida}&amp;saida=${later.checkOut}"`);
  await site().db.delete(unavailableDays).where(eq(unavailableDays.postId, postId));
  const dear = await read(`${dated}&total=10`);
  expect(dear).toMatch(/<span>Total até R\$\s[\d.]+<\/span><span>há <b>1<\/b><\/span>/);
});

test("the dearer plan buys the badge, and no place in any list", async () => {
  const ids: string[] = [];
  for (const [nth, plano] of ["profissional", "basico", "profissional", "basico"].entries()) {
    const id = await publishConfirmed(`Casa Certa ${nth}`, nth);
    const owner = site().db.select({ uid: posts.uid }).from(posts).where(eq(posts.id, id));
    await site().db.update(users).set({ plano }).where(inArray(users.id, owner));
    ids.unshift(id);
  }
  const paths = ["/", "/search?localizacao=Capit%C3%B3lio", dated, `${dated}&ordem=preco`];
  for (const path of [...paths, "/alugar/capitolio"]) {
    const html = await read(path);
    const places = ids.map((id) => html.indexOf(`/posts/${id}`));
    expect(places, path).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places), path).toBeGreaterThan(0);
    expect(html.match(/Destaque/g), path).toHaveLength(2);
  }
});

const updateFeed = (db: Db, postId: string, values: Partial<typeof feeds.$inferInsert>) =>
  db.update(feeds).set(values).where(eq(feeds.postId, postId));

const changes: Record<string, (db: Db, postId: string) => Promise<unknown>> = {
  "a night is taken": (db, postId) => db.insert(unavailableDays).values({ postId, day: entrada }),
  "a feed takes a night": (db, id) => updateFeed(db, id, { nights: `{[${entrada},${saida})}` }),
  "a feed can be read again": (db, id) => updateFeed(db, id, { goodAt: new Date() }),
  "a season sets the price": (db, postId) =>
    db
      .insert(seasons)
      .values({ postId, temporada: "Festa", de: entrada, ate: saida, valorDiaria: "777" }),
  "the calendar is confirmed": (db, id) =>
    db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.id, id)),
};

test.each(Object.entries(changes))(
  "a cached page of a search by dates changes when %s on another site",
  async (_, change) => {
    const { id: postId } = await publish(site());
    const old = new Date(Date.now() - 43 * 86_400_000);
    await site()
      .db.insert(feeds)
      .values({ postId, nome: "Airbnb", endereco: "https://example.com", goodAt: old });
    const stale = { createdAt: old, datesUpdatedAt: null };
    await site().db.update(posts).set(stale).where(eq(posts.id, postId));
    const path = `${dated}&localizacao=Escarpas+do+Lago`;
    // A page with so many possible addresses is kept once it is asked for again.
    await see(site(), path);
    const before = await see(site(), path);
    expect(before).toContain(postId);
    const rendered = renders(site());
    expect(await see(site(), `${path}&fbclid=1`)).toBe(before);
    expect(renders(site())).toBe(rendered);
    // As from another site, the database alone tells of it.
    await change(site().owner, postId);
    expect(await see(site(), path)).not.toBe(before);
  },
);

test("a cached page of a location without results changes when another location becomes available", async () => {
  const path = `${dated}&localizacao=Turvo`;
  for (let visit = 0; visit < 3; visit++) {
    expect(await see(site(), path)).toContain("Não foram encontrados imoveis");
  }
  await publish(site());
  expect(await see(site(), path)).toContain("em toda a região");
});

test("cached pages offer the next weekend from Friday noon on, by the region's clock", async () => {
  const linkOf = (html: string, which: "neste" | "no próximo") =>
    new RegExp(`<a [^>]*href="([^"]*)"[^>]*>(?:(?!</a>).)*Livre ${which} fim de semana`, "s").exec(
      html,
    )?.[1];
  const friday = comingWeekend(new Date()).checkIn;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${friday}T14:59:00Z`) });
  for (const path of ["/", "/search"]) {
    expect(linkOf(await see(site(), path), "neste")).toContain(`entrada=${friday}`);
  }
  vi.setSystemTime(new Date(`${friday}T15:00:00Z`));
  for (const path of ["/", "/search"]) {
    const next = linkOf(await see(site(), path), "no próximo");
    expect(next).toContain(`entrada=${addDays(friday, 7)}`);
  }
});

/** Reads the labels on the drawing, and the list beside it. */
function readMap(html: string) {
  const [, section = ""] = html.split('aria-labelledby="escolha-no-mapa"');
  const [labels = "", list = ""] = section.split("</section>")[0]?.split("Lugares, do que") ?? [];
  return { labels: readLinks(labels), list: readLinks(list) };
}

function readLinks(html: string) {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"(.*?)<\/a>/g)].map(([link, href = ""]) => {
    const text = link.replace(/<small>.*?<\/small>/, "").replace(/<[^>]+>/g, "");
    const [, place = "", count = ""] = /^(\D+?)[\s,]*(\d+) casas?$/.exec(text) ?? [];
    expect(text.endsWith(count === "1" ? " casa" : " casas"), text).toBe(true);
    expect(link.includes("data-none"), text).toBe(count === "0");
    const isCurrent = link.includes('aria-current="true"');
    return { place, count: Number(count), href: href.replaceAll("&amp;", "&"), isCurrent };
  });
}

test("the database and the index agree on the counts, without paused or deleted ads", async () => {
  const { db, close } = openDatabase(site().databaseUrl, () => undefined);
  const { user, id } = await publish(site(), { localizacao: "Turvo" });
  await publish(site(), { localizacao: "Turvo" });
  await publish(site(), { localizacao: "Dique" });
  await setPaused(db, user.uid, id, true);
  const deleted = await publish(site(), { localizacao: "Dique" });
  await db.insert(deletedPosts).values({ id: deleted.id, localizacao: "Dique" });
  const counted = await countByLocation(db);
  expect(counted).toEqual({ Turvo: 1, Dique: 1 });
  await prepareSearch(db);
  expect(await countByLocation(db)).toEqual(counted);
  await close();
});

test("the place with most ads comes first, and a place's own page marks it", async () => {
  await publish(site(), { localizacao: "Piumhi" });
  await publish(site(), { localizacao: "Turvo" });
  await publish(site(), { localizacao: "Turvo" });
  const { list } = readMap(await read("/search"));
  expect(list.slice(0, 3).map(({ place }) => place)).toEqual(["Turvo", "Piumhi", "Capitólio"]);
  expect(list.some(({ isCurrent }) => isCurrent)).toBe(false);
  const own = await read("/alugar/piumhi");
  expect(own).toMatch(/<a [^>]*href="\/alugar\/piumhi" aria-current="true"/);
  expect(own).not.toMatch(/<a [^>]*href="\/alugar\/turvo" aria-current/);
});

test("only pages that show all ads have the map and link to it", async () => {
  await publish(site());
  const id = 'id="escolha-no-mapa"';
  const link = ' href="#escolha-no-mapa">';
  for (const path of ["/", "/search"]) {
    const html = await read(path);
    expect([html.includes(id), html.includes(link)], path).toEqual([true, true]);
  }
  const { checkIn, checkOut } = findOrdinaryStay(60, 3);
  const asked = ["q=1", "localizacao=Turvo", `entrada=${checkIn}&saida=${checkOut}`];
  for (const query of asked) {
    expect(await read(`/search?${query}`), query).not.toContain("escolha-no-mapa");
  }
  const one = await read("/search?localizacao=Turvo");
  expect(one).toMatch(/href="\/alugar\/turvo"[^>]*>Conheça /);
});
