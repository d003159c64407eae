import { expect, test } from "vitest";
import { daysBetween } from "../../../domain/calendar/day-ranges.ts";
import type { NightQueueState } from "./night-queue.ts";
import { describeChange, describePeriod, describeSaving } from "./saving-words.ts";

const weekends = ["04", "05", "11", "12", "18", "19"].map((day) => `2026-12-${day}`);
const scattered = ["2026-12-01", "2026-12-03", "2026-12-05", "2026-12-07"];

test.each([
  [["2026-12-12"], true, "12/12: ocupado"],
  [["2027-12-12"], false, "12/12/2027: livre"],
  [daysBetween("2026-12-28", "2027-01-02"), true, "28/12 a 02/01: ocupado"],
  [weekends.toReversed(), true, "04 a 05/12, 11 a 12/12, 18 a 19/12: ocupado"],
  [scattered, true, "4 noites: ocupadas"],
  [scattered, false, "4 noites: livres"],
])(
  "a change is named by up to three dates or ranges, and counted beyond: %#",
  (nights, marks, said) => {
    expect(describeChange(nights, marks, "2026-11-28")).toBe(said);
  },
);

test("a period says when the guests of its last night leave", () => {
  const nights = daysBetween("2026-12-04", "2026-12-07");
  expect(describePeriod(nights, "2026-11-28")).toBe("04 a 07/12: 4 noites, saída em 08/12");
});

const state = (change: Partial<NightQueueState>): NightQueueState => ({
  status: { kind: "saving" },
  pending: new Map(),
  answer: { nights: [], skipped: [] },
  ...change,
});

test("the line about saving counts them, too", () => {
  const pending = new Map(scattered.map((night) => [night, true]));
  expect(describeSaving(state({ pending }), true).text).toBe("Salvando 4 noites...");
  const answer = { nights: [], skipped: scattered };
  const saved = state({ status: { kind: "saved", at: new Date() }, answer });
  expect(describeSaving(saved, true).text).toBe(
    "4 noites não mudaram: os dias já passaram ou vieram de outro site",
  );
});
