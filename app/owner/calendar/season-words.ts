import { formatStay } from "../../calendar/stays.ts";
import { formatReais } from "../../prices/money.ts";
import { isPackage, listOverlaps, type Rates, type Season } from "../../prices/seasons.ts";

/** The only price that the season lacks, which the ad shows as 'A combinar'; null if it lacks none. */
export function missingRate(season: Season): keyof Rates | null {
  if (isPackage(season)) return null;
  if (season.valorFds === null) return "valorFds";
  return season.valorDiaria === null ? "valorDiaria" : null;
}

export const rateWords: Readonly<Record<keyof Rates, string>> = {
  valorFds: "o fim de semana",
  valorDiaria: "a noite",
};

/** Says which season decides on the nights that each shares with others, by the season's id. */
export function describeOverlaps(
  seasons: readonly Season[],
  day: string,
): ReadonlyMap<string, readonly string[]> {
  const said = new Map<string, string[]>(seasons.map(({ id }) => [id, []]));
  for (const { winner, loser, shared } of listOverlaps(seasons)) {
    const dates = formatStay(shared, day);
    said.get(winner.id)?.push(`De ${dates}, vale esta no lugar de ${loser.temporada}.`);
    said.get(loser.id)?.push(`De ${dates}, vale ${winner.temporada}${exceptWhole(loser)}.`);
  }
  return said;
}

function exceptWhole(season: Season): string {
  return isPackage(season)
    ? `; quem fica o pacote inteiro paga ${formatReais(season.pacote ?? "")}`
    : "";
}
