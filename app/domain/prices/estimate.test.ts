import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays, weekdayOf } from "../calendar/civil-date.ts";
import { nightCount, type Stay } from "../calendar/stays.ts";
import { describeLine, estimateStay, formatEstimate, lineTotal } from "./estimate.ts";
import type { Season, Terms } from "./seasons.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function terms(all: Record<string, Pick<Terms, "valorFds" | "valorDiaria">>) {
  const free = { minimoNoites: null, fdsInteiro: false };
  return Object.fromEntries(Object.entries(all).map(([name, own]) => [name, { ...own, ...free }]));
}

/** Ordinary rates of a listing. */
const rates: Record<string, Terms> = terms({
  ranch: { valorFds: "1090", valorDiaria: "520" },
  "weekend only": { valorFds: "2400", valorDiaria: null },
  cents: { valorFds: "1000.50", valorDiaria: "333.33" },
  free: { valorFds: "0", valorDiaria: "0" },
});

/** First and last day, weekend and nightly price or "pacote" and its price, and when they were made if that matters. */
const seasons = Object.fromEntries(
  `
  Verão        | 2026-12-15 2027-02-01 | 1500   | 700
  Natal        | 2026-12-23 2026-12-27 | 2600   | 1200
  Réveillon    | 2026-12-28 2027-01-02 | 4000   | 1900
  Carnaval     | 2027-02-05 2027-02-10 | 3000   | 1400
  Feira        | 2026-12-10 2026-12-14 |        | 900
  Festa        | 2026-12-10 2026-12-16 | 2000   |
  Zero         | 2026-12-10 2026-12-14 | 0      | 0
  Sexta        | 2026-12-11 2026-12-12 | 1800   | 800
  Sexta avulsa | 2026-12-11 2026-12-12 |        | 800
  Sábado       | 2026-12-12 2026-12-13 | 1700   | 750
  Centavos     | 2026-12-14 2026-12-18 | 900.10 | 250.05
  Antiga       | 2026-12-14 2026-12-18 | 900    | 400    | 2026-01-01
  Nova         | 2026-12-14 2026-12-18 | 950    | 450    | 2026-02-01
  Longa        | 2026-12-14 2026-12-19 | 990    | 490    | 2026-03-01
  Vizinha      | 2026-12-16 2026-12-20 | 980    | 480    | 2026-03-01
  Virada       | 2026-12-28 2027-01-02 | pacote | 6000
  Folia        | 2027-02-05 2027-02-10 | pacote | 5000.50
  Folia curta  | 2027-02-05 2027-02-08 | pacote | 3500
  Bailes       | 2027-02-06 2027-02-09 | pacote | 3300
  Bailes novos | 2027-02-06 2027-02-09 | pacote | 3400   | 2026-07-01
  Ressaca      | 2027-01-01 2027-01-02 | 900    | 500
  De graça     | 2026-12-14 2026-12-18 | pacote | 0
  `
    .trim()
    .split("\n")
    .map((row) => {
      const [name = "", dates = "", weekend, nightly, made = "2026-06-01"] = cells(row);
      const [de = "", ate = ""] = dates.split(" ");
      const season: Season = {
        id: name,
        temporada: name,
        de,
        ate,
        ...(weekend === "pacote"
          ? { pacote: nightly ?? null, valorFds: null, valorDiaria: null }
          : { pacote: null, valorFds: weekend || null, valorDiaria: nightly || null }),
        minimoNoites: null,
        createdAt: new Date(made),
      };
      return [name, season];
    }),
);

