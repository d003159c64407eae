import { expect, test } from "vitest";
import { describeVisits } from "./visit-numbers.ts";

test.each([
  [{ views: 1234, whatsapp: 3, phone: 1 }, "1.234 visitas, 4 contatos em 30 dias"],
  [{ views: 1, whatsapp: 1, phone: 0 }, "1 visita, 1 contato em 30 dias"],
])("%o is %s", (numbers, words) => {
  expect(describeVisits(numbers)).toBe(words);
});
