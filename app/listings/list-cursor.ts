import { isUuid } from "../db/uuid.ts";

/**
 * A cursor names the listing that a page of a list follows: when it was published, in microseconds
 * since 1970, and its id. Gives null for any text that is not one.
 */
export function validCursor(text: string | null): string | null {
  const [micros = "", id = "", ...rest] = text?.split(".") ?? [];
  return /^[1-9]\d{0,15}$/.test(micros) && isUuid(id) && rest.length === 0 ? text : null;
}
