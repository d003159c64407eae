import { expect, test } from "vitest";
import { describeVisits } from "./visit-numbers.ts";

test.each([
  [{ views: 1234, whatsapp: 3, phone: 1 }, "1.234 visitas, 3 toques no WhatsApp e 1 no telefone"],
  [{ views: 1, whatsapp: 1, phone: 0 }, "1 visita, 1 toque no WhatsApp e 0 no telefone"],
])("%o is %s", (numbers, words) => {
  expect(describeVisits(numbers)).toBe(words);
});
