import { addDays, weekdayOf } from "../../domain/calendar/civil-date.ts";
import { formatStay, nightsOf } from "../../domain/calendar/stays.ts";
import { formatCents, formatReais, rateLabels } from "../../domain/prices/money.ts";
import {
  findSeason,
  isPackage,
  listOverlaps,
  type Rates,
  readPrice,
  type Season,
  wholeStay,
} from "../../domain/prices/seasons.ts";
import { enumerate } from "../../platform/ui/words.ts";

/** The only price that the season lacks, which the ad shows as 'A combinar'; null if it lacks none. */
export function missingRate(season: Season): keyof Rates | null {
  if (isPackage(season)) return null;
  if (season.valorFds === null) return "valorFds";
  return season.valorDiaria === null ? "valorDiaria" : null;
}

const [friday, saturday] = [5, 6];

/** More weekends than this aren't named. */
const maxNamedWeekends = 3;

/** Names the nights without a figure, because they have no price (app/domain/prices/estimate.ts); null if all have one. */
export function describeMissing(
  season: Season,
  seasons: readonly Season[],
  day: string,
): string | null {
  const missing = missingRate(season);
  if (!missing) return null;
  const nights = nightsOf(wholeStay(season)).filter(
    (night) => night >= day && findSeason(night, seasons)?.id === season.id,
  );
  const isOpen = `${rateLabels[missing]}: “A combinar”.`;
  if (missing === "valorDiaria") {
    return nights.every(isOfWeekend)
      ? `${isOpen} Só há sexta e sábado nestas datas, e nenhuma noite fica sem estimativa.`
      : `${isOpen} As noites de domingo a quinta ficam sem estimativa. Sexta ou sábado sem o outro sai pelo preço do final de semana.`;
  }
  const fridays = nights.filter((night) => weekdayOf(night) === friday);
  if (fridays.length === 0) {
    return `${isOpen} Não há sexta nestas datas, e nenhuma noite fica sem estimativa.`;
  }
  const weekends = fridays.map((night) =>
    formatStay({ checkIn: night, checkOut: addDays(night, 2) }, day),
  );
  const named = weekends.length > maxNamedWeekends ? "" : ` (${enumerate(weekends)})`;
  return `${isOpen} Sexta e sábado juntos${named} ficam sem estimativa. Sexta ou sábado sem o outro sai pelo preço da noite.`;
}

function isOfWeekend(night: string): boolean {
  const weekday = weekdayOf(night);
  return weekday === friday || weekday === saturday;
}

/** Asks about a weekend that is cheaper than two nights; null if it isn't. */
export function describeCheapWeekend({ valorFds, valorDiaria }: Rates): string | null {
  const weekend = readPrice(valorFds);
  const two = 2 * (readPrice(valorDiaria) ?? 0);
  if (weekend === null || weekend >= two) return null;
  return `O fim de semana sai por menos que duas noites: ${formatCents(weekend)} e ${formatCents(two)}. É isso mesmo?`;
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
