import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLogin, parseNewPassword, parseRegistration } from "../app/accounts/credentials.ts";
import { fieldNames, leisureOptions } from "../app/listings/fields.ts";
import { parseListingForm } from "../app/owner/editor/listing-schema.ts";
import { parseMessage } from "../app/pages/contact/message.ts";
import { parseQuestion } from "../app/questions/asking/question-form.ts";
import { locationOptions } from "../app/region/locations.ts";
import { parseTestimonial } from "../app/testimonials/writing/testimonial-form.ts";
import { anyText } from "./any-text.ts";

/** Expects a text that PostgreSQL can store. Both it and zod count code points, not UTF-16 units. */
function expectStorable(text: string, most: number): void {
  expect([...text].length).toBeLessThanOrEqual(most);
  expect(text).not.toContain("\0");
  expect(text.isWellFormed()).toBe(true);
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
      const submission = parseListingForm(formOf(entries));
      if (submission.status !== "success") {
        expect(submission.error?.[""]).toHaveLength(1);
        return;
      }
      accepted += 1;
      const { input, photoIds } = submission.value;
      expectStorable(input.title, 120);
      for (const name of longTexts) expectStorable(input[name], 5000);
      for (const name of shortTexts) expectStorable(input[name], 300);
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

test("a contact message is either refused with a message or fits its table", () => {
  const names = fc.constantFrom("nome", "email", "mensagem", "assunto");
  const good = { nome: "Ana", email: "ana@exemplo.com.br", mensagem: "Olá" };
  fc.assert(
    fc.property(names, anyText, (name, value) => {
      const submission = parseMessage(formOf(Object.entries({ ...good, [name]: value })));
      if (submission.status !== "success") {
        expect(Object.values(submission.error ?? {})).toEqual([[expect.stringMatching(/./)]]);
        return;
      }
      const message = submission.value;
      expectStorable(message.nome, 120);
      expectStorable(message.email, 254);
      expectStorable(message.mensagem, 5000);
      expect(parseMessage(formOf(Object.entries(message)))).toMatchObject({ value: message });
    }),
  );
});

test("a question is either refused with messages or fits its table", () => {
  const good = {
    nome: "Ana",
    email: "ana@exemplo.com.br",
    telefone: "(35) 99734-1187",
    entrada: "2027-09-10",
    saida: "2027-09-12",
    pessoas: "4",
    mensagem: "Aceita cachorro?",
  };
  const names = fc.constantFrom(...(Object.keys(good) as (keyof typeof good)[]));
  fc.assert(
    fc.property(names, anyText, (name, value) => {
      const submission = parseQuestion(
        formOf(Object.entries({ ...good, [name]: value })),
        "2027-01-01",
      );
      if (submission.status !== "success") {
        expect(Object.values(submission.error ?? {})).toContainEqual([expect.stringMatching(/./)]);
        return;
      }
      const question = submission.value;
      expectStorable(question.nome, 80);
      expectStorable(question.email, 254);
      expectStorable(question.mensagem, 2000);
      expect(question.telefone ?? "3599999999").toMatch(/^\d{10,11}$/);
      expect(question.entrada === null).toBe(question.saida === null);
      expect((question.entrada ?? "0") < (question.saida ?? "1")).toBe(true);
      expect(question.pessoas ?? 1).toBeGreaterThan(0);
    }),
  );
});

test("a testimonial is either refused with messages or fits its table", () => {
  const good = {
    nome: "Ana",
    email: "ana@exemplo.com.br",
    nota: "4",
    texto: "Casa limpa, vista linda e rede na varanda.",
  };
  const names = fc.constantFrom(...(Object.keys(good) as (keyof typeof good)[]));
  fc.assert(
    fc.property(names, anyText, (name, value) => {
      const submission = parseTestimonial(formOf(Object.entries({ ...good, [name]: value })));
      if (submission.status !== "success") {
        expect(Object.values(submission.error ?? {})).toContainEqual([expect.stringMatching(/./)]);
        return;
      }
      const { nome, email, nota, texto } = submission.value;
      expectStorable(nome, 40);
      expectStorable(email, 254);
      expectStorable(texto, 1000);
      expect(texto.length).toBeGreaterThanOrEqual(20);
      expect([1, 2, 3, 4, 5]).toContain(nota);
    }),
  );
});

test("an account's name and e-mail are either refused or fit their table", () => {
  const good = {
    displayName: "Ana",
    email: "a@b.br",
    password: "segredo",
    confirmPassword: "segredo",
  };
  const names = fc.constantFrom("displayName", "email", "password", "confirmPassword");
  fc.assert(
    fc.property(names, anyText, (name, value) => {
      const form = formOf(Object.entries({ ...good, [name]: value }));
      parseLogin(form);
      parseNewPassword(form);
      const submission = parseRegistration(form);
      if (submission.status !== "success") return;
      expectStorable(submission.value.displayName, 80);
      expectStorable(submission.value.email, 254);
      expect(submission.value.password.length).toBeLessThanOrEqual(128);
    }),
  );
});
