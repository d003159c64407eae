import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish, see } from "../../../testing/caching-site.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { posts } from "../../db/schema.ts";
import { listingFields } from "../../listings/fields.ts";
import { missingText } from "../../listings/listing.ts";

const site = shareTestSite();

/** Terms and definitions of the page's lists, in order. */
function facts(html: string): [term: string, definition: string][] {
  const found = html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g);
  return [...found].map(([, term = "", definition = ""]) => [term, definition]);
}

test("known facts come first, missing ones together at the end", async () => {
  const { id } = await publish(site(), {
    quantidadeMaximaPessoas: 8,
    QuantidadeTotalQuartos: null,
    QuantidadeTotalQuartosSuites: null,
    lazer: [],
    aceitaPets: false,
    detalhamentoQuartosSociais: "",
    detalhamentoSuites: " ",
    detalhesCozinha: "Fogão a lenha",
    detalhesSala: "",
    beneficiosImovel: "Pé na água",
    observacoesTarifa: "",
    maioresInformacoes: "",
    observacao: "",
    enderecoCompleto: "Rua da Ponte, 3",
  });
  const html = await see(site(), `/posts/${id}`);
  expect(facts(html)).toEqual([
    ["Max Pessoas", "8"],
    ["Cozinha", "Fogão a lenha"],
    ["Benefícios do imóvel", "Pé na água"],
    ["Endereço completo", "Rua da Ponte, 3"],
    ["Quartos", missingText],
    ["Suítes", missingText],
    ["Lazer", missingText],
    ["Detalhes dos quartos sociais", missingText],
    ["Detalhes das suítes", missingText],
    ["Sala", missingText],
    ["Observações da tarifa", missingText],
    [listingFields.maioresInformacoes.label, missingText],
    [listingFields.observacao.label, missingText],
  ]);
  expect(html).not.toContain('id="lazer"');
});

test("an ad with a stale calendar says how old it is, and to ask about the dates", async () => {
  const { id } = await publish(site(), { unavailableDays: [] });
  const ad = () => see(site(), `/posts/${id}`);
  const daysAgo = (days: number) => new Date(`${addDays(today(), -days)}T15:00:00Z`);
  const old = "Calendário de 30 dias atrás: pergunte as datas.";
  expect(await ad()).not.toContain("pergunte as datas");

  const update = (values: Partial<typeof posts.$inferInsert>) =>
    site().db.update(posts).set(values).where(eq(posts.id, id));
  await update({ datesConfirmedAt: daysAgo(30) });
  expect(await ad()).toContain(old);
  expect(await ad()).toContain("data-stale");
  expect(await ad()).toContain("Sem confirmação: pergunte as datas");
  await update({ datesConfirmedAt: daysAgo(29) });
  expect(await ad()).not.toContain("pergunte as datas");

  await update({ datesConfirmedAt: daysAgo(90) });
  const feed = { nome: "Airbnb", endereco: "https://example.com/a.ics" };
  await site()
    .db.insert(feeds)
    .values({ postId: id, ...feed, goodAt: daysAgo(30) });
  expect(await ad()).toContain(old);
  await site()
    .db.update(feeds)
    .set({ goodAt: daysAgo(1) })
    .where(eq(feeds.postId, id));
  expect(await ad()).not.toContain("pergunte as datas");
});
