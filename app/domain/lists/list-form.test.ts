import { expect, test } from "vitest";
import { parseMember, parsePlan, readListingAddress } from "./list-form.ts";

const day = "2026-11-22";

function form(fields: Record<string, string>): FormData {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.set(name, value);
  return formData;
}

test.each([
  [{}, { nome: "Nossa viagem", entrada: null, saida: null, pessoas: null }],
  [
    { nome: " Virada ", entrada: "2026-12-28", saida: "2027-01-02", pessoas: "12" },
    { nome: "Virada", entrada: "2026-12-28", saida: "2027-01-02", pessoas: 12 },
  ],
])("a list from %j", (fields, plan) => {
  expect(parsePlan(form(fields as Record<string, string>), day)).toMatchObject({
    status: "success",
    value: plan,
  });
});

test.each([
  [{ nome: "x".repeat(81) }, "nome", "O nome passa de 80 caracteres. Use um mais curto."],
  [
    { nome: "a\nb" },
    "nome",
    "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
  ],
  [{ pessoas: "1000" }, "pessoas", "Aqui cabem até 999 pessoas."],
  [{ pessoas: "doze" }, "pessoas", "Diga quantas pessoas, de 1 em diante."],
  [
    { entrada: "2026-11-21", saida: "2026-11-25" },
    "entrada",
    "A data de entrada já passou. Escolha de hoje em diante.",
  ],
  [{ entrada: "2026-12-28" }, "saida", "Escolha também a data de saída."],
  [
    { entrada: "2026-12-28", saida: "2026-12-28" },
    "saida",
    "A saída precisa ser depois da entrada.",
  ],
])("rejects %j with an error at %s", (fields, name, message) => {
  const submission = parsePlan(form(fields as Record<string, string>), day);
  expect(submission.reply().error).toEqual({ [name]: [message] });
});

test("of repeated dates the first counts", () => {
  const formData = form({ entrada: "2026-12-28", saida: "2027-01-02" });
  formData.append("entrada", "2026-12-30");
  formData.append("saida", "");
  const stay = { entrada: "2026-12-28", saida: "2027-01-02" };
  expect(parsePlan(formData, day)).toMatchObject({ status: "success", value: stay });
});

test("dates that have passed may stay, but not be chosen", () => {
  const past = { entrada: "2026-10-01", saida: "2026-10-04" };
  expect(parsePlan(form(past), day, past).status).toBe("success");
  expect(parsePlan(form(past), day).status).toBe("error");
});

test.each([
  [{ nome: "  Lívia " }, undefined],
  [{ nome: "   " }, "Diga o seu nome, para o grupo saber quem votou."],
  [{}, "Diga o seu nome, para o grupo saber quem votou."],
  [{ nome: "L".repeat(41) }, "O nome passa de 40 caracteres. Use um mais curto."],
])("joining as %j", (fields, message) => {
  const submission = parseMember(form(fields as Record<string, string>));
  expect(submission.reply().error?.nome?.[0]).toBe(message);
});

const id = "0b9e2c1e-1111-4222-8333-444455556666";

test.each([
  [id, id],
  [`https://mardeminas.com.br/posts/${id}`, id],
  [` Rancho do Fundo, em Turvo: http://localhost:3000/posts/${id}?pessoas=4#contato `, id],
  [`/posts/${id.toUpperCase()}`, id],
  [`https://mardeminas.com.br/posts/${id}-outro`, null],
  ["https://mardeminas.com.br/blog", null],
  ["", null],
])("the ad in %j", (text, expected) => {
  expect(readListingAddress(text)).toBe(expected);
});
