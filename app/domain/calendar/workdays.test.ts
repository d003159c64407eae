import { expect, test } from "vitest";
import { nextWorkday } from "./holidays.ts";

test.each([
  ["2026-11-27", "2026-11-30", "Monday after a Friday"],
  ["2026-11-28", "2026-11-30", "Monday after a Saturday"],
  ["2026-12-31", "2027-01-04", "Monday after Ano Novo, in the next year"],
  ["2026-04-02", "2026-04-06", "Monday after Good Friday"],
  ["2027-02-08", "2027-02-10", "Ash Wednesday after the Monday of Carnaval"],
])("after %s comes %s, %s", (day, next) => {
  expect(nextWorkday(day)).toBe(next);
});
