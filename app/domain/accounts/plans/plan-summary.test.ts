import { expect, test } from "vitest";
import {
  nothingUnasked,
  type PlanFacts,
  startOfPlan,
  startOfPlanTerms,
  summarizePlan,
} from "./plan-summary.ts";
import { endOfSale } from "./plans.ts";

const day = "2027-01-15";

const account: PlanFacts = {
  plano: "basico",
  validoAte: null,
  planEndedOn: null,
  endedPlan: null,
  postsCriados: 1,
};

const summary = (facts: Partial<PlanFacts>) => summarizePlan({ ...account, ...facts }, day);

test("a new account sees the same terms as the visitor saw before registering", () => {
  const { title, until, isDue } = summary({ postsCriados: 0 });
  expect([title, isDue]).toEqual(["Plano Básico", false]);
  expect(until).toBe(startOfPlanTerms[0]);
  expect(startOfPlan).toBe("Você começa no plano Básico, com 1 anúncio.");
  expect(startOfPlanTerms.join(" ")).toBe(
    "Não há nada a pagar agora, nem data para terminar. O prazo só começa quando combinarmos com você: os primeiros 30 dias são grátis; depois, R$ 25,00 por mês ou R$ 250,00 por ano.",
  );
  expect(nothingUnasked).toContain("Nada é cobrado sem você pedir.");
});

const professional = { plano: "profissional" };
const none = { plano: "nenhum" };

test.each<[Partial<PlanFacts>, title: string, until: string, plano: string, due: boolean[]]>([
  [
    { validoAte: "2027-02-15" },
    "Plano Básico",
    "Até 15/02/2027, daqui a 31 dias.",
    "basico",
    [false, false],
  ],
  [
    { validoAte: "2027-01-31" },
    "Plano Básico",
    "Até 31/01/2027, daqui a 16 dias.",
    "basico",
    [true, false],
  ],
  [
    { ...professional, validoAte: day },
    "Plano Profissional",
    "Hoje, 15/01/2027, é o último dia.",
    "profissional",
    [true, true],
  ],
  [
    { ...professional, validoAte: "2027-01-14" },
    "Sem plano ativo",
    "Seu Plano Profissional terminou em 14/01/2027. Os anúncios ficam no ar até 13/02/2027.",
    "profissional",
    [true, true],
  ],
  [
    { ...none, planEndedOn: "2026-12-01", endedPlan: "basico" },
    "Sem plano ativo",
    "Seu Plano Básico terminou em 01/12/2026. Os anúncios estão em pausa, e voltam como estavam quando você renovar.",
    "basico",
    [true, true],
  ],
  [
    { ...none, planEndedOn: "2026-12-01", postsCriados: 2 },
    "Sem plano ativo",
    "Seu plano terminou em 01/12/2026. Os anúncios estão em pausa, e voltam como estavam quando você renovar.",
    "profissional",
    [true, true],
  ],
  [
    none,
    "Sem plano ativo",
    "Para publicar, você precisa de um plano ativo.",
    "basico",
    [true, true],
  ],
])("the plan %j has a title, an end and a way on", (facts, title, until, plano, due) => {
  const found = summary(facts);
  expect([found.title, found.until, found.request.plano]).toEqual([title, until, plano]);
  expect([found.isDue, found.isUrgent]).toEqual(due);
});

test("a term counts from the later of today and the plan's end; in place of another plan only the operator can say", () => {
  const sale = (facts: Partial<PlanFacts>) =>
    endOfSale({ ...account, ...facts }, { plano: "basico", por: "mes" }, day);
  expect(sale({})).toBe("2027-02-15");
  expect(sale({ validoAte: "2027-01-31" })).toBe("2027-02-28");
  expect(sale({ validoAte: "2027-01-14" })).toBe("2027-02-15");
  expect(sale({ ...none, planEndedOn: "2026-12-31" })).toBe("2027-02-15");
  expect(sale(professional)).toBe("2027-02-15");
  expect(sale({ ...professional, validoAte: day })).toBeNull();
});
