import { expect, test } from "vitest";
import { isSamePerson } from "./email-pattern.ts";

test.each([
  ["maria@example.com", "maria@example.com", true],
  ["Maria@example.com", "maria@EXAMPLE.com", true],
  ["maria.leite@gmail.com", "marialeite+rancho@gmail.com", true],
  ["maria.leite@gmail.com", "maria.leite22@outlook.com", true],
  ["maria_leite@gmail.com", "m.a.r.i.a.leite@gmail.com", true],
  ["maria.leite@gmail.com", "ana.souza@gmail.com", false],
  // Too little is left to tell.
  ["a1@example.com", "a2@example.com", false],
  ["123@example.com", "456@example.com", false],
])("%s and %s may be one person's: %s", (one, other, same) => {
  expect(isSamePerson(one, other)).toBe(same);
});
