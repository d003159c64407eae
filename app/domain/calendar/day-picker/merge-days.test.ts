import { expect, test } from "vitest";
import { mergeDays } from "./typed-dates.ts";

const [monday, tuesday, wednesday] = ["2030-01-07", "2030-01-08", "2030-01-09"];

test.each<[string, { current: string[]; before: string[]; after: string[]; merged: string[] }]>([
  ["keeps nights marked meanwhile", { current: [monday], before: [], after: [], merged: [monday] }],
  [
    "adds its own to those marked meanwhile",
    { current: [tuesday], before: [], after: [monday], merged: [monday, tuesday] },
  ],
  [
    "frees only what it showed",
    {
      current: [monday, tuesday, wednesday],
      before: [monday],
      after: [],
      merged: [tuesday, wednesday],
    },
  ],
  ["adds no night twice", { current: [monday], before: [], after: [monday], merged: [monday] }],
])("%s", (_, { current, before, after, merged }) => {
  expect(mergeDays(current, before, after)).toEqual(merged);
});
