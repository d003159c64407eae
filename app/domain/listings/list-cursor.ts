import { isUuid } from "../../platform/db/uuid.ts";

/** Newest or cheapest first, as in the query parameter `ordem`. */
export type ListOrder = "novos" | "preco";

export interface CursorPosition {
  /** Microseconds since 1970. */
  createdAt: number;
  id: string;
  /** Set in the order by price; null if the price is missing. */
  cents: number | null;
  /** True among the unconfirmed calendars, which end a search by dates. */
  isUnconfirmed: boolean;
}

/**
 * Forms "{micros}.{id}", prefixed with "{cents}." or "." in the order by price, and with "~" among the
 * unconfirmed calendars.
 */
const cursorForms: Record<ListOrder, RegExp> = {
  novos: /^(~?)()([1-9]\d{0,15})\.([^.]+)$/,
  preco: /^(~?)([1-9]\d{0,11})?\.([1-9]\d{0,15})\.([^.]+)$/,
};

export function readCursor(text: string | null, order: ListOrder = "novos"): CursorPosition | null {
  const [, group, cents, micros, id = ""] = cursorForms[order].exec(text ?? "") ?? [];
  if (!isUuid(id)) return null;
  const isUnconfirmed = group === "~";
  return { createdAt: Number(micros), id, cents: cents ? Number(cents) : null, isUnconfirmed };
}

export function validCursor(text: string | null, order: ListOrder = "novos"): string | null {
  return readCursor(text, order) && text;
}

export function writeCursor(
  { createdAt, id, cents, isUnconfirmed }: CursorPosition,
  order: ListOrder,
): string {
  const price = order === "preco" ? `${cents ?? ""}.` : "";
  return `${isUnconfirmed ? "~" : ""}${price}${createdAt}.${id}`;
}
