import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { readPixKey } from "./pix-receiver.ts";

test.each([
  ["a CPF", "111.444.777-35", "11144477735"],
  ["a CNPJ", "11.222.333/0001-81", "11222333000181"],
  ["a CNPJ with letters", "12.abc.345/01de-35", "12ABC34501DE35"],
  ["an e-mail", " Pix@MarDeMinas.example ", "pix@mardeminas.example"],
  ["a mobile number", "+55 (37) 99871-0264", "+5537998710264"],
  ["a landline", "+553733333333", "+553733333333"],
  ["a random key", "123E4567-E89B-42D3-A456-426614174000", "123e4567-e89b-42d3-a456-426614174000"],
])("%s is a key: %s", (_kind, typed, key) => {
  expect(readPixKey(typed)).toEqual({ key });
});

test.each([
  ["111.444.777-36", "CPF"],
  ["111.444.777-25", "CPF"],
  ["111.111.111-11", "CPF"],
  ["37998710264", "Um telefone se escreve com +55"],
  ["11.222.333/0001-82", "CNPJ"],
  ["12ABC34501DE36", "CNPJ"],
  ["pix@mardeminas", "e-mail"],
  [`${"a".repeat(66)}@example.com`, "tem 78 caracteres"],
  ["+55 37 9871-026", "+55 e DDD"],
  ["+1 212 555 0100", "+55 e DDD"],
  ["123e4567e89b42d3a456426614174000", "com os hifens"],
  ["123e4567-e89b-42d3-a456-42661417400", "com os hifens"],
  ["mar de minas", "precisa ser uma chave Pix"],
])("%s is none, and the reason names the kind", (typed, words) => {
  expect(readPixKey(typed)).toEqual({ problem: expect.stringContaining(words) });
});

const all = { PIX_KEY: "pix@mardeminas.example", PIX_NAME: "Mar de Minas", PIX_CITY: "Capitólio" };

test("name and city are written in letters, digits and spaces, which every bank accepts", () => {
  const env = { ...all, PIX_NAME: " Rancho & Cia.  d’Água ", PIX_CITY: "S. J. da Aliança" };
  expect(readConfig(env)).toMatchObject({
    config: {
      pix: { key: all.PIX_KEY, name: "Rancho Cia d Agua", city: "S J da Alianca" },
    },
  });
  expect(readConfig({ ...env, PIX_CITY: "São J. da Aliança" })).toEqual({
    problems: ["PIX_CITY tem 16 caracteres, e o código Pix aceita até 15."],
  });
});

test("without the variables, also with empty ones, there is no Pix", () => {
  expect(readConfig({ PIX_KEY: "", PIX_NAME: "", PIX_CITY: "" })).toMatchObject({
    config: { pix: null },
  });
});

const together = "PIX_KEY, PIX_NAME e PIX_CITY só valem juntas";
test.each<[Record<string, string>, string]>([
  [{ PIX_CITY: "" }, `${together}: falta PIX_CITY.`],
  [{ PIX_KEY: "", PIX_NAME: "" }, `${together}: faltam PIX_KEY e PIX_NAME.`],
  [
    { PIX_NAME: "Associação dos Ranchos do Lago" },
    "PIX_NAME tem 30 caracteres, e o código Pix aceita até 25.",
  ],
  [{ PIX_NAME: "  " }, "PIX_NAME precisa ter ao menos uma letra, como MAR DE MINAS."],
  [{ PIX_CITY: "Capitólio 中" }, 'PIX_CITY tem "中", que o código Pix não aceita.'],
  [
    { PIX_KEY: "111.444.777-36" },
    "PIX_KEY não confere: os dois últimos dígitos deste CPF são outros. Um telefone se escreve com +55 na frente.",
  ],
])("%j is explained in a sentence", (env, sentence) => {
  expect(readConfig({ ...all, ...env })).toEqual({ problems: [sentence] });
});
