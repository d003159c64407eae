import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { addDays, formatCivilDate, today } from "../../calendar/civil-date.ts";
import { users } from "../../db/schema.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();

async function readPage(plan: Partial<typeof users.$inferInsert>, ads = 1): Promise<string> {
  const site = sharedSite();
  const { user, cookie } = await signIn(site, { postsPermitidos: 5 });
  for (let n = 0; n < ads; n += 1) {
    const photo = await createWaitingPhoto(site, user.uid);
    await createListing(site.db, user.uid, listingInput(), [photo]);
  }
  await site.db.update(users).set(plan).where(eq(users.id, user.uid));
  const answer = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  expect(answer.status).toBe(200);
  return answer.text();
}

const textOf = (html = "") =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|");

const cardIn = /<section[^>]*aria-labelledby="plano".*?<\/section>/s;

async function readCard(plan: Partial<typeof users.$inferInsert>, ads = 1): Promise<string> {
  return textOf(cardIn.exec(await readPage(plan, ads))?.[0]);
}

const on = (days: number) => addDays(today(), days);
const written = (days: number) => formatCivilDate(on(days));
const active = { plano: "basico", postsPermitidos: 1 };
const none = { plano: "nenhum", postsPermitidos: 0 };

test("a plan without an end says so", async () => {
  const card = await readCard({ ...active, validoAte: null });
  expect(card).toContain("Plano Básico");
  expect(card).toContain("1 de 1 anúncio");
  expect(card).toContain("Não há nada a pagar agora, nem data para terminar.");
  expect(card).toContain("os primeiros 30 dias são grátis; depois, |R$ 25,00| por mês");
  expect(card).not.toContain("Renovar");
});

test.each([
  [31, `Até |${written(31)}|, daqui a 31 dias.`, false],
  [30, `Até |${written(30)}|, daqui a 30 dias.`, true],
  [1, `Até |${written(1)}|, amanhã.`, true],
  [0, `Hoje, |${written(0)}|, é o último dia.`, true],
])("a plan that ends in %i days says when and what happens after", async (days, words, renews) => {
  const card = await readCard({ ...active, validoAte: on(days) });
  expect(card).toContain(words);
  expect(card).toContain(
    `Se passar da data, seu anúncio fica no ar até |${written(days + 30)}| e depois só em pausa.`,
  );
  expect(card).toContain("Para continuar depois, |R$ 25,00| por mês ou |R$ 250,00| por ano.");
  expect(card.includes("Renovar o plano")).toBe(renews);
  expect(card).toContain("Ver os planos");
});

test("an ended plan says until when the ads stay public", async () => {
  const card = await readCard({ ...none, planEndedOn: on(-1) }, 2);
  expect(card).toContain("Sem plano ativo");
  expect(card).toContain(`Seu plano terminou em |${written(-1)}|.`);
  expect(card).toContain(`Mas seus anúncios ficam no ar até |${written(29)}|, daqui a 29 dias.`);
  expect(card).toContain("Renovar o plano");
  expect(card).not.toContain("Criar anúncio");
});

test("a plan whose last day has passed reads the same before the job has ended it", async () => {
  const early = await readCard({ ...active, validoAte: on(-1) });
  expect(early).toContain(`Seu Plano Básico terminou em |${written(-1)}|.`);
  expect(early).toBe(await readCard({ ...none, planEndedOn: on(-1), endedPlan: "basico" }));
});

test("after 30 more days the card says that the ads are paused and come back", async () => {
  const card = await readCard({ ...none, planEndedOn: on(-31) });
  expect(card).toContain(
    "Agora seu anúncio está em pausa, com fotos, textos e calendário guardados, e volta como estava quando você renovar.",
  );
});

test("without a current or past plan, the card says one is needed and links to contact", async () => {
  const card = await readCard({ ...none, planEndedOn: null }, 0);
  expect(card).toContain("Para publicar, você precisa de um plano ativo.");
  expect(card).toContain("os primeiros 30 dias são grátis; depois, |R$ 25,00| por mês");
  expect(card).toContain("Falar sobre o plano");
});

test("a full Básico is offered the Profissional with its price, a full Profissional is asked to talk", async () => {
  const basic = await readCard({ ...active, validoAte: null });
  expect(basic).toContain("passe para o plano Profissional: até 2 anúncios, |R$ 80,00| por mês");
  expect(basic).toContain("Passar para o Profissional");
  const professional = await readCard({ plano: "profissional", postsPermitidos: 2 }, 2);
  expect(professional).toContain("O plano está completo. Mais de dois anúncios? Fale com a gente.");
  expect(professional).not.toContain("Passar para o Profissional");
});

test.each([
  ["a plan without an end", { ...active, validoAte: null }, false],
  ["a plan with weeks left", { ...active, validoAte: on(8) }, false],
  ["a plan in its last week", { ...active, validoAte: on(7) }, true],
  ["an ended plan", { ...none, planEndedOn: on(-1) }, true],
])("%s stands above or below the houses by its urgency", async (_, plan, isFirst) => {
  const html = await readPage(plan);
  const [card, houses] = [html.search(cardIn), html.indexOf('aria-label="Suas casas"')];
  expect(houses).toBeGreaterThan(0);
  expect(card < houses).toBe(isFirst);
  const above = textOf(html.slice(html.indexOf("<main"), houses));
  expect(above.includes("Ver o plano")).toBe(!isFirst);
  for (const of of ["Compartilhar", "O ano em uma folha", "casas parecidas"]) {
    expect(above).not.toContain(of);
  }
});

test("free days that were granted are said above the houses, with what comes after them", async () => {
  const html = await readPage({ ...active, validoAte: on(30), freeUntil: on(30) });
  const above = textOf(html.slice(html.indexOf("<h1"), html.indexOf('aria-label="Suas casas"')));
  expect(above).toContain(`Plano Básico. Grátis até |${written(30)}|, depois |R$ 25,00| por mês.`);
});

test("one way to pay is a button, the others are folded behind one link", async () => {
  const card = cardIn.exec(await readPage({ ...active, validoAte: on(3) }))?.[0] ?? "";
  const [open = "", folded = ""] = card.split("<details");
  expect(open.match(/class="btn[^"]*"/g)).toHaveLength(1);
  expect(textOf(open)).toContain("Pedir no WhatsApp");
  expect(textOf(open)).not.toContain("Renovar o plano");
  for (const way of ["Outras formas", "Renovar o plano", "Ver os planos"]) {
    expect(textOf(folded)).toContain(way);
  }
});
