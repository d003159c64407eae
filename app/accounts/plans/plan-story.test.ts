import { expect, test } from "vitest";
import {
  nothingUnasked,
  type PlanFacts,
  startOfPlan,
  startOfPlanTerms,
  tellPlan,
} from "./plan-story.ts";

const day = "2027-01-15";

function story(facts: Partial<PlanFacts>) {
  const account: PlanFacts = {
    plano: "basico",
    validoAte: null,
    planEndedOn: null,
    endedPlan: null,
    freeUntil: null,
    postsCriados: 1,
    postsPermitidos: 1,
    ...facts,
  };
  return tellPlan(account, day);
}

const professional = { plano: "profissional", postsPermitidos: 2 };
const none = { plano: "nenhum", postsPermitidos: 0 };

test("a new account reads what it was promised before it existed", () => {
  const { title, until, cost } = story({ postsCriados: 0 });
  expect(title).toBe("Plano Básico");
  expect([until, cost]).toEqual(startOfPlanTerms);
  expect(startOfPlan).toBe("Você começa no plano Básico, com 1 anúncio.");
  expect(startOfPlanTerms.join(" ")).toBe(
    "Não há nada a pagar agora, nem data para terminar. O prazo só começa quando combinarmos com você: os primeiros 30 dias são grátis; depois, R$ 25,00 por mês ou R$ 250,00 por ano.",
  );
  expect(nothingUnasked).toContain("Nada é cobrado sem você pedir.");
});

test.each<[string, Partial<PlanFacts>, string, string]>([
  [
    "a plan with an end",
    { validoAte: "2027-01-31" },
    "Até 31/01/2027, daqui a 16 dias.",
    "Para continuar depois, R$ 25,00 por mês ou R$ 250,00 por ano.",
  ],
  [
    "the last day",
    { ...professional, validoAte: day },
    "Hoje, 15/01/2027, é o último dia.",
    "Para continuar depois, R$ 80,00 por mês ou R$ 800,00 por ano.",
  ],
  [
    "a plan that ended, not yet dealt with",
    { ...professional, validoAte: "2027-01-14" },
    "Seu Plano Profissional terminou em 14/01/2027.",
    "Para renovar o Plano Profissional, R$ 80,00 por mês ou R$ 800,00 por ano.",
  ],
  [
    "a plan that ended",
    { ...none, planEndedOn: "2027-01-14", endedPlan: "profissional" },
    "Seu Plano Profissional terminou em 14/01/2027.",
    "Para renovar o Plano Profissional, R$ 80,00",
  ],
  [
    "an ended plan of unknown name, by its ads",
    { ...none, planEndedOn: "2026-01-14", postsCriados: 2 },
    "Seu plano terminou em 14/01/2026.",
    "Para renovar o Plano Profissional, R$ 80,00",
  ],
  [
    "no plan",
    none,
    "Para publicar, você precisa de um plano ativo.",
    "No Plano Básico, os primeiros 30 dias são grátis; depois, R$ 25,00",
  ],
])("%s: until when and what it costs then", (_title, facts, until, cost) => {
  const told = story(facts);
  expect(told.until).toBe(until);
  expect(told.cost).toContain(cost);
});

test("what becomes of the ads, in the number of the ads", () => {
  const ended = { ...none, planEndedOn: "2027-01-14" };
  expect(story(ended).ads).toContain("seu anúncio fica no ar até 13/02/2027, daqui a 29 dias");
  expect(story({ ...ended, postsCriados: 2 }).ads).toContain("seus anúncios ficam no ar");
  expect(story({ ...ended, planEndedOn: "2026-12-01" }).ads).toContain("seu anúncio está em pausa");
  expect(story({ ...ended, postsCriados: 0 }).ads).toBeNull();
  expect(story({}).ads).toBeNull();
});

test("what to ask for: the plan one has or had, and more only where it can be had", () => {
  expect(story({ validoAte: day }).request).toEqual({ plano: "basico", para: "renovar" });
  expect(story(none).request).toEqual({ plano: "basico", para: undefined });
  expect(story({}).more).toEqual({ plano: "profissional", para: "mudar" });
  expect(story({ ...professional, postsCriados: 2 }).more).toEqual({
    plano: "profissional",
    para: "mais",
  });
  expect(story(professional).more).toBeNull();
  expect(story(none).more).toBeNull();
});

test("a plan should be paid soon in its last 30 days, after its end, and for want of one", () => {
  const isDue = (facts: Partial<PlanFacts>) => story(facts).isDue;
  expect(isDue({ validoAte: "2027-02-15" })).toBe(false);
  expect(isDue({ validoAte: "2027-02-14" })).toBe(true);
  expect(isDue(none)).toBe(true);
  expect(isDue({})).toBe(false);
});

test("free days are said wherever the plan is, with what it costs after them", () => {
  const free = { validoAte: "2027-02-14", freeUntil: "2027-02-14" };
  expect(story(free)).toMatchObject({
    until: "Grátis até 14/02/2027, daqui a 30 dias.",
    cost: "Para continuar depois, R$ 25,00 por mês ou R$ 250,00 por ano. Os dias que faltam não se perdem.",
    brief: "Grátis até 14/02/2027, depois R$ 25,00 por mês",
    mark: "Seu plano, grátis até 14/02/2027",
  });
  expect(story({ validoAte: day, freeUntil: day }).until).toBe(
    "Hoje, 15/01/2027, é o último dia grátis.",
  );
  expect(story({ ...free, validoAte: "2027-03-14" })).toMatchObject({
    until: "Até 14/03/2027, daqui a 58 dias, com dias grátis até 14/02/2027.",
    brief: "Até 14/03/2027, daqui a 58 dias",
    mark: "Seu plano, até 14/03/2027",
  });
  expect(story({ validoAte: "2027-02-14", freeUntil: "2027-01-14" }).until).toBe(
    "Até 14/02/2027, daqui a 30 dias.",
  );
});

test("a plan can't wait in its last week, after its end, and for want of one", () => {
  const isUrgent = (facts: Partial<PlanFacts>) => story(facts).isUrgent;
  expect(isUrgent({ validoAte: "2027-01-23" })).toBe(false);
  expect(isUrgent({ validoAte: "2027-01-22" })).toBe(true);
  expect(isUrgent({ ...none, planEndedOn: "2027-01-14" })).toBe(true);
  expect(isUrgent(none)).toBe(true);
  expect(isUrgent({})).toBe(false);
});

test("offers of free days are for those whose term has never begun", () => {
  const isPastOffers = (facts: Partial<PlanFacts>) => story(facts).isPastOffers;
  expect([isPastOffers({}), isPastOffers(none)]).toEqual([false, false]);
  expect(isPastOffers({ validoAte: "2027-02-14" })).toBe(true);
  expect(isPastOffers({ ...none, planEndedOn: "2026-01-14" })).toBe(true);
});
