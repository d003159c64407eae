import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { coming, openingMonth } from "./coming-texts.ts";
import { readPage, readTerms, type TermsFacts } from "./text-pages.server.ts";

function read(file: string): string {
  return readFileSync(new URL(`./content/${file}`, import.meta.url), "utf8");
}

const retention = { mail: 30, visits: 731, auditLog: 1825 };
const runner = { legalName: null, cnpj: null, address: null, privacyContact: null };

function termsWith(facts: Partial<TermsFacts>) {
  const text = read("termos.md");
  return readTerms("termos.md", text, { email: null, retention, runner, ...facts });
}

function htmlOf(facts: Partial<TermsFacts>): string {
  return termsWith(facts)
    .parts.map(({ html }) => html)
    .join("");
}

test("how it works has five steps", () => {
  const { intro, parts } = readPage("como-funciona.md", read("como-funciona.md"));
  expect(intro).toBe("");
  expect(parts.map(({ title }) => title)).toEqual([
    "Cadastro da conta",
    "Cadastro do imóvel",
    "Definição de preços",
    "Publicação",
    "Gestão",
  ]);
});

test("how it works tells guests about talking to the owner, the deposit, safety and the site's part", () => {
  const { parts } = readPage("como-funciona-hospede.md", read("como-funciona-hospede.md"));
  expect(parts.map(({ title }) => title)).toEqual([
    "Escolha",
    "Fale com o dono",
    "Combine o sinal",
    "Antes de pagar",
    "O que fazemos e o que não fazemos",
  ]);
});

test("the about page addresses owners and travellers", () => {
  const { intro, parts } = readPage("sobre.md", read("sobre.md"));
  expect(intro).not.toBe("");
  expect(parts.length).toBeGreaterThanOrEqual(2);
});

test("the terms have six numbered parts and name the court of jurisdiction", () => {
  const { parts } = termsWith({ email: "oi@exemplo.com.br" });
  expect(parts.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(parts[5]?.html).toContain("Capitólio/MG");
});

test("the terms contain the site's e-mail, or a link to the form", () => {
  const html = (email: string | null) => htmlOf({ email });
  expect(html("oi@exemplo.com.br")).toContain('<a href="mailto:oi@exemplo.com.br">');
  expect(html(null)).toContain('<a href="/contato">a nossa equipe</a>');
  for (const email of ["oi@exemplo.com.br", null]) expect(html(email)).not.toContain("{{");
});

test("the terms say who runs the site and who is in charge of personal data, once that is set", () => {
  const cnpj = "11.222.333/0001-81";
  const set = { ...runner, legalName: "Mar de Minas Ltda.", cnpj, privacyContact: "Ana Lima" };
  expect(htmlOf({ runner: set })).toContain(
    `Quem mantém o site é Mar de Minas Ltda., CNPJ ${cnpj}.`,
  );
  expect(htmlOf({ runner: set })).toContain("(art. 41) é Ana Lima.");
  expect(htmlOf({})).not.toMatch(/Quem mantém|art\. 41\) é|\{\{/);
});

test("the terms state for how long e-mails, reports, daily numbers and the audit log are kept", () => {
  const html = (mail: number) => htmlOf({ retention: { mail, visits: 400, auditLog: 90 } });
  expect(html(45)).toContain("<strong>45 dias depois de enviadas</strong>");
  expect(html(45)).toContain("denúncias, até serem resolvidas e mais <strong>45 dias</strong>");
  expect(html(1)).toContain("<strong>1 dia depois de enviadas</strong>");
  expect(html(1)).toContain("as contagens dos anúncios, 400 dias;");
  expect(html(1)).toMatch(/o registro do que a equipe faz, .*, 90 dias;/);
});

test("every placeholder page has its text, and every text its page", () => {
  const { parts } = readPage("em-desenvolvimento.md", read("em-desenvolvimento.md"));
  expect(parts.map(({ title }) => title).sort()).toEqual(Object.keys(coming).sort());
  for (const { html } of parts) expect(html).toMatch(/^<p>/);
});

test("placeholder pages name the month in which they open, until it has come", () => {
  expect(openingMonth("2026-11-22")).toBe("março de 2027");
  expect(openingMonth("2027-02-28")).toBe("março de 2027");
  expect(openingMonth("2027-03-01")).toBeNull();
});

test("an unknown key is refused, and the error names the file", () => {
  const text = read("sobre.md").replace("title:", "cor: azul\ntitle:");
  expect(() => readPage("sobre.md", text)).toThrow(/sobre\.md[\s\S]*cor/);
});
