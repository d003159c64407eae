import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { findLineProblem, noAddressCheck, singleLineCheck, writeAsLine } from "./text-rules.ts";

const name = z.string().check(singleLineCheck, noAddressCheck);
const isAllowed = (text: string) => z.safeParse(name, text).success;

test.each([
  ...["Maria Aparecida Leite", "José d’Ávila Jr.", "M. A. Leite", "Pousada 31/12", "Ana ❤️"],
  ...["Ana ❤", "Família 👨‍👩‍👧 Prado", "Rita 👩🏽‍🦰", "5️⃣ quartos 🏳️‍🌈 👁️‍🗨️", "さくら"],
])("%s is a line and a name", (text) => {
  expect(isAllowed(text)).toBe(true);
});

test.each([
  ...["Ganhe em http://premio.example", "Ganhe em premio.example/ja", "www.premio"],
  ...["premio.com.br", "Prêmio.Com", "premio．com", "premio。com", "t.me/premio"],
  "golpe@example.com",
])("%s has an address", (text) => {
  expect(isAllowed(text)).toBe(false);
});

test.each([
  ["a line break", "Ana\nGANHE JÁ"],
  ["a tab", "Ana\tLeite"],
  ["a line separator", "Ana\u2028Leite"],
  ["a paragraph separator", "Ana\u2029Leite"],
  ["an escape", "Ana\u001b[31m"],
  ["a zero-width space", "An\u200ba"],
  ["a right-to-left override", "Ana \u202eairaM"],
  ["an isolate", "\u2067Ana"],
  ["a joiner outside of an emoji", "An\u200da"],
  ["a joiner that joins nothing", "Ana 👩\u200d Leite"],
  ["a run of variation selectors", "Ana ❤\ufe0f\ufe0f\ufe0f"],
  ["a tag", "Ana 🏴\u{e0067}"],
  ["a soft hyphen", "An\u00ada"],
  ["a filler", "Ana\u3164"],
  ["a blank Braille pattern", "\u2800"],
])("%s makes no line", (_, text) => {
  expect(isAllowed(text)).toBe(false);
});

test("any stored text can be written as such a line, which keeps what may be typed", () => {
  const parts = [
    "Ana ",
    "\n",
    "\u202e",
    "\u00ad",
    "\u200d",
    "👩",
    "🏽",
    "🦰",
    "\ufe0f",
    "5",
    "\u20e3",
  ];
  const texts = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: "binary" })));
  fc.assert(
    fc.property(texts, (some) => {
      const text = some.join("");
      expect(findLineProblem(writeAsLine(text))).toBe(null);
      if (findLineProblem(text) === null) {
        expect(writeAsLine(text)).toBe(text.replace(/\s+/g, " ").trim());
      }
    }),
  );
});
