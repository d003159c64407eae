import { isUuid } from "../db/uuid.ts";

/**
 * A cursor names the last listing of the previous page by its publication time, in microseconds since
 * 1970, and its id. Returns null for an invalid one.
 */
export function validCursor(text: string | null): string | null {
  const [micros = "", id = "", ...rest] = text?.split(".") ?? [];
  return /^[1-9]\d{0,15}$/.test(micros) && isUuid(id) && rest.length === 0 ? text : null;
}
