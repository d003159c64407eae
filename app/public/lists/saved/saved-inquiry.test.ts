import { expect, test } from "vitest";
import { readSavedInquiry } from "./saved-inquiry.ts";

const today = "2026-11-25";

test.each([
  ["id,2027-03-05,2027-03-08,4", { checkIn: "2027-03-05", checkOut: "2027-03-08" }, 4],
  ["id,2027-03-05,2027-03-08,", { checkIn: "2027-03-05", checkOut: "2027-03-08" }, null],
  ["id,,,12", null, 12],
  // Saved before dates were kept.
  ["id", null, null],
  ["id,2026-11-20,2026-11-22,4", null, 4],
  ["id,ontem,amanhã,muitos", null, null],
  ["id,,,99999", null, null],
])("%s", (entry, stay, people) => {
  expect(readSavedInquiry(entry, today)).toEqual({ stay, people });
});
