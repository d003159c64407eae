import { redirectWithFlash } from "../platform/web/flash-cookie.server.ts";
import type { FormResult } from "../platform/web/forms/answer-forms.server.ts";
import type { Refusal } from "../platform/web/refusal.ts";
import { pageNotFound } from "./staff/staff-context.server.ts";

/** Shows the form's page again with a note once the command has succeeded. */
export async function noted(
  command: Promise<{ ok: true } | Refusal>,
  { pathname, search }: URL,
  text: string,
): Promise<FormResult> {
  const result = await command;
  if (result.ok) return redirectWithFlash(pathname + search, { kind: "success", text });
  if (result.reason === "not-staff") throw pageNotFound();
  return result;
}