/** Totals are calculated by hand; a missing price is "?". */
const examples = `
A Friday and the Saturday after it cost the weekend price once, other nights the nightly price
  Fri 2026-12-11, 2 nights | ranch                              | weekend 1.090 = 1.090
  Fri 2026-12-11, 1 night  | ranch                              | 1 × 520 = 520
  Sat 2026-12-12, 1 night  | ranch                              | 1 × 520 = 520
  Thu 2026-12-10, 3 nights | ranch                              | 1 × 520 + weekend 1.090 = 1.610
  Mon 2026-12-14, 4 nights | ranch                              | 4 × 520 = 2.080
  Fri 2026-12-11, 8 nights | ranch                              | weekend 1.090 + 6 × 520 = 4.210
  Fri 2026-12-11, 9 nights | ranch                              | weekend 1.090 + 5 × 520 + weekend 1.090 = 4.780
  Wed 2026-12-30, 4 nights | ranch                              | 2 × 520 + weekend 1.090 = 2.130
  Mon 2028-02-28, 2 nights | ranch                              | 2 × 520 = 1.040
  Thu 2026-12-10, 3 nights | cents                              | 1 × 333,33 + weekend 1.000,50 = 1.333,83
  Sun 2026-12-13, 3 nights | cents                              | 3 × 333,33 = 999,99

A Friday or Saturday by itself costs the weekend price if there is no nightly price
  Fri 2026-12-11, 1 night  | weekend only                       | 1 × 2.400 = 2.400
  Sat 2026-12-12, 1 night  | weekend only                       | 1 × 2.400 = 2.400
  Sun 2026-12-13, 1 night  | weekend only                       | 1 × ? = ?
  Fri 2026-12-11, 3 nights | weekend only                       | weekend 2.400 + 1 × ? = ?
  Sat 2026-12-12, 3 nights | weekend only                       | 1 × 2.400 + 2 × ? = ?
  Fri 2026-12-11, 2 nights | free                               | 2 × ? = ?
  Mon 2026-12-14, 1 night  | free                               | 1 × ? = ?

A night in a season costs that season's price
  Mon 2026-12-28, 4 nights | ranch, Réveillon                   | Réveillon 4 × 1.900 = 7.600
  Sun 2026-12-27, 5 nights | ranch, Réveillon                   | 1 × 520 + Réveillon 4 × 1.900 = 8.120
  Sat 2027-01-02, 2 nights | ranch, Réveillon                   | 2 × 520 = 1.040
  Sun 2026-12-27, 1 night  | ranch, Réveillon                   | 1 × 520 = 520
  Fri 2027-02-05, 2 nights | ranch, Carnaval                    | Carnaval weekend 3.000 = 3.000
  Fri 2027-02-05, 5 nights | ranch, Carnaval                    | Carnaval weekend 3.000 + Carnaval 3 × 1.400 = 7.200
  Tue 2027-02-09, 3 nights | ranch, Carnaval                    | Carnaval 1 × 1.400 + 2 × 520 = 2.440
  Thu 2027-02-04, 3 nights | weekend only, Carnaval             | 1 × ? + Carnaval weekend 3.000 = ?
  Mon 2026-12-14, 2 nights | ranch, Centavos                    | Centavos 2 × 250,05 = 500,10

Ordinary rates never fill in for a season's missing price, and 0 counts as missing
  Fri 2026-12-11, 2 nights | ranch, Feira                       | Feira weekend ? = ?
  Thu 2026-12-10, 4 nights | ranch, Feira                       | Feira 1 × 900 + Feira weekend ? + Feira 1 × 900 = ?
  Fri 2026-12-11, 2 nights | ranch, Festa                       | Festa weekend 2.000 = 2.000
  Sat 2026-12-12, 1 night  | ranch, Festa                       | Festa 1 × 2.000 = 2.000
  Mon 2026-12-14, 1 night  | ranch, Festa                       | Festa 1 × ? = ?
  Fri 2026-12-11, 6 nights | ranch, Festa                       | Festa weekend 2.000 + Festa 3 × ? + 1 × 520 = ?
  Fri 2026-12-11, 2 nights | ranch, Zero                        | Zero weekend ? = ?

A weekend costs the price of its Friday's season
  Fri 2026-12-11, 2 nights | ranch, Sexta                       | Sexta weekend 1.800 = 1.800
  Fri 2026-12-11, 2 nights | ranch, Sábado                      | weekend 1.090 = 1.090
  Sat 2026-12-12, 1 night  | ranch, Sábado                      | Sábado 1 × 750 = 750
  Fri 2026-12-11, 2 nights | ranch, Sexta, Sábado               | Sexta weekend 1.800 = 1.800
  Fri 2026-12-11, 2 nights | ranch, Sexta avulsa                | Sexta avulsa weekend ? = ?
  Fri 2026-12-11, 2 nights | weekend only, Sexta avulsa         | Sexta avulsa weekend ? = ?
  Fri 2027-01-01, 2 nights | ranch, Réveillon                   | Réveillon weekend 4.000 = 4.000
  Fri 2027-01-29, 4 nights | ranch, Verão                       | Verão weekend 1.500 + Verão 1 × 700 + 1 × 520 = 2.720

A night belongs to the shortest season that contains it
  Tue 2026-12-22, 2 nights | ranch, Verão, Natal                | Verão 1 × 700 + Natal 1 × 1.200 = 1.900
  Wed 2026-12-23, 6 nights | ranch, Verão, Natal, Réveillon     | Natal 2 × 1.200 + Natal weekend 2.600 + Verão 1 × 700 + Réveillon 1 × 1.900 = 7.600
  Wed 2026-12-30, 5 nights | ranch, Verão, Natal, Réveillon     | Réveillon 2 × 1.900 + Réveillon weekend 4.000 + Verão 1 × 700 = 8.500
  Mon 2026-12-14, 2 nights | ranch, Verão                       | 1 × 520 + Verão 1 × 700 = 1.220

A night belongs to the newer of equally long seasons
  Mon 2026-12-14, 2 nights | ranch, Antiga, Nova                | Nova 2 × 450 = 900
  Mon 2026-12-14, 2 nights | ranch, Nova, Antiga                | Nova 2 × 450 = 900
  Mon 2026-12-14, 2 nights | ranch, Longa, Antiga               | Antiga 2 × 400 = 800
  Tue 2026-12-15, 3 nights | ranch, Antiga, Vizinha             | Antiga 1 × 400 + Vizinha 2 × 480 = 1.360
  Thu 2026-12-17, 3 nights | ranch, Nova, Longa                 | Nova 1 × 450 + Longa weekend 990 = 1.440
  Thu 2026-12-17, 3 nights | ranch, Longa, Antiga, Vizinha, Verão | Vizinha 1 × 480 + Vizinha weekend 980 = 1.460

A package taken whole costs its price, and the nights around it theirs
  Mon 2026-12-28, 5 nights | ranch, Virada                      | Virada package 6.000 = 6.000
  Sun 2026-12-27, 6 nights | ranch, Virada                      | 1 × 520 + Virada package 6.000 = 6.520
  Fri 2026-12-25, 9 nights | ranch, Virada                      | weekend 1.090 + 1 × 520 + Virada package 6.000 + 1 × 520 = 8.130
  Sat 2026-12-26, 8 nights | weekend only, Virada               | 1 × 2.400 + 1 × ? + Virada package 6.000 + 1 × 2.400 = ?
  Mon 2026-12-28, 5 nights | ranch, Verão, Virada               | Virada package 6.000 = 6.000
  Sun 2026-12-27, 7 nights | ranch, Verão, Virada               | Verão 1 × 700 + Virada package 6.000 + Verão 1 × 700 = 7.400
  Wed 2026-12-23, 10 nights | ranch, Natal, Virada              | Natal 2 × 1.200 + Natal weekend 2.600 + 1 × 520 + Virada package 6.000 = 11.520
  Fri 2027-02-05, 5 nights | cents, Folia                       | Folia package 5.000,50 = 5.000,50
  Fri 2027-02-05, 7 nights | cents, Folia                       | Folia package 5.000,50 + 2 × 333,33 = 5.667,16

The nights of a package have no price of their own, and make no weekend
  Mon 2026-12-28, 4 nights | ranch, Virada                      | Virada 4 × ? = ?
  Sun 2026-12-27, 3 nights | ranch, Virada                      | 1 × 520 + Virada 2 × ? = ?
  Fri 2027-01-01, 2 nights | ranch, Virada                      | Virada 1 × ? + 1 × 520 = ?
  Fri 2027-02-05, 2 nights | ranch, Folia                       | Folia 2 × ? = ?
  Fri 2027-02-05, 2 nights | ranch, Bailes                      | 1 × 520 + Bailes 1 × ? = ?
  Sat 2027-01-02, 2 nights | ranch, Virada                      | 2 × 520 = 1.040

Of packages that share nights the stay's own counts, or else the longest, or else the newest
  Fri 2027-02-05, 5 nights | ranch, Folia, Folia curta          | Folia package 5.000,50 = 5.000,50
  Fri 2027-02-05, 3 nights | ranch, Folia, Folia curta          | Folia curta package 3.500 = 3.500
  Fri 2027-02-05, 6 nights | ranch, Folia, Folia curta          | Folia package 5.000,50 + 1 × 520 = 5.520,50
  Fri 2027-02-05, 4 nights | ranch, Folia, Folia curta          | Folia curta package 3.500 + Folia 1 × ? = ?
  Fri 2027-02-05, 3 nights | ranch, Bailes, Folia curta         | Folia curta package 3.500 = 3.500
  Sat 2027-02-06, 3 nights | ranch, Bailes, Folia curta         | Bailes package 3.300 = 3.300
  Fri 2027-02-05, 4 nights | ranch, Folia curta, Bailes novos   | Folia curta 1 × ? + Bailes novos package 3.400 = ?
  Fri 2027-02-05, 4 nights | ranch, Bailes novos, Folia curta   | Folia curta 1 × ? + Bailes novos package 3.400 = ?

A package taken whole costs its price whatever shorter season lies within it
  Mon 2026-12-28, 5 nights | ranch, Virada, Ressaca             | Virada package 6.000 = 6.000
  Fri 2027-01-01, 1 night  | ranch, Virada, Ressaca             | Ressaca 1 × 500 = 500
  Mon 2026-12-28, 4 nights | ranch, Virada, Ressaca             | Virada 4 × ? = ?

A weekend before or after a package is whole only if both its nights are outside
  Fri 2027-02-05, 4 nights | ranch, Bailes                      | 1 × 520 + Bailes package 3.300 = 3.820
  Fri 2027-02-05, 4 nights | weekend only, Bailes               | 1 × 2.400 + Bailes package 3.300 = 5.700

A package for nothing is none
  Mon 2026-12-14, 4 nights | ranch, De graça                    | De graça 4 × ? = ?
`;

