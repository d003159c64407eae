import { formatNights } from "../calendar/stays.ts";
import { describePackage, isPackage, type Season, type Terms } from "./seasons.ts";

/** Packages named beside the prices; the table of seasons has all. */
const maxNamed = 3;

/** The season is still to come, or under way. */
export function comingSeasons(seasons: readonly Season[], today: string): Season[] {
  return seasons.filter(({ ate }) => ate > today);
}

/** What a visitor needs to know beside the prices: "Mínimo de 2 noites", and the packages to come. */
export function describeTerms(
  { minimoNoites, fdsInteiro, seasons }: Terms & { seasons: readonly Season[] },
  today: string,
): string[] {
  const least = minimoNoites ?? 1;
  return [
    ...(least > 1 ? [`Mínimo de ${formatNights(least)}`] : []),
    ...(fdsInteiro ? ["Fim de semana só inteiro"] : []),
    ...comingSeasons(seasons, today)
      .filter(isPackage)
      .slice(0, maxNamed)
      .map((season) => describePackage(season, today)),
  ];
}
