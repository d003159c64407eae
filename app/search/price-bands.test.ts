import { expect, test } from "vitest";
import { priceBands } from "./price-bands.ts";

/** How often a price is in the bands of a limit. */
function timesHeld(price: number, limit: number): number {
  return priceBands(limit).filter(({ width, first, last }) => {
    const band = Math.floor(Math.ceil(price) / width);
    return band >= first && band <= last;
  }).length;
}

test.each([0, 1, 49, 50, 51, 99, 500, 2499, 2500, 2549, 2550, 12_345, 99_999])(
  "the bands of R$ %i hold the prices up to it once, and none above",
  (limit) => {
    const near = [-51, -50, -49, -2, -1, -0.01, 0, 0.01, 1, 49, 50, 2500].map((by) => limit + by);
    const prices = [0, 0.5, 1, 49.99, 50, 2499, 2500, 9_999_999, ...near];
    for (const price of prices.filter((value) => value >= 0)) {
      expect(timesHeld(price, limit), String(price)).toBe(price <= limit ? 1 : 0);
    }
  },
);

test("no limit a search can have takes more than 137 bands", () => {
  let most = 0;
  for (let limit = 0; limit <= 99_999; limit++) {
    const bands = priceBands(limit).reduce((sum, { first, last }) => sum + last - first + 1, 0);
    most = Math.max(most, bands);
  }
  expect(most).toBe(137);
});