function cells(row: string): string[] {
  return row.split("|").map((cell) => cell.trim());
}

/** "1 × 520 + Natal weekend 2.600 = 3.120". */
function calculate(stay: Stay, own: Terms, its: Season[]): string {
  const amount = (cents: number | null) =>
    cents === null ? "?" : formatEstimate(cents).replace("R$\u00a0", "");
  const { lines, total } = estimateStay(stay, own, its);
  const parts = lines.map(({ kind, stay: part, season, price }) => {
    const what = kind === "nights" ? `${nightCount(part)} ×` : kind;
    return [season?.temporada, what, amount(price)].filter(Boolean).join(" ");
  });
  return `${parts.join(" + ")} = ${amount(total)}`;
}

describe.each(examples.trim().split("\n\n"))("%s", (part) => {
  const [, ...rows] = part.split("\n");
  test.each(rows.map(cells))("%s, %s: %s", (when, whose, expected) => {
    const [, weekday, checkIn = "", nights] = /^(\w+) (\S+), (\d+) nights?$/.exec(when ?? "") ?? [];
    expect(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][weekdayOf(checkIn)]).toBe(weekday);
    const [own = "", ...names] = (whose ?? "").split(", ");
    const its = names.map((name) => seasons[name]).filter((one) => one !== undefined);
    expect(its).toHaveLength(names.length);
    const stay = { checkIn, checkOut: addDays(checkIn, Number(nights)) };
    expect(calculate(stay, rates[own] as Terms, its)).toBe(expected);
  });
});

