import { expect, test } from "vitest";
import { isSamePerson } from "./email-pattern.ts";

test.each([
  ["maria.leite@gmail.com", "Marialeite+rancho@gmail.com", true],
  ["maria.leite@gmail.com", "maria_leite22@outlook.com", true],
  ["maria.leite@gmail.com", "ana.souza@gmail.com", false],
  // Too little is left to tell.
  ["a1@example.com", "a2@example.com", false],
])("%s and %s may be one person's: %s", (one, other, same) => {
  expect(isSamePerson(one, other)).toBe(same);
});
