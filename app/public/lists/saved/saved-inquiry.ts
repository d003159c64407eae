import { readStay } from "../../../domain/calendar/read-stay.ts";
import { countLimit } from "../../../domain/listings/fields.ts";
import type { Inquiry } from "../../../domain/listings/inquiry.ts";

/** Reads the dates and people with which a listing was saved; dates that have passed are left out. */
export function readSavedInquiry(entry: string, today: string): Inquiry {
  const [, entrada = "", saida = "", pessoas = ""] = entry.split(",");
  const { stay } = readStay(new URLSearchParams({ entrada, saida }), today);
  const people = /^[1-9]\d{0,3}$/.test(pessoas) ? Number(pessoas) : null;
  return { stay, people: people !== null && people <= countLimit ? people : null };
}
