import { describe, expect, test } from "vitest";
import { describeLine, estimateStay, formatEstimate, lineTotal } from "../app/prices/estimate.ts";
import type { Rates, Season } from "../app/prices/seasons.ts";

const day = "2026-11-21";

export const ranch: Rates = { valorFds: "1090", valorDiaria: "520" };
export const onlyWeekend: Rates = { valorFds: "2400", valorDiaria: null };
export const withCents: Rates = { valorFds: "1000.50", valorDiaria: "333.33" };
export const free: Rates = { valorFds: "0", valorDiaria: "0" };

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
export const summer = season("Verão", "2026-12-15", "2027-02-01", ["1500", "700"]);
export const natal = season("Natal", "2026-12-23", "2026-12-27", ["2600", "1200"]);
export const reveillon = season("Réveillon", "2026-12-28", "2027-01-02", ["4000", "1900"]);
export const carnaval = season("Carnaval", "2027-02-05", "2027-02-10", ["3000", "1400"]);
export const nightlyOnly = season("Feira", "2026-12-10", "2026-12-14", [null, "900"]);
export const weekendOnly = season("Festa", "2026-12-10", "2026-12-16", ["2000", null]);
export const priceless = season("Reforma", "2026-12-10", "2026-12-14", [null, null]);
export const zero = season("Zero", "2026-12-10", "2026-12-14", ["0", "0"]);
export const fridayOnly = season("Sexta", "2026-12-11", "2026-12-12", ["1800", "800"]);
export const saturdayOnly = season("Sábado", "2026-12-12", "2026-12-13", ["1700", "750"]);
export const fridayNightly = season("Sexta", "2026-12-11", "2026-12-12", [null, "800"]);
export const cents = season("Centavos", "2026-12-14", "2026-12-18", ["900.10", "250.05"]);
export const older = season("Antiga", "2026-12-14", "2026-12-18", ["900", "400"], "2026-01-01");
export const newer = season("Nova", "2026-12-14", "2026-12-18", ["950", "450"], "2026-02-01");
export const newerLonger = season(
  "Longa",
  "2026-12-14",
  "2026-12-19",
  ["990", "490"],
  "2026-03-01",
);
export const sameLength = season(
  "Vizinha",
  "2026-12-16",
  "2026-12-20",
  ["980", "480"],
  "2026-03-01",
);

type Case = [
  from: string,
  to: string,
  rates: Rates,
  seasons: Season[],
  total: string,
  ...lines: string[],
];

/** Replaces non-breaking spaces by plain ones. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

/** Tests the cases by subject, with totals calculated by hand from the rates above. */
export function testEstimates(cases: Record<string, Case[]>): void {
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
}
