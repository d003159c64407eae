import { expect, test } from "vitest";
import { readPlanGrant } from "./plan-grants.ts";

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
