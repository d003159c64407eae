import { expect, test } from "vitest";
import * as z from "zod/mini";
import { noAddressCheck, visibleCheck } from "./name-rules.ts";

const name = z.string().check(visibleCheck, noAddressCheck);
const isAllowed = (text: string) => z.safeParse(name, text).success;

test.each([
  "Maria Aparecida Leite",
  "José d’Ávila Jr.",
  "M. A. Leite",
  "Pousada 31/12",
  "Ana ❤️",
  "Família 👨‍👩‍👧 Prado",
  "Rita 👩🏽‍🦰",
  "さくら",
])("%s is a name", (text) => {
  expect(isAllowed(text)).toBe(true);
});

test.each([
  "Ganhe em http://premio.example",
  "Ganhe em premio.example/ja",
  "www.premio",
  "premio.com.br",
  "Prêmio.Com",
  "premio．com",
  "premio。com",
  "t.me/premio",
  "golpe@example.com",
])("%s has an address", (text) => {
  expect(isAllowed(text)).toBe(false);
});

test.each([
  ["a zero-width space", "An\u200ba"],
  ["a right-to-left override", "Ana \u202eairaM"],
  ["an isolate", "\u2067Ana"],
  ["a joiner outside of an emoji", "An\u200da"],
  ["a soft hyphen", "An\u00ada"],
  ["a filler", "Ana\u3164"],
  ["a blank Braille pattern", "\u2800"],
])("%s makes no name", (_, text) => {
  expect(isAllowed(text)).toBe(false);
});
