import { expect, test } from "vitest";
import { addDays, daysFrom } from "../../calendar/civil-date.ts";
import {
  describeCredit,
  type HeldPlan,
  listPayablePlans,
  needsNoPayment,
  sellTerm,
} from "./plan-sale.ts";
import type { PlanTerm } from "./plan-terms.ts";
import type { PlanId } from "./plans.ts";

const day = "2026-11-26";

function held(facts: Partial<HeldPlan>): HeldPlan {
  return { plano: "basico", validoAte: null, planEndedOn: null, freeUntil: null, ...facts };
}

interface Change {
  title: string;
  has: Partial<HeldPlan>;
  buys: { plano: PlanId; por: PlanTerm };
  until: string;
  words: string | null;
}

const professional = { plano: "profissional", por: "mes" } as const;
const basic = { plano: "basico", por: "mes" } as const;

/** Sold on 2026-11-26, so that a month ends on 2026-12-26. */
const changes: Change[] = [
  {
    title: "a dearer plan gets fewer days than were left, rounded up",
    has: { validoAte: "2026-12-27" },
    buys: professional,
    until: "2027-01-05",
    words: "Os 31 dias que faltam do Plano Básico valem 10 dias no Plano Profissional.",
  },
  {
    title: "a cheaper plan gets more",
    has: { plano: "profissional", validoAte: "2026-12-27" },
    buys: basic,
    until: "2027-04-05",
    words: "Os 31 dias que faltam do Plano Profissional valem 100 dias no Plano Básico.",
  },
  {
    title: "an exact number of days isn't rounded",
    has: { plano: "profissional", validoAte: "2026-12-01" },
    buys: basic,
    until: "2027-01-11",
    words: "Os 5 dias que faltam do Plano Profissional valem 16 dias no Plano Básico.",
  },
  {
    title: "one day of the cheaper plan is worth one of the dearer",
    has: { validoAte: "2026-11-27" },
    buys: professional,
    until: "2026-12-27",
    words: "O dia que falta do Plano Básico vale 1 dia no Plano Profissional.",
  },
  {
    title: "a year",
    has: { validoAte: "2027-11-26" },
    buys: { plano: "profissional", por: "ano" },
    until: "2028-03-20",
    words: "Os 365 dias que faltam do Plano Básico valem 115 dias no Plano Profissional.",
  },
  {
    title: "nothing is left on the last day",
    has: { validoAte: day },
    buys: professional,
    until: "2026-12-26",
    words: null,
  },
  {
    title: "free days are worth nothing",
    has: { validoAte: "2026-12-16", freeUntil: "2026-12-16" },
    buys: professional,
    until: "2026-12-26",
    words: "Os 20 dias grátis que faltam do Plano Básico não contam no Plano Profissional.",
  },
  {
    title: "one free day",
    has: { validoAte: "2026-11-27", freeUntil: "2026-11-27" },
    buys: professional,
    until: "2026-12-26",
    words: "O dia grátis que falta do Plano Básico não conta no Plano Profissional.",
  },
  {
    title: "paid days after free ones count",
    has: { validoAte: "2027-01-05", freeUntil: "2026-12-06" },
    buys: professional,
    until: "2027-01-05",
    words:
      "Os 30 dias pagos que faltam do Plano Básico valem 10 dias no Plano Profissional; os 10 dias grátis não contam.",
  },
  {
    title: "free days that are over take nothing from the paid ones",
    has: { validoAte: "2026-12-27", freeUntil: "2026-11-25" },
    buys: professional,
    until: "2027-01-05",
    words: "Os 31 dias que faltam do Plano Básico valem 10 dias no Plano Profissional.",
  },
  {
    title: "a plan without an end is worth nothing",
    has: {},
    buys: professional,
    until: "2026-12-26",
    words:
      "Seu Plano Básico não tem data para terminar, por isso não vale dias no Plano Profissional.",
  },
];

test.each(changes)("another plan: $title", ({ has, buys, until, words }) => {
  const sale = sellTerm(held(has), buys, day);
  expect(sale).toMatchObject({ until, after: day, freeUntil: null });
  expect(sale.replaced && describeCredit(sale.replaced, buys.plano)).toBe(words);
});

test("changing there and back again never costs a day, and gains less than one of the cheaper plan for each change", () => {
  for (let days = 0; days <= 800; days++) {
    const paid = held({ validoAte: addDays(day, days) });
    const up = sellTerm(paid, professional, day).replaced?.creditedDays ?? 0;
    expect(up * 8000 - days * 2500).toBeGreaterThanOrEqual(0);
    expect(up * 8000 - days * 2500).toBeLessThan(8000);
    const back = held({ plano: "profissional", validoAte: addDays(day, up) });
    const down = sellTerm(back, basic, day).replaced?.creditedDays ?? 0;
    expect(Number.isInteger(down)).toBe(true);
    expect(down).toBeGreaterThanOrEqual(days);
    expect(down - days).toBeLessThanOrEqual(4);
  }
});

test.each<[string, Partial<HeldPlan>, string, string]>([
  ["goes on from its last day", { validoAte: "2026-12-27" }, "2027-01-27", "2026-12-27"],
  ["begins today once it is over", { validoAte: "2026-11-25" }, "2026-12-26", day],
  ["begins today without an end", {}, "2026-12-26", day],
  ["begins today after none", { plano: "nenhum", planEndedOn: "2026-11-01" }, "2026-12-26", day],
])("the same plan %s", (_title, has, until, after) => {
  expect(sellTerm(held(has), basic, day)).toEqual({
    until,
    after,
    freeUntil: null,
    replaced: null,
  });
});

test("free days are used up before paid ones, in whatever order they were given", () => {
  const free = { plano: "basico", por: "30-dias" } as const;
  const begun = sellTerm(held({}), free, day);
  expect(begun).toMatchObject({ until: "2026-12-26", freeUntil: "2026-12-26" });
  const renewed = sellTerm(
    held({ validoAte: begun.until, freeUntil: begun.freeUntil }),
    basic,
    day,
  );
  expect(renewed).toMatchObject({ until: "2027-01-26", freeUntil: "2026-12-26" });
  const given = sellTerm(held({ validoAte: "2026-12-27" }), free, day);
  expect(given).toMatchObject({ until: "2027-01-26", freeUntil: "2026-12-26" });
  expect(daysFrom(given.freeUntil ?? "", given.until)).toBe(31);
  const changed = sellTerm(
    held({ validoAte: "2026-12-27" }),
    { ...free, plano: "profissional" },
    day,
  );
  expect(changed).toMatchObject({ until: "2027-01-05", freeUntil: "2026-12-26" });
});

test("an ended plan leaves nothing behind, whatever its free days were", () => {
  const ended = held({ plano: "nenhum", planEndedOn: "2026-11-01", freeUntil: "2027-12-31" });
  expect(sellTerm(ended, professional, day)).toEqual({
    until: "2026-12-26",
    after: day,
    freeUntil: null,
    replaced: null,
  });
});

test("the plan that one has without an end needs no payment; any other may be paid for", () => {
  expect(needsNoPayment(held({}), "basico", day)).toBe(true);
  expect(listPayablePlans(held({}), day)).toEqual(["profissional"]);
  const all = ["basico", "profissional"];
  expect(listPayablePlans(held({ validoAte: day }), day)).toEqual(all);
  expect(listPayablePlans(held({ plano: "nenhum" }), day)).toEqual(all);
  expect(listPayablePlans(null, day)).toEqual(all);
});
