import { expect, test } from "vitest";
import { canonicalInquiry } from "./cached-listing.ts";

const day = "2026-11-21";

test("valid queries have one canonical form, invalid ones have none", () => {
  const canonical = (query: string) => canonicalInquiry(new URLSearchParams(query), day);
  expect(canonical("")).toEqual({ entrada: null, saida: null, pessoas: null });
  expect(canonical("pessoas=06&fbclid=1&saida=2026-12-13&entrada= 2026-12-11")).toEqual({
    entrada: "2026-12-11",
    saida: "2026-12-13",
    pessoas: 6,
  });
  for (const query of [
    "entrada=2026-12-11",
    "entrada=2026-12-13&saida=2026-12-11",
    "entrada=2026-02-31&saida=2026-03-02",
    "entrada=2026-11-20&saida=2026-11-23",
    "pessoas=1000",
    "pessoas=x",
  ]) {
    expect(canonical(query), query).toBeNull();
  }
});
