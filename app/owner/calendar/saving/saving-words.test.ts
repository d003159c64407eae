import { expect, test } from "vitest";
import { daysBetween } from "../../../calendar/day-ranges.ts";
import type { NightQueueState } from "./night-queue.ts";
import { describeChange, describeSaving } from "./saving-words.ts";

const weekends = ["04", "05", "11", "12", "18", "19"].map((day) => `2026-12-${day}`);
const scattered = ["2026-12-01", "2026-12-03", "2026-12-05", "2026-12-07"];

test.each([
  [["2026-12-12"], true, "12/12/2026 marcado como ocupado"],
  [["2026-12-12"], false, "12/12/2026 liberado"],
  [daysBetween("2026-12-01", "2026-12-31"), true, "01/12/2026 a 31/12/2026 marcados como ocupados"],
  [
    weekends.toReversed(),
    true,
    "04/12/2026 a 05/12/2026, 11/12/2026 a 12/12/2026, 18/12/2026 a 19/12/2026 marcados como ocupados",
  ],
  [scattered, true, "4 noites marcadas"],
  [scattered, false, "4 noites liberadas"],
])(
  "a change is named by up to three dates or ranges, and counted beyond: %#",
  (nights, marks, said) => {
    expect(describeChange(nights, marks)).toBe(said);
  },
);

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