test.each([
  ["2026-12-11", "2026-12-13", "ranch", null, "Fim de semana · 11 a 13/12 = R$ 1.090"],
  ["2026-12-13", "2026-12-14", "ranch", null, "1 noite · 13 a 14/12 = R$ 520"],
  ["2026-12-30", "2027-01-01", "ranch", null, "2 noites × R$ 520 · 30/12 a 01/01 = R$ 1.040"],
  ["2028-02-28", "2028-03-01", "ranch", null, "2 noites × R$ 520 · 28/02 a 01/03/2028 = R$ 1.040"],
  ["2026-12-13", "2026-12-16", "cents", null, "3 noites × R$ 333,33 · 13 a 16/12 = R$ 999,99"],
  ["2026-12-13", "2026-12-14", "weekend only", null, "1 noite · 13 a 14/12 = Preço a combinar"],
  [
    "2027-01-01",
    "2027-01-03",
    "ranch",
    "Réveillon",
    "Fim de semana · Réveillon, 01 a 03/01 = R$ 4.000",
  ],
  [
    "2026-12-28",
    "2027-01-02",
    "ranch",
    "Virada",
    "Pacote de 5 noites · Virada, 28/12 a 02/01 = R$ 6.000",
  ],
  ["2026-12-13", "2026-12-16", "ranch", "Festa", "3 noites · Festa, 13 a 16/12 = Preço a combinar"],
] as const)("%s to %s, %s, %s: %s", (checkIn, checkOut, own, its, written) => {
  const season = its && seasons[its];
  const { lines } = estimateStay(
    { checkIn, checkOut },
    rates[own] as Terms,
    season ? [season] : [],
  );
  const texts = lines.map((line) => {
    const { what, when } = describeLine(line, "2026-11-21");
    return `${what} · ${when} = ${formatEstimate(lineTotal(line))}`.replaceAll("\u00a0", " ");
  });
  expect(texts).toEqual([written]);
});

test("the lines of any estimate cover each night once and add up to its total", () => {
  fc.assert(
    fc.property(fc.nat(90), fc.integer({ min: 1, max: 60 }), (start, nights) => {
      const checkIn = addDays("2026-11-21", start);
      const checkOut = addDays(checkIn, nights);
      const stay = { checkIn, checkOut };
      const { lines, total } = estimateStay(stay, rates.ranch as Terms, Object.values(seasons));
      const ends = [checkIn, ...lines.map((line) => line.stay.checkOut)];
      expect(lines.map((line) => line.stay.checkIn)).toEqual(ends.slice(0, -1));
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
  const { total } = estimateStay(stay, rates.ranch as Terms, [seasons.Réveillon as Season]);
  expect(total).toBe(3_800_00 + 4_000_00 + 520_00);
});
