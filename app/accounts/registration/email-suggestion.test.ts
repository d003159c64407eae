import { expect, test } from "vitest";
import { suggestEmail } from "./email-suggestion.ts";

test.each([
  ["maria@gmial.com", "maria@gmail.com"],
  ["maria@gmail.con", "maria@gmail.com"],
  ["maria@gmail.com.br", "maria@gmail.com"],
  ["maria@gmai.com", "maria@gmail.com"],
  ["maria@gmal.co", "maria@gmail.com"],
  ["Maria.Silva@GMIAL.COM", "Maria.Silva@gmail.com"],
  ["maria@hotmial.com", "maria@hotmail.com"],
  ["maria@hotmail.com.br", null],
  ["maria@outlok.com", "maria@outlook.com"],
  ["maria@yaho.com.br", "maria@yahoo.com.br"],
  ["maria@iclud.com", "maria@icloud.com"],
  ["maria@uol.com.b", "maria@uol.com.br"],
])("%s: %s", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  "maria@gmail.com",
  "maria@mail.com",
  "maria@ymail.com",
  "maria@uol.com",
  "maria@me.com",
  "maria@ranchodolago.com.br",
  "maria@example.com",
  "maria",
  "@gmial.com",
  "",
])("nothing is suggested for %j", (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
