import {
  addDays,
  formatCivilDate,
  isCivilDate,
  parseCivilDate,
} from "../../../domain/calendar/civil-date.ts";
import { daysBetween } from "../../../domain/calendar/day-ranges.ts";
import { endOfWindow } from "../../../domain/calendar/night-window.ts";

const periodFields = ["periodoDe", "periodoAte", "estado"] as const;

type PeriodField = (typeof periodFields)[number];

export type ReadPeriod =
  | { ok: true; nights: string[]; marks: boolean }
  | { ok: false; errors: Partial<Record<PeriodField, string[]>> };

/** Reads the form of a browser without script; both ends are nights of the period. */
export function readPeriod(formData: FormData, today: string): ReadPeriod {
  const text = (name: PeriodField) => String(formData.get(name) ?? "").trim();
  const [de, ate] = [readDate(text("periodoDe")), readDate(text("periodoAte"))];
  if (!de) return refuse("periodoDe", "Escolha a primeira noite.");
  if (!ate) return refuse("periodoAte", "Escolha a última noite.");
  const end = endOfWindow(today);
  const last = addDays(end, -1);
  if (de < today || de > last) {
    return refuse("periodoDe", `Escolha noites de hoje até ${formatCivilDate(last)}.`);
  }
  if (ate < de) return refuse("periodoAte", "A última noite vem antes da primeira.");
  if (ate > last) return refuse("periodoAte", `Marque até ${formatCivilDate(last)}.`);
  const estado = text("estado");
  if (estado !== "ocupado" && estado !== "livre") {
    return refuse("estado", "Diga se as noites ficam ocupadas ou livres.");
  }
  return { ok: true, nights: daysBetween(de, ate), marks: estado === "ocupado" };
}

function refuse(field: PeriodField, message: string): ReadPeriod {
  return { ok: false, errors: { [field]: [message] } };
}

/** Date inputs send `YYYY-MM-DD`; browsers without them send the text typed. */
function readDate(text: string): string | null {
  return isCivilDate(text) ? text : parseCivilDate(text);
}
