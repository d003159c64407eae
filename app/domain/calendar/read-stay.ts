import { daysFrom, isCivilDate } from "./civil-date.ts";
import { addMonths, monthOf } from "./month.ts";
import { maxNights, monthsAhead, type Stay } from "./stays.ts";

interface StayProblems {
  entrada?: string;
  saida?: string;
}

/** A missing or impossible stay is null. */
export interface ParsedStay {
  stay: Stay | null;
  problems: StayProblems;
}

/** Reads `entrada` and `saida` (`YYYY-MM-DD`); empty ones count as missing. `day` is today. */
export function readStay(params: URLSearchParams, day: string): ParsedStay {
  const entrada = params.get("entrada")?.trim() ?? "";
  const saida = params.get("saida")?.trim() ?? "";
  const problems = findProblems(entrada, saida, day);
  const isAsked = entrada !== "" && saida !== "";
  const isPossible = isAsked && Object.keys(problems).length === 0;
  return { stay: isPossible ? { checkIn: entrada, checkOut: saida } : null, problems };
}

function findProblems(entrada: string, saida: string, day: string): StayProblems {
  const problems: StayProblems = {};
  if (entrada && !isCivilDate(entrada)) {
    problems.entrada = "Não entendemos a data de entrada. Escolha outra.";
  } else if (entrada && entrada < day) {
    problems.entrada = "A data de entrada já passou. Escolha de hoje em diante.";
  } else if (!entrada && saida) {
    problems.entrada = "Escolha também a data de entrada.";
  }
  if (saida && !isCivilDate(saida)) {
    problems.saida = "Não entendemos a data de saída. Escolha outra.";
  } else if (saida && saida <= day) {
    problems.saida = "A data de saída precisa ser depois de hoje.";
  } else if (!saida && entrada) {
    problems.saida = "Escolha também a data de saída.";
  }
  if (entrada && saida && Object.keys(problems).length === 0) {
    if (saida <= entrada) problems.saida = "A saída precisa ser depois da entrada.";
    else if (daysFrom(entrada, saida) > maxNights) {
      problems.saida = `A estadia pode ter no máximo ${maxNights} noites.`;
    } else if (monthOf(saida) > addMonths(monthOf(day), monthsAhead)) {
      problems.saida = "Ainda não dá para buscar tão longe. Escolha dentro dos próximos dois anos.";
    }
  }
  return problems;
}
