import { expect, test } from "vitest";
import { centsOf, formatCents, formatReais, formatShare, parseReais, tidyReais } from "./money.ts";

test.each([
  ["1350", "1350"],
  ["1.350", "1350"],
  ["1.350,50", "1350.50"],
  ["1350,5", "1350.50"],
  ["R$ 1.350,00", "1350"],
  ["0", "0"],
])("%s is parsed as %s", (text, canonical) => {
  expect(parseReais(text)).toBe(canonical);
});

test.each(["", "-5", "1,2,3", "12.34.567", "mil", "12345678", "1.350,505", "1e3"])(
  "%s isn't an amount",
  (text) => {
    expect(parseReais(text)).toBeNull();
  },
);

test.each([
  ["500,00", "500"],
  ["500,5", "500,50"],
  ["1350,5", "1.350,50"],
  ["1.350", "1.350"],
  ["R$ 900", "900"],
  ["", ""],
  ["a combinar", "a combinar"],
  ["1,500.50", "1,500.50"],
])("%s is tidied to %s", (text, tidy) => {
  expect(tidyReais(text)).toBe(tidy);
});

test.each([
  ["0", 0, "R$ 0"],
  ["0.05", 5, "R$ 0,05"],
  ["1350", 135_000, "R$ 1.350"],
  ["1350.50", 135_050, "R$ 1.350,50"],
  ["9999999.99", 999_999_999, "R$ 9.999.999,99"],
])("%s is %i cents", (canonical, cents, text) => {
  expect(centsOf(canonical)).toBe(cents);
  expect(formatCents(cents).replace("\u00a0", " ")).toBe(text);
  expect(formatReais(canonical).replace("\u00a0", " ")).toBe(text);
});

test("each person's share is rounded up to whole reais", () => {
  expect(formatShare(975_000, 12)).toBe("R$\u00a0813");
  expect(formatShare(90_000, 3)).toBe("R$\u00a0300");
});
