import { isUuid } from "../db/uuid.ts";
import { validCursor } from "../listings/list-cursor.ts";
import type { Order } from "./filters.ts";
import type { Place } from "./listing-index.ts";

/** Cents, or nothing for a listing without a price, ahead of the cursor of other lists. */
const priceOrder = /^([1-9]\d{0,11})?\.([1-9]\d{0,15})\.([^.]+)$/;

/**
 * The cursor of a page of results, or null for any text that is not one. By date it is the cursor
 * of other lists; by price it begins with the cents.
 */
export function validPlace(cursor: string | null, order: Order): string | null {
  if (order === "novos") return validCursor(cursor);
  const id = priceOrder.exec(cursor ?? "")?.[3];
  return id && isUuid(id) ? cursor : null;
}

export function readPlace(cursor: string | null, order: Order): Place | null {
  const valid = validPlace(cursor, order);
  if (valid === null) return null;
  const [micros = "", id = ""] = valid.split(".").slice(-2);
  const cents = order === "preco" ? valid.split(".")[0] : "";
  return { createdAt: Number(micros), id, cents: cents ? Number(cents) : null };
}

export function writePlace({ createdAt, id, cents }: Place, order: Order): string {
  return `${order === "preco" ? `${cents ?? ""}.` : ""}${createdAt}.${id}`;
}
