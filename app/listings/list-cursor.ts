import { isUuid } from "../db/uuid.ts";

/** Microseconds since 1970 and id of the last listing on the previous page; null if invalid. */
export function validCursor(text: string | null): string | null {
  const [micros = "", id = "", ...rest] = text?.split(".") ?? [];
  return /^[1-9]\d{0,15}$/.test(micros) && isUuid(id) && rest.length === 0 ? text : null;
}
