import { expect, test } from "vitest";
import { publish, see } from "../../testing/caching-site.ts";
import { greetingsIn } from "../../testing/greetings.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { openTestSite } from "../../testing/site.ts";
import { addDays } from "../calendar/civil-date.ts";
import { listHolidays } from "../calendar/holidays.ts";
import { seasons } from "../db/calendar-schema.ts";

const { checkIn: entrada, checkOut: saida } = findOrdinaryStay(60, 3);
const dated = `/search?entrada=${entrada}&saida=${saida}`;

/** Reads a page, without the comments that React puts between adjacent texts. */
async function read(site: Awaited<ReturnType<typeof openTestSite>>, path: string) {
  return (await see(site, path)).replaceAll("<!-- -->", "");
}

test("a card's WhatsApp link asks only about the people searched for", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { localizacao: "Turvo" });
  const greetings = async (path: string) =>
    greetingsIn(await (await site.app.request(path)).text());
  expect(await greetings("/search?pessoas=6")).toEqual([
    expect.stringMatching(new RegExp(`, para 6 pessoas\\. \\S+/posts/${id}\\?pessoas=6$`)),
  ]);
  for (const path of ["/", "/search?localizacao=Turvo"]) {
    expect(await greetings(path)).toEqual([
      expect.stringMatching(new RegExp(`": \\S+/posts/${id}$`)),
    ]);
  }
});

test("neither a card nor its WhatsApp link estimates a stay below a season's minimum", async () => {
  const site = await openTestSite();
  const { id: postId } = await publish(site, { valorDiaria: "500" });
  const season = { temporada: "Férias", de: entrada, ate: addDays(entrada, 9), minimoNoites: 5 };
  await site.db.insert(seasons).values({ postId, ...season, valorFds: null, valorDiaria: "700" });
  const html = await (await site.app.request(dated)).text();
  expect(html).toContain("mínimo de 5 noites");
  expect(html).not.toContain("data-estimativa");
  const [greeting] = greetingsIn(html);
  expect(greeting).toContain("(3 noites). Está livre?");
  expect(greeting).not.toContain("estimativa");
});

const carnaval = listHolidays(new Date(), 13).find(({ name }) => name === "Carnaval");

test.each(["/search", "an ad"])(
  "on %s an estimate for a holiday without a season's price is doubted, and not repeated to the owner",
  async (where) => {
    if (!carnaval) throw new Error("there is a Carnaval every year");
    const site = await openTestSite();
    const observacoesTarifa = "Carnaval: pacote de R$ 5.500.";
    const listing = { valorFds: "1000", valorDiaria: "500", observacoesTarifa };
    const { id: postId } = await publish(site, listing);
    const dates = `entrada=${carnaval.checkIn}&saida=${carnaval.checkOut}`;
    const path = where === "/search" ? `/search?${dates}` : `/posts/${postId}?${dates}`;
    const doubted = await read(site, path);
    expect(doubted).toContain("Carnaval: sem preço de temporada");
    expect(greetingsIn(doubted)[0]).toContain("Está livre? Qual é o preço para o Carnaval?");
    if (where === "/search") {
      expect(doubted).toMatch(/<b>Preço a confirmar<\/b>.*No preço comum, <span data-estimativa/s);
      expect(doubted).toContain(`Do anunciante: ${observacoesTarifa}`);
    }
    expect(greetingsIn(doubted)[0]).not.toContain("estimativa");
    if (where === "an ad") {
      expect(doubted).toContain("pergunte antes de contar com este valor.");
      expect(doubted).toContain(`sobre os preços:</b> ${observacoesTarifa}`);
    }

    const season = { temporada: "Carnaval", de: carnaval.checkIn, ate: carnaval.checkOut };
    const prices = { valorFds: "3000", valorDiaria: "1400", minimoNoites: null };
    await site.db.insert(seasons).values({ postId, ...season, ...prices });
    const sure = await read(site, path);
    expect(sure).not.toContain("sem preço de temporada");
    expect(sure).not.toContain("a confirmar");
    expect(greetingsIn(sure)[0]).toContain("A estimativa do site é");
  },
);

test("an order by price and the drawing say that a holiday's price is missing", async () => {
  if (!carnaval) throw new Error("there is a Carnaval every year");
  const site = await openTestSite();
  const { id } = await publish(site, { valorFds: "1000", valorDiaria: "500" });
  const dates = `entrada=${carnaval.checkIn}&saida=${carnaval.checkOut}`;
  const order = "do menor preço no período ao maior";
  const doubt = "Carnaval: preço a confirmar";
  expect(await read(site, `/search?${dates}&ordem=preco`)).toContain(`${order}. ${doubt}`);
  expect(await read(site, `/search?${dated.split("?")[1]}&ordem=preco`)).not.toContain(doubt);

  const entry = async (query: string) =>
    (await read(site, `/search/desenho?${query}`)).split(`data-casa="${id}"`)[1];
  expect(await entry(dates)).toContain("estimativa sem o preço de Carnaval, a confirmar");
  expect(await entry(dated.split("?")[1] ?? "")).toMatch(/<\/b><small>estimativa<\/small>/);
});

test("without a price there is nothing to call an estimate", async () => {
  const site = await openTestSite();
  await publish(site, { valorFds: "1000", valorDiaria: null });
  const html = await read(site, dated);
  expect(html).toMatch(/Preço a combinar<\/b> <span>3 noites<\/span>/);
  expect(html).not.toContain("estimativa<");
});

test("the price filter takes the season's price on the dates of the search", async () => {
  const site = await openTestSite();
  const { id: postId } = await publish(site, { title: "Casa do Cais", valorDiaria: "500" });
  const season = { temporada: "Férias", de: entrada, ate: saida, minimoNoites: null };
  await site.db.insert(seasons).values({ postId, ...season, valorFds: "2000", valorDiaria: "900" });
  expect(await see(site, `${dated}&q=600`)).not.toContain("Casa do Cais");
  expect(await see(site, `${dated}&q=900`)).toContain("Casa do Cais");
  expect(await see(site, "/search?q=600")).toContain("Casa do Cais");
});
