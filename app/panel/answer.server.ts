import { data } from "react-router";
import { redirectWithFlash } from "../site/flash.server.ts";
import type { Refusal } from "../site/refusal.ts";
import { pageNotFound } from "./staff/staff-context.server.ts";

export interface PanelOutcome {
  id: string;
  intent: string;
  message: string;
  field: string | null;
  typed: Record<string, string>;
}

const statuses: Record<string, number> = { "not-found": 404, "no-change": 409, images: 503 };

/** Redirects to the form's page with a note, or shows the form again with what was typed. */
export async function answerForm(
  result: { ok: true } | (Refusal & { field?: string }),
  formData: FormData,
  url: URL,
  note: string,
) {
  if (result.ok)
    return redirectWithFlash(url.pathname + url.search, { kind: "success", text: note });
  const { reason, message, field } = result;
  if (reason === "not-staff") throw pageNotFound();
  const typed = Object.fromEntries(
    [...formData].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const outcome: PanelOutcome = {
    id: typed.id ?? "",
    intent: typed.intent ?? "",
    message,
    field: field ?? null,
    typed,
  };
  return data(outcome, { status: statuses[reason] ?? 400 });
}

export function unknownIntent() {
  return data("Não entendemos este formulário. Recarregue a página e tente de novo.", {
    status: 400,
  });
}
