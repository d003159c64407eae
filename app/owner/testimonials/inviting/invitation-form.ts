import { daysFrom, isCivilDate } from "../../../domain/calendar/civil-date.ts";
import { maxNights, type Stay } from "../../../domain/calendar/stays.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { yearBefore } from "./past-stays.ts";

/** Reads a stay that is over and began within 12 months before `day`, which is today. */
export function readPastStay(
  entrada: string,
  saida: string,
  day: string,
): { ok: true; stay: Stay } | Refusal<"invalid"> {
  const ofEntrada = (message: string) => refuse("invalid", message, { field: "entrada" });
  const ofSaida = (message: string) => refuse("invalid", message, { field: "saida" });
  if (!isCivilDate(entrada)) return ofEntrada("Escolha o dia em que o hóspede chegou.");
  if (!isCivilDate(saida)) return ofSaida("Escolha o dia em que o hóspede foi embora.");
  if (saida <= entrada) return ofSaida("A saída precisa ser depois da entrada.");
  if (saida > day) return ofSaida("A estadia ainda não terminou. Convide depois da saída.");
  if (entrada < yearBefore(day))
    return ofEntrada("Só dá para convidar quem ficou nos últimos 12 meses.");
  if (daysFrom(entrada, saida) > maxNights) {
    return ofSaida(`A estadia pode ter no máximo ${maxNights} noites.`);
  }
  return { ok: true, stay: { checkIn: entrada, checkOut: saida } };
}
