import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays } from "../calendar/civil-date.ts";
import { describeLine, estimateStay, formatEstimate, lineTotal } from "./estimate.ts";
import type { Rates, Season } from "./seasons.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const day = "2026-11-21";

const ranch: Rates = { valorFds: "1090", valorDiaria: "520" };
const onlyWeekend: Rates = { valorFds: "2400", valorDiaria: null };
const withCents: Rates = { valorFds: "1000.50", valorDiaria: "333.33" };
const free: Rates = { valorFds: "0", valorDiaria: "0" };

function season(
  temporada: string,
  de: string,
  ate: string,
  [valorFds, valorDiaria]: [string | null, string | null],
  createdAt = "2026-06-01",
): Season {
  const id = `${temporada} ${createdAt}`;
  return {
    id,
    temporada,
    de,
    ate,
    valorFds,
    valorDiaria,
    minimoNoites: null,
    createdAt: new Date(createdAt),
  };
}

// 11 December 2026 is a Friday, so are 18 and 25, and 1 January 2027.
const summer = season("Verão", "2026-12-15", "2027-02-01", ["1500", "700"]);
const natal = season("Natal", "2026-12-23", "2026-12-27", ["2600", "1200"]);
const reveillon = season("Réveillon", "2026-12-28", "2027-01-02", ["4000", "1900"]);
const carnaval = season("Carnaval", "2027-02-05", "2027-02-10", ["3000", "1400"]);
const nightlyOnly = season("Feira", "2026-12-10", "2026-12-14", [null, "900"]);
const weekendOnly = season("Festa", "2026-12-10", "2026-12-16", ["2000", null]);
const priceless = season("Reforma", "2026-12-10", "2026-12-14", [null, null]);
const zero = season("Zero", "2026-12-10", "2026-12-14", ["0", "0"]);
const fridayOnly = season("Sexta", "2026-12-11", "2026-12-12", ["1800", "800"]);
const saturdayOnly = season("Sábado", "2026-12-12", "2026-12-13", ["1700", "750"]);
const fridayNightly = season("Sexta", "2026-12-11", "2026-12-12", [null, "800"]);
const cents = season("Centavos", "2026-12-14", "2026-12-18", ["900.10", "250.05"]);
const older = season("Antiga", "2026-12-14", "2026-12-18", ["900", "400"], "2026-01-01");
const newer = season("Nova", "2026-12-14", "2026-12-18", ["950", "450"], "2026-02-01");
const newerLonger = season("Longa", "2026-12-14", "2026-12-19", ["990", "490"], "2026-03-01");
const sameLength = season("Vizinha", "2026-12-16", "2026-12-20", ["980", "480"], "2026-03-01");

type Case = [
  from: string,
  to: string,
  rates: Rates,
  seasons: Season[],
  total: string,
  ...lines: string[],
];

