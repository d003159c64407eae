import type { Submission } from "@conform-to/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldNames, leisureOptions } from "../app/domain/listings/fields.ts";
import { parseQuestion } from "../app/domain/questions/asking/question-form.server.ts";
import { locationOptions } from "../app/domain/region/locations.ts";
import { listingSchema, parseListingForm } from "../app/owner/editor/listing-schema.ts";
import { readPhone } from "../app/platform/ui/forms/read-phone.server.ts";
import { anyText } from "./any-text.ts";

const strict = listingSchema(readPhone);

/** Expects a text that PostgreSQL can store. Both it and zod count code points, not UTF-16 units. */
function expectStorable(text: string, most: number): void {
  expect([...text].length).toBeLessThanOrEqual(most);
  expect(text).not.toContain("\0");
  expect(text.isWellFormed()).toBe(true);
}

/** Expects a text that stays in its line, wherever the site repeats it. */
function expectLine(text: string, most: number): void {
  expectStorable(text, most);
  expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b\ufeff]/u);
}

function formOf(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const listingEntries = fc.array(
  fc.tuple(fc.oneof(fc.constantFrom(...fieldNames), anyText), anyText),
  { maxLength: 40 },
);
const valid: [string, string][] = [
  ["foto", "foto-1"],
  ["title", "Casa"],
  ["body", "Boa."],
  ["valorFds", "100"],
  ["telefone", "35997341187"],
  ["whatsapp", "on"],
  ["localizacao", "Capitólio"],
];
const longTexts = [
  "body",
  "detalhamentoQuartosSociais",
  "detalhamentoSuites",
  "maioresInformacoes",
  "observacao",
] as const;
const shortTexts = [
  "observacoesTarifa",
  "enderecoCompleto",
  "detalhesCozinha",
  "detalhesSala",
  "beneficiosImovel",
] as const;

test("a listing is either refused with messages or fits its table", () => {
  let accepted = 0;
  const oneStrange = fc
    .tuple(fc.constantFrom(...fieldNames), anyText)
    .map((strange) => [...valid.filter(([name]) => name !== strange[0]), strange]);
  fc.assert(
    fc.property(fc.oneof(listingEntries, oneStrange), (entries) => {
      const submission = parseListingForm(formOf(entries), strict);
      if (submission.status !== "success") {
        expect(submission.error?.[""]).toHaveLength(1);
        return;
      }
      accepted += 1;
      const { input, photoIds } = submission.value;
      expectLine(input.title, 120);
      for (const name of ["nomeContato", "nomePix"] as const) expectLine(input[name], 80);
      for (const name of longTexts) expectStorable(input[name], 5000);
      for (const name of shortTexts) expectLine(input[name], 300);
      expect(input.valorFds).toMatch(/^\d{1,7}(\.\d{2})?$/);
      expect(input.valorDiaria ?? "1").toMatch(/^\d{1,7}(\.\d{2})?$/);
      expect(input.telefone).toMatch(/^\d{10,11}$/);
      expect(locationOptions).toContain(input.localizacao);
      for (const name of input.lazer) expect(leisureOptions).toContain(name);
      expect(input.quantidadeMaximaPessoas ?? 0).toBeLessThanOrEqual(999);
      expect(input.unavailableDays.length).toBeLessThanOrEqual(1830);
      expect(photoIds.length).toBeLessThanOrEqual(10);
    }),
    { numRuns: 400 },
  );
  expect(accepted).toBeGreaterThan(20);
});

/** Parses valid forms with one field replaced by any text; accepted values must fit their table. */
function checkForms<Value>(
  good: Record<string, string>,
  parse: (form: FormData) => Submission<Record<string, unknown>, string[], Value>,
  fits: (value: Value) => void,
): void {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(good)), anyText, (name, value) => {
      const submission = parse(formOf(Object.entries({ ...good, [name]: value })));
      if (submission.status === "success") return fits(submission.value);
      const messages = Object.values(submission.error ?? {});
      expect(messages).toContainEqual([expect.stringMatching(/./)]);
    }),
  );
}

const who = { nome: "Ana", email: "ana@exemplo.com.br" };

test("a question is either refused with messages or fits its table", () => {
  const stay = { entrada: "2027-09-10", saida: "2027-09-12", pessoas: "4" };
  const good = { ...who, ...stay, telefone: "(35) 99734-1187", mensagem: "Aceita cachorro?" };
  const parse = (form: FormData) => parseQuestion(form, "2027-01-01");
  checkForms(good, parse, (question) => {
    expectLine(question.nome, 80);
    expectLine(question.email, 254);
    expectStorable(question.mensagem, 2000);
    expect(question.telefone ?? "3599999999").toMatch(/^\d{10,11}$/);
    expect(question.entrada === null).toBe(question.saida === null);
    expect((question.entrada ?? "0") < (question.saida ?? "1")).toBe(true);
    expect(question.pessoas ?? 1).toBeGreaterThan(0);
  });
});
