import {
  addDays,
  formatCivilDate,
  isCivilDate,
  parseCivilDate,
} from "../../../calendar/civil-date.ts";
import { daysBetween } from "../../../calendar/day-ranges.ts";
import { endOfWindow } from "../../../calendar/night-window.ts";

const periodFields = ["periodoDe", "periodoAte", "estado"] as const;

type PeriodField = (typeof periodFields)[number];

/** Nights to be changed together, both ends included; "" while not chosen. */
export interface Period {
  de: string;
  ate: string;
}

export const noPeriod: Period = { de: "", ate: "" };

export type ReadPeriod =
  | { ok: true; nights: string[]; marks: boolean }
  | { ok: false; errors: Partial<Record<PeriodField, string[]>> };

/** Reads the form 'Marcar um período', in the browser and on the server. */
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

/** The second tap ends a period, in whichever direction; a third begins another. */
export function tapDay({ de, ate }: Period, day: string): Period {
  if (!de || ate) return { de: day, ate: "" };
  return day < de ? { de: day, ate: de } : { de, ate: day };
}

/** Reads a period from a page's address; dates that don't exist are dropped. */
export function periodOf(params: URLSearchParams): Period {
  const read = (name: string) => {
    const text = params.get(name) ?? "";
    return isCivilDate(text) ? text : "";
  };
  const [de, ate] = [read("de"), read("ate")];
  return de ? { de, ate: ate >= de ? ate : de } : noPeriod;
}

/** Nights of the calendar's window: what was typed and refused may be no date, or last for decades. */
export function nightsOfPeriod({ de, ate }: Period, today: string): string[] {
  const last = ate || de;
  if (!isCivilDate(de) || !isCivilDate(last)) return [];
  const end = addDays(endOfWindow(today), -1);
  const from = de < today ? today : de;
  const to = last > end ? end : last;
  return from <= to ? daysBetween(from, to) : [];
}