/** Totals calculated by hand from the rates above. */
const cases: Record<string, Case[]> = {
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
  "one season": [
    [
      "2026-12-28",
      "2027-01-01",
      ranch,
      [reveillon],
      "R$ 7.600",
      "4 noites × R$ 1.900 · Réveillon, 28/12 a 01/01 = R$ 7.600",
    ],
    [
      "2026-12-27",
      "2027-01-01",
      ranch,
      [reveillon],
      "R$ 8.120",
      "1 noite · 27 a 28/12 = R$ 520",
      "4 noites × R$ 1.900 · Réveillon, 28/12 a 01/01 = R$ 7.600",
    ],
    [
      "2026-12-28",
      "2027-01-02",
      ranch,
      [reveillon],
      "R$ 9.500",
      "5 noites × R$ 1.900 · Réveillon, 28/12 a 02/01 = R$ 9.500",
    ],
    [
      "2027-01-02",
      "2027-01-04",
      ranch,
      [reveillon],
      "R$ 1.040",
      "2 noites × R$ 520 · 02 a 04/01 = R$ 1.040",
    ],
    ["2026-12-27", "2026-12-28", ranch, [reveillon], "R$ 520", "1 noite · 27 a 28/12 = R$ 520"],
    [
      "2026-12-31",
      "2027-01-01",
      ranch,
      [reveillon],
      "R$ 1.900",
      "1 noite · Réveillon, 31/12 a 01/01 = R$ 1.900",
    ],
    [
      "2027-02-05",
      "2027-02-07",
      ranch,
      [carnaval],
      "R$ 3.000",
      "Fim de semana · Carnaval, 05 a 07/02 = R$ 3.000",
    ],
    [
      "2027-02-05",
      "2027-02-10",
      ranch,
      [carnaval],
      "R$ 7.200",
      "Fim de semana · Carnaval, 05 a 07/02 = R$ 3.000",
      "3 noites × R$ 1.400 · Carnaval, 07 a 10/02 = R$ 4.200",
    ],
    [
      "2027-02-06",
      "2027-02-08",
      ranch,
      [carnaval],
      "R$ 2.800",
      "2 noites × R$ 1.400 · Carnaval, 06 a 08/02 = R$ 2.800",
    ],
    [
      "2027-02-09",
      "2027-02-12",
      ranch,
      [carnaval],
      "R$ 2.440",
      "1 noite · Carnaval, 09 a 10/02 = R$ 1.400",
      "2 noites × R$ 520 · 10 a 12/02 = R$ 1.040",
    ],
    [
      "2027-02-09",
      "2027-02-10",
      onlyWeekend,
      [carnaval],
      "R$ 1.400",
      "1 noite · Carnaval, 09 a 10/02 = R$ 1.400",
    ],
    [
      "2027-02-04",
      "2027-02-07",
      onlyWeekend,
      [carnaval],
      "Preço a combinar",
      "1 noite · 04 a 05/02 = Preço a combinar",
      "Fim de semana · Carnaval, 05 a 07/02 = R$ 3.000",
    ],
    [
      "2026-12-14",
      "2026-12-16",
      ranch,
      [cents],
      "R$ 500,10",
      "2 noites × R$ 250,05 · Centavos, 14 a 16/12 = R$ 500,10",
    ],
  ],
  "a season without a price": [
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [nightlyOnly],
      "R$ 1.800",
      "2 noites × R$ 900 · Feira, 11 a 13/12 = R$ 1.800",
    ],
    [
      "2026-12-10",
      "2026-12-14",
      ranch,
      [nightlyOnly],
      "R$ 3.600",
      "4 noites × R$ 900 · Feira, 10 a 14/12 = R$ 3.600",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [weekendOnly],
      "R$ 2.000",
      "Fim de semana · Festa, 11 a 13/12 = R$ 2.000",
    ],
    [
      "2026-12-12",
      "2026-12-13",
      ranch,
      [weekendOnly],
      "R$ 2.000",
      "1 noite · Festa, 12 a 13/12 = R$ 2.000",
    ],
    [
      "2026-12-14",
      "2026-12-15",
      ranch,
      [weekendOnly],
      "Preço a combinar",
      "1 noite · Festa, 14 a 15/12 = Preço a combinar",
    ],
    [
      "2026-12-11",
      "2026-12-17",
      ranch,
      [weekendOnly],
      "Preço a combinar",
      "Fim de semana · Festa, 11 a 13/12 = R$ 2.000",
      "3 noites · Festa, 13 a 16/12 = Preço a combinar",
      "1 noite · 16 a 17/12 = R$ 520",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [priceless],
      "Preço a combinar",
      "2 noites · Reforma, 11 a 13/12 = Preço a combinar",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [zero],
      "Preço a combinar",
      "2 noites · Zero, 11 a 13/12 = Preço a combinar",
    ],
  ],
  "a weekend across seasons": [
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [fridayOnly],
      "R$ 1.800",
      "Fim de semana · Sexta, 11 a 13/12 = R$ 1.800",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [saturdayOnly],
      "R$ 1.090",
      "Fim de semana · 11 a 13/12 = R$ 1.090",
    ],
    [
      "2026-12-12",
      "2026-12-13",
      ranch,
      [saturdayOnly],
      "R$ 750",
      "1 noite · Sábado, 12 a 13/12 = R$ 750",
    ],
    [
      "2026-12-11",
      "2026-12-12",
      ranch,
      [fridayOnly],
      "R$ 800",
      "1 noite · Sexta, 11 a 12/12 = R$ 800",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [fridayOnly, saturdayOnly],
      "R$ 1.800",
      "Fim de semana · Sexta, 11 a 13/12 = R$ 1.800",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      ranch,
      [fridayNightly],
      "R$ 1.320",
      "1 noite · Sexta, 11 a 12/12 = R$ 800",
      "1 noite · 12 a 13/12 = R$ 520",
    ],
    [
      "2026-12-11",
      "2026-12-13",
      onlyWeekend,
      [fridayNightly],
      "R$ 3.200",
      "1 noite · Sexta, 11 a 12/12 = R$ 800",
      "1 noite · 12 a 13/12 = R$ 2.400",
    ],
    [
      "2027-01-01",
      "2027-01-03",
      ranch,
      [reveillon],
      "R$ 4.000",
      "Fim de semana · Réveillon, 01 a 03/01 = R$ 4.000",
    ],
    [
      "2026-12-25",
      "2026-12-27",
      ranch,
      [natal],
      "R$ 2.600",
      "Fim de semana · Natal, 25 a 27/12 = R$ 2.600",
    ],
    [
      "2027-01-29",
      "2027-02-02",
      ranch,
      [summer],
      "R$ 2.720",
      "Fim de semana · Verão, 29 a 31/01 = R$ 1.500",
      "1 noite · Verão, 31/01 a 01/02 = R$ 700",
      "1 noite · 01 a 02/02 = R$ 520",
    ],
  ],
  "several seasons": [
    [
      "2026-12-22",
      "2026-12-24",
      ranch,
      [summer, natal],
      "R$ 1.900",
      "1 noite · Verão, 22 a 23/12 = R$ 700",
      "1 noite · Natal, 23 a 24/12 = R$ 1.200",
    ],
    [
      "2026-12-23",
      "2026-12-29",
      ranch,
      [summer, natal, reveillon],
      "R$ 7.600",
      "2 noites × R$ 1.200 · Natal, 23 a 25/12 = R$ 2.400",
      "Fim de semana · Natal, 25 a 27/12 = R$ 2.600",
      "1 noite · Verão, 27 a 28/12 = R$ 700",
      "1 noite · Réveillon, 28 a 29/12 = R$ 1.900",
    ],
    [
      "2026-12-30",
      "2027-01-04",
      ranch,
      [summer, natal, reveillon],
      "R$ 8.500",
      "2 noites × R$ 1.900 · Réveillon, 30/12 a 01/01 = R$ 3.800",
      "Fim de semana · Réveillon, 01 a 03/01 = R$ 4.000",
      "1 noite · Verão, 03 a 04/01 = R$ 700",
    ],
    [
      "2026-12-26",
      "2026-12-28",
      ranch,
      [natal],
      "R$ 1.720",
      "1 noite · Natal, 26 a 27/12 = R$ 1.200",
      "1 noite · 27 a 28/12 = R$ 520",
    ],
    [
      "2026-12-14",
      "2026-12-16",
      ranch,
      [summer],
      "R$ 1.220",
      "1 noite · 14 a 15/12 = R$ 520",
      "1 noite · Verão, 15 a 16/12 = R$ 700",
    ],
    [
      "2026-12-28",
      "2026-12-30",
      ranch,
      [reveillon, summer],
      "R$ 3.800",
      "2 noites × R$ 1.900 · Réveillon, 28 a 30/12 = R$ 3.800",
    ],
  ],
  "seasons that overlap": [
    [
      "2026-12-14",
      "2026-12-16",
      ranch,
      [older, newer],
      "R$ 900",
      "2 noites × R$ 450 · Nova, 14 a 16/12 = R$ 900",
    ],
    [
      "2026-12-14",
      "2026-12-16",
      ranch,
      [newer, older],
      "R$ 900",
      "2 noites × R$ 450 · Nova, 14 a 16/12 = R$ 900",
    ],
    [
      "2026-12-14",
      "2026-12-16",
      ranch,
      [newerLonger, older],
      "R$ 800",
      "2 noites × R$ 400 · Antiga, 14 a 16/12 = R$ 800",
    ],
    [
      "2026-12-15",
      "2026-12-18",
      ranch,
      [older, sameLength],
      "R$ 1.360",
      "1 noite · Antiga, 15 a 16/12 = R$ 400",
      "2 noites × R$ 480 · Vizinha, 16 a 18/12 = R$ 960",
    ],
    [
      "2026-12-17",
      "2026-12-20",
      ranch,
      [newer, newerLonger],
      "R$ 1.440",
      "1 noite · Nova, 17 a 18/12 = R$ 450",
      "Fim de semana · Longa, 18 a 20/12 = R$ 990",
    ],
    [
      "2026-12-17",
      "2026-12-20",
      ranch,
      [newerLonger, older, sameLength, summer],
      "R$ 1.460",
      "1 noite · Vizinha, 17 a 18/12 = R$ 480",
      "Fim de semana · Vizinha, 18 a 20/12 = R$ 980",
    ],
  ],
};

/** Replaces non-breaking spaces. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

describe.each(Object.entries(cases))("%s", (_, rows) => {
  test.each(rows)("%s to %s", (checkIn, checkOut, rates, seasons, total, ...lines) => {
    const estimate = estimateStay({ checkIn, checkOut }, rates, seasons);
    const written = estimate.lines.map((line) => {
      const { what, when } = describeLine(line, day);
      return plain(`${what} · ${when} = ${formatEstimate(lineTotal(line))}`);
    });
    expect(written).toEqual(lines);
    expect(plain(formatEstimate(estimate.total))).toBe(total);
  });
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
