import { describe, expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { greetingsIn } from "../../../testing/greetings.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { openTestSite, type TestSite } from "../../../testing/site.ts";
import { addDays, today, weekdayOf } from "../../calendar/civil-date.ts";
import { formatStay } from "../../calendar/stays.ts";
import { seasons } from "../../db/calendar-schema.ts";

/** A Friday with two weeks without holidays after it. */
const friday = firstFriday(findOrdinaryStay(40, 21).checkIn);

function firstFriday(from: string): string {
  return addDays(from, (5 - weekdayOf(from) + 7) % 7);
}

async function openPage(site: TestSite, address: string): Promise<string> {
  const answer = await site.app.request(address);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("\u00a0", " ").replaceAll("<!-- -->", "");
}

describe("a package", () => {
  /** From the Monday after the Friday, five nights. */
  const [de, ate] = [addDays(friday, 3), addDays(friday, 8)];
  const dates = formatStay({ checkIn: de, checkOut: ate }, today());
  const sold = `Réveillon ${dates}: R$ 6.000 o pacote`;

  async function openWith(fields: object, from: number, to: number): Promise<string> {
    const site = await openTestSite();
    const prices = { valorFds: "1090", valorDiaria: "500", unavailableDays: [], ...fields };
    const { id: postId } = await publish(site, prices);
    const season = { temporada: "Réveillon", de, ate, pacote: "6000" };
    await site.db.insert(seasons).values({ postId, ...season });
    const asked = `entrada=${addDays(de, from)}&saida=${addDays(ate, to)}`;
    return openPage(site, `/posts/${postId}?${asked}`);
  }

  const estimateIn = (html: string) => /data-estimativa[^>]*>([^<]*)/.exec(html)?.[1];

  test("is named with its dates and price beside the prices, and in their table", async () => {
    const html = await openWith({}, 0, 0);
    expect(html).toContain(`<li>${sold}</li>`);
    const table = html.slice(html.indexOf("Preços por temporada"));
    expect(table).toMatch(/R\$ 6\.000 o pacote<small>só inteiro, 5 noites<\/small>/);
  });

  test.each([
    ["all of its nights", 0, 0, "R$ 6.000"],
    ["the night before, too", -1, 0, "R$ 6.500"],
    ["the two nights after, too", 0, 2, "R$ 7.000"],
  ])("taken whole has its price: %s", async (_, from, to, amount) => {
    const html = await openWith({}, from, to);
    expect(estimateIn(html)).toBe(amount);
    expect(html).toContain("Pacote de 5 noites");
    expect(greetingsIn(html)[0]).toContain(`A estimativa do site é ${amount}.`);
  });

  test.each([
    ["some of its nights", 1, -1],
    ["all but the last", 0, -1],
    ["its first, with others before", -3, -4],
  ])("taken in part has none, and is offered whole: %s", async (_, from, to) => {
    const html = await openWith({}, from, to);
    expect(estimateIn(html)).toBeUndefined();
    expect(html).toMatch(/id="saida-error"[\s\S]*?Só o pacote inteiro\./);
    expect(html).toContain(`Só o pacote inteiro. ${sold}.`);
    expect(html).toContain(`>${dates}, 5 noites</a>`);
    expect(greetingsIn(html)[0]).not.toContain("estimativa");
  });
});

test.each([
  [
    "a Friday alone",
    { fdsInteiro: true },
    0,
    1,
    "Fim de semana só inteiro, sexta e sábado juntos.",
  ],
  [
    "a Saturday alone",
    { fdsInteiro: true },
    1,
    2,
    "Fim de semana só inteiro, sexta e sábado juntos.",
  ],
  ["too few nights", { minimoNoites: 3 }, 0, 2, "Mínimo de 3 noites."],
])("%s has no estimate if the ad asks for more", async (_, rule, from, to, words) => {
  const site = await openTestSite();
  const { id } = await publish(site, { unavailableDays: [], ...rule });
  const query = `entrada=${addDays(friday, from)}&saida=${addDays(friday, to)}`;
  const html = await openPage(site, `/posts/${id}?${query}`);
  expect(html).toMatch(new RegExp(`id="saida-error"[\\s\\S]*?${words}`));
  expect(html).not.toContain("data-estimativa");
  expect(greetingsIn(html)[0]).not.toContain("estimativa");
  const search = await openPage(site, `/search?${query}&ordem=preco`);
  expect(search).toContain(words.slice(0, -1).replace("Mínimo de", "Pede no mínimo"));
  expect(search).not.toContain("Livre de");
  expect(search).not.toContain("data-estimativa");
});

test("the ad's rules are beside its prices", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { minimoNoites: 2, fdsInteiro: true });
  const html = await openPage(site, `/posts/${id}`);
  expect(html).toContain("<li>Mínimo de 2 noites</li><li>Fim de semana só inteiro</li>");
  const { id: free } = await publish(site, { minimoNoites: null, fdsInteiro: false });
  expect(await openPage(site, `/posts/${free}`)).not.toMatch(/Mínimo de|só inteiro/);
});
