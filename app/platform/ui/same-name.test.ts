import { expect, test } from "vitest";
import { isSameName } from "./same-name.ts";

test.each([
  ["Ana", "ANA"],
  ["Lívia", "Livia"],
  ["Lívia", "Lívia"],
  // Cyrillic А and а
  ["Ana", "Аnа"],
  // Greek Α and ο
  ["Antonio", "Αntοniο"],
  ["Ana Maria", "Ana\u00a0 Maria"],
  ["Ana", "An\u200ba"],
  ["Ana", "Ａｎａ"],
  ["Iara", "lara"],
  ["Otto", "0tto"],
  ["Caio", "Сaıo"],
])("%s and %s are the same name", (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test.each([
  ["Ana", "Anna"],
  ["Iara", "Lara"],
  ["Ana", "Ana Maria"],
  ["Иван", "Ивана"],
  ["João", "Joana"],
])("%s and %s are two names", (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});
