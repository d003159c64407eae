import { expect, test } from "vitest";
import { chatNumber, greeting, greetingDetails, greetingLink } from "./greeting.ts";

const listing = {
  id: "0b5f0c1e-0000-4000-8000-000000000001",
  title: "Rancho Beira d’Água",
  telefone: "37998710264",
};
const site = "https://mardeminas.example";

test("the greeting names the site, the ad and its address", () => {
  expect(greeting(listing, site)).toBe(
    `Olá! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "Rancho Beira d’Água": ${site}/posts/${listing.id}`,
  );
});

test("the greeting addresses the contact by name", () => {
  expect(greeting({ ...listing, nomeContato: "José" }, site)).toMatch(
    /^Olá, José! Vim pelo site Mar de Minas e gostaria/,
  );
  expect(greeting({ ...listing, nomeContato: "" }, site)).toMatch(/^Olá! Vim/);
});

test.each([
  ["the first number with WhatsApp", true, "37999990000", "37998710264"],
  ["a second mobile number, if the first has none", false, "37999990000", "37999990000"],
  ["no landline", false, "3733710264", null],
  ["nothing without a second number", false, "", null],
])("guests chat with %s", (_, whatsapp, telefone2, number) => {
  expect(chatNumber({ ...listing, whatsapp, telefone2 })).toBe(number);
});

test("the greeting asks about the dates and people chosen", () => {
  const stay = { checkIn: "2026-12-11", checkOut: "2026-12-13" };
  const opening = `Olá! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "Rancho Beira d’Água"`;
  const address = `${site}/posts/${listing.id}`;
  const dates = "entrada=2026-12-11&saida=2026-12-13";
  expect(greeting(listing, site, { stay, people: 6, total: 109_000 })).toBe(
    `${opening}, de 11/12/2026 a 13/12/2026 (2 noites), para 6 pessoas. A estimativa do site é R$\u00a01.090. Está livre? ${address}?${dates}&pessoas=6`,
  );
  expect(greeting(listing, site, { stay, people: null, total: null })).toBe(
    `${opening}, de 11/12/2026 a 13/12/2026 (2 noites). Está livre? ${address}?${dates}`,
  );
  expect(greeting(listing, site, { stay: null, people: 1, total: null })).toBe(
    `${opening}, para 1 pessoa. ${address}?pessoas=1`,
  );
});

test("the greeting asks for what the site doesn't know: a holiday's price, and nights that are taken", () => {
  const stay = { checkIn: "2027-02-05", checkOut: "2027-02-10" };
  const ending = (unpricedHoliday: string | null, isTaken = false) =>
    greeting(listing, site, { stay, people: null, total: null, unpricedHoliday, isTaken })
      .split("(5 noites). ")[1]
      ?.replace(` ${site}/posts/${listing.id}?entrada=2027-02-05&saida=2027-02-10`, "");
  expect(ending("Carnaval")).toBe("Está livre? Qual é o preço para o Carnaval?");
  expect(ending("Semana Santa")).toBe("Está livre? Qual é o preço para a Semana Santa?");
  expect(ending("Tiradentes")).toBe("Está livre? Qual é o preço para o feriado de Tiradentes?");
  expect(ending(null, true)).toBe("No site há noites ocupadas nessas datas: podem vagar?");
});

test("the greeting says which rule the dates break, and asks for an exception", () => {
  const stay = { checkIn: "2026-12-14", checkOut: "2026-12-15" };
  const question = { stay, people: 4, total: null, rule: "Mínimo de 3 noites" };
  expect(greeting(listing, site, question)).toContain(
    ", de 14/12/2026 a 15/12/2026 (1 noite), para 4 pessoas. Está livre? Vi no anúncio: “Mínimo de 3 noites”. Abre uma exceção? http",
  );
  const taken = { brokenRule: "Mínimo de 3 noites", taken: "Ocupado em 14/12" };
  const card = { dates: "14 a 15/12", nights: 1, estimate: null, unpricedHoliday: null };
  const offer = { ...card, hasCharges: false, staleAge: null, ...taken };
  expect(greetingDetails({ stay, people: null }, offer)).toMatchObject({
    isTaken: true,
    rule: null,
  });
  expect(greetingDetails({ stay, people: null }, { ...offer, taken: null })).toMatchObject({
    isTaken: false,
    rule: "Mínimo de 3 noites",
  });
});

test("the link has the country code, the digits without leading zeros and the greeting", () => {
  const link = new URL(greetingLink({ ...listing, telefone: "037998710264".slice(0, 11) }, site));
  expect(link.origin).toBe("https://wa.me");
  expect(link.pathname).toBe("/553799871026");
  expect(link.searchParams.get("text")).toBe(greeting(listing, site));
});
