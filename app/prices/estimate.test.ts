import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import {
  free,
  natal,
  nightlyOnly,
  older,
  onlyWeekend,
  ranch,
  reveillon,
  sameLength,
  summer,
  testEstimates,
  weekendOnly,
  withCents,
} from "../../testing/estimates.ts";
import { addDays } from "../calendar/civil-date.ts";
import { estimateStay, lineTotal } from "./estimate.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

testEstimates({
  "ordinary rates": [
    ["2026-12-11", "2026-12-13", ranch, [], "R$ 1.090", "Fim de semana · 11 a 13/12 = R$ 1.090"],
    ["2026-12-11", "2026-12-12", ranch, [], "R$ 520", "1 noite · 11 a 12/12 = R$ 520"],
    ["2026-12-12", "2026-12-13", ranch, [], "R$ 520", "1 noite · 12 a 13/12 = R$ 520"],
    ["2026-12-13", "2026-12-14", ranch, [], "R$ 520", "1 noite · 13 a 14/12 = R$ 520"],
    [
      "2026-12-12",
      "2026-12-14",
      ranch,
      [],
      "R$ 1.040",
      "2 noites × R$ 520 · 12 a 14/12 = R$ 1.040",
    ],
    [
      "2026-12-10",
      "2026-12-12",
      ranch,
      [],
      "R$ 1.040",
      "2 noites × R$ 520 · 10 a 12/12 = R$ 1.040",
    ],
    [
      "2026-12-10",
      "2026-12-13",
      ranch,
      [],
      "R$ 1.610",
      "1 noite · 10 a 11/12 = R$ 520",
      "Fim de semana · 11 a 13/12 = R$ 1.090",
    ],
    [
      "2026-12-11",
      "2026-12-14",
      ranch,
      [],
      "R$ 1.610",
      "Fim de semana · 11 a 13/12 = R$ 1.090",
      "1 noite · 13 a 14/12 = R$ 520",
    ],
    [
      "2026-12-14",
      "2026-12-18",
      ranch,
      [],
      "R$ 2.080",
      "4 noites × R$ 520 · 14 a 18/12 = R$ 2.080",
    ],
    [
      "2026-12-13",
      "2026-12-18",
      ranch,
      [],
      "R$ 2.600",
      "5 noites × R$ 520 · 13 a 18/12 = R$ 2.600",
    ],
    [
      "2026-12-11",
      "2026-12-18",
      ranch,
      [],
      "R$ 3.690",
      "Fim de semana · 11 a 13/12 = R$ 1.090",
      "5 noites × R$ 520 · 13 a 18/12 = R$ 2.600",
    ],
    [
      "2026-12-11",
      "2026-12-19",
      ranch,
      [],
      "R$ 4.210",
      "Fim de semana · 11 a 13/12 = R$ 1.090",
      "6 noites × R$ 520 · 13 a 19/12 = R$ 3.120",
    ],
    [
      "2026-12-11",
      "2026-12-20",
      ranch,
      [],
      "R$ 4.780",
      "Fim de semana · 11 a 13/12 = R$ 1.090",
      "5 noites × R$ 520 · 13 a 18/12 = R$ 2.600",
      "Fim de semana · 18 a 20/12 = R$ 1.090",
    ],
    [
      "2026-12-12",
      "2026-12-20",
      ranch,
      [],
      "R$ 4.210",
      "6 noites × R$ 520 · 12 a 18/12 = R$ 3.120",
      "Fim de semana · 18 a 20/12 = R$ 1.090",
    ],
    [
      "2026-12-30",
      "2027-01-03",
      ranch,
      [],
      "R$ 2.130",
      "2 noites × R$ 520 · 30/12 a 01/01 = R$ 1.040",
      "Fim de semana · 01 a 03/01 = R$ 1.090",
    ],
    [
      "2026-12-31",
      "2027-01-02",
      ranch,
      [],
      "R$ 1.040",
      "2 noites × R$ 520 · 31/12 a 02/01 = R$ 1.040",
    ],
    [
      "2028-02-28",
      "2028-03-01",
      ranch,
      [],
      "R$ 1.040",
      "2 noites × R$ 520 · 28/02 a 01/03/2028 = R$ 1.040",
    ],
    [
      "2026-12-10",
      "2026-12-13",
      withCents,
      [],
      "R$ 1.333,83",
      "1 noite · 10 a 11/12 = R$ 333,33",
      "Fim de semana · 11 a 13/12 = R$ 1.000,50",
    ],
    [
      "2026-12-13",
      "2026-12-16",
      withCents,
      [],
      "R$ 999,99",
      "3 noites × R$ 333,33 · 13 a 16/12 = R$ 999,99",
    ],
  ],
  "a missing price": [
    [
      "2026-12-11",
      "2026-12-13",
      onlyWeekend,
      [],
      "R$ 2.400",
      "Fim de semana · 11 a 13/12 = R$ 2.400",
    ],
    ["2026-12-11", "2026-12-12", onlyWeekend, [], "R$ 2.400", "1 noite · 11 a 12/12 = R$ 2.400"],
    ["2026-12-12", "2026-12-13", onlyWeekend, [], "R$ 2.400", "1 noite · 12 a 13/12 = R$ 2.400"],
    [
      "2026-12-13",
      "2026-12-14",
      onlyWeekend,
      [],
      "Preço a combinar",
      "1 noite · 13 a 14/12 = Preço a combinar",
    ],
    [
      "2026-12-11",
      "2026-12-14",
      onlyWeekend,
      [],
      "Preço a combinar",
      "Fim de semana · 11 a 13/12 = R$ 2.400",
      "1 noite · 13 a 14/12 = Preço a combinar",
    ],
    [
      "2026-12-12",
      "2026-12-15",
      onlyWeekend,
      [],
      "Preço a combinar",
      "1 noite · 12 a 13/12 = R$ 2.400",
      "2 noites · 13 a 15/12 = Preço a combinar",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      free,
      [],
      "Preço a combinar",
      "2 noites · 11 a 13/12 = Preço a combinar",
    ],
    [
      "2026-12-14",
      "2026-12-15",
      free,
      [],
      "Preço a combinar",
      "1 noite · 14 a 15/12 = Preço a combinar",
    ],
  ],
});

test("the lines of any estimate cover each night once and add up to its total", () => {
  const seasons = [summer, natal, reveillon, weekendOnly, nightlyOnly, older, sameLength];
  fc.assert(
    fc.property(fc.nat(90), fc.integer({ min: 1, max: 60 }), (start, nights) => {
      const checkIn = addDays("2026-11-21", start);
      const checkOut = addDays(checkIn, nights);
      const { lines, total } = estimateStay({ checkIn, checkOut }, ranch, seasons);
      const ends = [checkIn, ...lines.map(({ stay }) => stay.checkOut)];
      expect(lines.map(({ stay }) => stay.checkIn)).toEqual(ends.slice(0, -1));
      expect(ends.at(-1)).toBe(checkOut);
      const totals = lines.map(lineTotal);
      const isComplete = !totals.includes(null);
      expect(total).toBe(
        isComplete ? totals.reduce<number>((sum, one) => sum + (one ?? 0), 0) : null,
      );
    }),
  );
});

test.each(["UTC", "America/Sao_Paulo", "Pacific/Auckland"])("weekends are the same in %s", (TZ) => {
  vi.stubEnv("TZ", TZ);
  const stay = { checkIn: "2026-12-30", checkOut: "2027-01-04" };
  expect(estimateStay(stay, ranch, [reveillon]).total).toBe(3_800_00 + 4_000_00 + 520_00);
});
