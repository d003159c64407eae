import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../calendar/civil-date.ts";
import { spanOf } from "../../prices/seasons.ts";
import { spanBits } from "./row-bits.ts";

function spanFrom(days: number, nights: number) {
  const checkIn = addDays("2026-01-01", days);
  return spanOf({ checkIn, checkOut: addDays(checkIn, nights) });
}

test("spans with a night in common have a bit in common", () => {
  const spans = fc.tuple(fc.nat(1500), fc.integer({ min: 1, max: 1500 }));
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const [a, b] = [spanFrom(...one), spanFrom(...other)];
      fc.pre(a.from < b.to && b.from < a.to);
      expect(spanBits(a) & spanBits(b)).not.toBe(0);
    }),
  );
});

test("spans of different fortnights have no bit in common, even if one ends where the other begins", () => {
  const [before, after] = [
    { from: 160, to: 176 },
    { from: 176, to: 180 },
  ];
  expect(spanBits(before) & spanBits(after)).toBe(0);
  expect(spanBits(before) | spanBits(after)).toBe(spanBits({ from: 175, to: 177 }));
});
