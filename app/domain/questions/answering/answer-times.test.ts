import { expect, test } from "vitest";
import { describeAnswerTime } from "./answer-times.server.ts";

test.each([
  [5, 60, "Costuma responder em até 1 hora"],
  [5, 61, "Costuma responder em até 3 horas"],
  [5, 180, "Costuma responder em até 3 horas"],
  [5, 181, "Costuma responder em até 12 horas"],
  [5, 1440, "Costuma responder em até 24 horas"],
  [5, 1441, null],
  [4, 10, null],
])("%i answers with a median of %i minutes", (answered, minutes, words) => {
  expect(describeAnswerTime({ answered, seconds: minutes * 60 })).toBe(words);
});

test("nobody who hasn't answered is described", () => {
  expect(describeAnswerTime({ answered: 0, seconds: null })).toBeNull();
});
