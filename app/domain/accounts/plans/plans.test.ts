import { expect, test } from "vitest";
import { readPlanGrant } from "./plan-grants.ts";
import { endOfTerm, type PlanTerm } from "./plans.ts";

const ends: [term: PlanTerm, from: string, last: string, why: string][] = [
  ["mes", "2026-11-22", "2026-12-22", "the same day of the next month"],
  ["mes", "2026-12-22", "2027-01-22", "across the year"],
  ["mes", "2027-01-30", "2027-02-28", "February has no 30th"],
  ["mes", "2027-01-31", "2027-02-28", "nor a 31st"],
  ["mes", "2028-01-31", "2028-02-29", "in a leap year it ends on the 29th"],
  ["mes", "2027-02-28", "2027-03-31", "the end of a month stays the end of a month"],
  ["mes", "2028-02-28", "2028-03-28", "the 28th is not the end of a leap year's February"],
  ["mes", "2028-02-29", "2028-03-31", "but the 29th is"],
  ["mes", "2027-03-31", "2027-04-30", "from the 31st to the 30th"],
  ["mes", "2027-04-30", "2027-05-31", "and back"],
  ["ano", "2026-11-22", "2027-11-22", "a year"],
  ["ano", "2028-02-29", "2029-02-28", "a year from 29 February"],
  ["ano", "2027-02-28", "2028-02-29", "and to it"],
  ["6-meses", "2026-11-22", "2027-05-22", "six months"],
  ["6-meses", "2026-08-31", "2027-02-28", "six months to February"],
  ["6-meses", "2026-12-31", "2027-06-30", "six months to June"],
  ["30-dias", "2026-11-22", "2026-12-22", "30 days after the day of the sale"],
  ["30-dias", "2027-01-31", "2027-03-02", "30 days are days, whatever the month"],
];

test.each(ends)("%s from %s ends on %s: %s", (term, from, last) => {
  expect(endOfTerm(term, from)).toBe(last);
});

test("twelve months sold separately are never shorter than a year", () => {
  for (const day of ["01", "15", "28", "29", "30", "31"]) {
    const start = `2027-01-${day}`;
    let end = start;
    for (let n = 0; n < 12; n += 1) end = endOfTerm("mes", end);
    expect(end >= endOfTerm("ano", start), `${start} to ${end}`).toBe(true);
  }
});

test("a plan is granted without an end, to a day or for a term", () => {
  expect(readPlanGrant({ plano: "basico" })).toEqual({
    ok: true,
    grant: { plano: "basico", end: { ate: null } },
  });
  for (const ate of ["2026-12-31", "31/12/2026"]) {
    expect(readPlanGrant({ plano: "profissional", ate, por: "" })).toEqual({
      ok: true,
      grant: { plano: "profissional", end: { ate: "2026-12-31" } },
    });
  }
  for (const por of ["mes", "ano", "30-dias", "6-meses"]) {
    expect(readPlanGrant({ plano: "basico", ate: "", por })).toEqual({
      ok: true,
      grant: { plano: "basico", end: { por } },
    });
  }
});

test.each([
  [{}, "plano", "Escolha o plano"],
  [{ plano: "constructor" }, "plano", "Escolha o plano"],
  [{ plano: "basico", ate: "2026-02-30" }, "ate", 'Não existe o dia "2026-02-30"'],
  [{ plano: "basico", ate: "amanhã" }, "ate", "Não existe o dia"],
  [{ plano: "basico", ate: "2126-02-03" }, "ate", "Não existe o dia"],
  [{ plano: "basico", por: "toString" }, "por", "Escolha o prazo"],
  [{ plano: "basico", ate: "2026-12-31", por: "mes" }, "por", "não os dois"],
  [{ plano: "nenhum", ate: "2026-12-31" }, "ate", "Sem plano, não há prazo"],
  [{ plano: "nenhum", por: "mes" }, "por", "Sem plano, não há prazo"],
])("rejects %j with an error at %s", (input, field, words) => {
  expect(readPlanGrant(input)).toMatchObject({
    ok: false,
    field,
    message: expect.stringContaining(words),
  });
});
