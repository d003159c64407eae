import { expect, test } from "vitest";
import type { Season } from "../../domain/prices/seasons.ts";
import { describeCheapWeekend, describeMissing, describeOverlaps } from "./season-words.ts";

const day = "2026-11-26";

const newYear = {
  id: "réveillon",
  temporada: "Réveillon",
  de: "2026-12-28",
  ate: "2027-01-02",
  valorFds: null,
  valorDiaria: "1800",
  pacote: null,
  minimoNoites: null,
  createdAt: new Date("2026-11-01T12:00:00Z"),
};

const weekendsOnly = { valorFds: "4000", valorDiaria: null };
const noNight = "Noite: “A combinar”.";
const noWeekend = "Final de Semana: “A combinar”.";
const alone = "ficam sem estimativa. Sexta ou sábado sem o outro sai pelo preço da noite.";

test.each<[name: string, changes: Partial<Season>, said: string | null]>([
  ["both prices", { valorFds: "4000" }, null],
  ["a package", { valorDiaria: null, pacote: "6000" }, null],
  ["one weekend unpriced", {}, `${noWeekend} Sexta e sábado juntos (01 a 03/01) ${alone}`],
  [
    "two weekends unpriced",
    { ate: "2027-01-10" },
    `${noWeekend} Sexta e sábado juntos (01 a 03/01 e 08 a 10/01) ${alone}`,
  ],
  ["a month unpriced", { ate: "2027-02-01" }, `${noWeekend} Sexta e sábado juntos ${alone}`],
  [
    "no Friday",
    { ate: "2027-01-01" },
    `${noWeekend} Não há sexta nestas datas, e nenhuma noite fica sem estimativa.`,
  ],
  [
    "nights unpriced",
    weekendsOnly,
    `${noNight} As noites de domingo a quinta ficam sem estimativa. Sexta ou sábado sem o outro sai pelo preço do final de semana.`,
  ],
  [
    "a weekend alone",
    { ...weekendsOnly, de: "2027-01-01", ate: "2027-01-03" },
    `${noNight} Só há sexta e sábado nestas datas, e nenhuma noite fica sem estimativa.`,
  ],
])("a season with %s says which nights have no figure", (_, changes, said) => {
  const season = { ...newYear, ...changes };
  expect(describeMissing(season, [season], day)).toBe(said);
});

test("a Friday of a shorter season is not named", () => {
  const short = { ...newYear, id: "virada", de: "2027-01-01", valorFds: "5000" };
  expect(describeMissing(newYear, [newYear, short], day)).toContain("Não há sexta nestas datas");
});

test.each([
  ["2500", "1800", "R$ 2.500 e R$ 3.600"],
  ["3599.99", "1800", "R$ 3.599,99 e R$ 3.600"],
  ["3600", "1800", null],
  ["2500", null, null],
  [null, "1800", null],
])("a weekend of %s with nights of %s", (valorFds, valorDiaria, prices) => {
  const said = describeCheapWeekend({ valorFds, valorDiaria })?.replaceAll("\u00a0", " ") ?? null;
  expect(said).toBe(
    prices && `O fim de semana sai por menos que duas noites: ${prices}. É isso mesmo?`,
  );
});

test("overlapping seasons say which of them counts, and a package says its whole price", () => {
  const summer = {
    ...newYear,
    id: "verão",
    temporada: "Verão",
    de: "2026-12-15",
    ate: "2027-02-01",
  };
  const sold = { ...newYear, pacote: "6000", valorDiaria: null };
  const fireworks = {
    ...newYear,
    id: "fogos",
    temporada: "Queima de fogos",
    de: "2026-12-31",
    ate: "2027-01-01",
  };
  const said = describeOverlaps([summer, sold], day);
  expect(said.get("réveillon")).toEqual(["De 28/12 a 02/01, vale esta no lugar de Verão."]);
  expect(said.get("verão")).toEqual(["De 28/12 a 02/01, vale Réveillon."]);
  const whole = describeOverlaps([sold, fireworks], day).get("réveillon")?.[0];
  expect(whole?.replaceAll("\u00a0", " ")).toMatch(
    /vale Queima de fogos; quem fica o pacote inteiro paga R\$ 6\.000\.$/,
  );
});
