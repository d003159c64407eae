import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../calendar/civil-date.ts";
import { spanOf } from "../../prices/seasons.ts";
import { monthBits } from "./night-bits.ts";

function spanFrom(days: number, nights: number) {
  const checkIn = addDays("2026-01-01", days);
  return spanOf({ checkIn, checkOut: addDays(checkIn, nights) });
}

test("spans with a night in common have a month in common", () => {
  const spans = fc.tuple(fc.nat(1500), fc.integer({ min: 1, max: 1500 }));
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const [a, b] = [spanFrom(...one), spanFrom(...other)];
      fc.pre(a.from < b.to && b.from < a.to);
      expect(monthBits(a) & monthBits(b)).not.toBe(0);
    }),
  );
});

test("only the months of a span's nights count, which its last day is not", () => {
  const july = monthBits(spanOf({ checkIn: "2026-07-01", checkOut: "2026-08-01" }));
  const august = monthBits(spanOf({ checkIn: "2026-08-01", checkOut: "2026-09-01" }));
  expect(july & august).toBe(0);
  expect(july | august).toBe(monthBits(spanOf({ checkIn: "2026-07-31", checkOut: "2026-08-02" })));
});
