import { expect, test } from "vitest";
import { readNumber, spellingsOf } from "./read-number.server.ts";

test.each([
  "37999990000",
  "37 99999-0000",
  "(37) 99999-0000",
  "(37) 9 9999-0000",
  "37.99999.0000",
  "37/99999.0000",
  "(37) 99999–0000",
  "037 99999-0000",
  "0 37 9 9999 0000",
  "0xx37 99999-0000",
  "0XX(37) 99999-0000",
  "0 15 37 99999-0000",
  "041 37 99999 0000",
  "5537999990000",
  "+5537999990000",
  "+55 37 99999-0000",
  "+55 (37) 9 9999 0000",
  "+55 (0) 37 99999-0000",
  "+55 037 99999-0000",
  "0055 37 99999-0000",
  "  37 99999-0000\n",
  "\u202a+55 37 99999‑0000\u202c",
  "３７ ９９９９９-００００",
  "whatsapp: 37 99999-0000",
  "WhatsApp: (37) 99999-0000 (Maria)",
  "Zap do João: 37 9 9999-0000, casa 12",
  "tel:+5537999990000",
  "https://wa.me/5537999990000",
  "wa.me/+5537999990000",
  "https://wa.me/5537999990000?text=Casa%20de%2012%20pessoas%20por%201500",
  "https://api.whatsapp.com/send?phone=5537999990000&text=Oi",
  "https://api.whatsapp.com/send/?text=Oi&phone=%2B5537999990000",
  "https://web.whatsapp.com/send?phone=5537999990000",
  "Oi! Meu número é (37) 99999-0000. O sinal é R$ 500,00.",
  "37 99999-0000 ou 37999990000",
])("%j is (37) 99999-0000", (text) => {
  expect(readNumber(text)).toEqual({ ok: true, digits: "37999990000" });
});

test.each([
  ["3733710264", "3733710264"],
  ["(37) 3371-0264", "3733710264"],
  ["+55 37 3371-0264", "3733710264"],
  ["553733710264", "3733710264"],
  ["0 21 37 3371-0264", "3733710264"],
  ["(37) 9999-0000", "3799990000"],
  ["https://wa.me/553799990000", "3799990000"],
  // 55 is an area code, too, not only the country code.
  ["55 99734-1187", "55997341187"],
  ["+55 55 99734-1187", "55997341187"],
  ["055 99734-1187", "55997341187"],
])("%j is %s", (text, digits) => {
  expect(readNumber(text)).toEqual({ ok: true, digits });
});

const withArea = "Escreva o telefone com DDD: são 10 ou 11 números.";
const oneByOne = "Escreva um telefone de cada vez.";
const foreign = "Esse número não é do Brasil, e os anúncios só têm telefones do Brasil.";

test.each([
  ["", "Escreva o telefone que quer conferir."],
  [" \u00a0\n", "Escreva o telefone que quer conferir."],
  ["a casa do lago", withArea],
  ["99999-0000", withArea],
  ["9999-0000", withArea],
  ["37", withArea],
  ["https://wa.me/message/ABCDEFGH12", withArea],
  ["37 99999-0000 ou 37 98888-0000", oneByOne],
  ["37 99999-0000, 35 98888-0000", oneByOne],
  ["37 99999-00001", "Há números demais. Confira, ou escreva um telefone de cada vez."],
  [
    "37 99999-0000 / 35 98888-0000",
    "Há números demais. Confira, ou escreva um telefone de cada vez.",
  ],
  ["+351 912 345 678", foreign],
  ["+1 (305) 555-0100", foreign],
  ["https://wa.me/13055550100", foreign],
  ["9".repeat(501), "Escreva só o telefone: o texto é longo demais."],
])("%j is refused with a sentence", (text, problem) => {
  expect(readNumber(text)).toEqual({ ok: false, problem });
});

test.each([
  ["37999990000", ["37999990000", "3799990000"]],
  ["3799990000", ["3799990000", "37999990000"]],
  ["3768880000", ["3768880000", "37968880000"]],
  // Landlines and numbers that never had eight digits have one spelling.
  ["3733710264", ["3733710264"]],
  ["37912345678", ["37912345678"]],
  ["8001234567", ["8001234567"]],
])("%s is known as %j", (digits, known) => {
  expect(spellingsOf(digits)).toEqual(known);
});
