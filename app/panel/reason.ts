import { invalidCharacterMessage, isStorable, readLines } from "../platform/ui/forms/text-rules.ts";
import { type Refusal, refuse } from "../platform/web/refusal.ts";

export const maxReasonLength = 1000;

/** Required by the audit log and the e-mail about the action. */
export function readReason(typed: string): { ok: true; reason: string } | Refusal<"invalid"> {
  const reason = readLines(typed).trim();
  const problem = problemOf(reason);
  return problem ? refuse("invalid", problem, { field: "motivo" }) : { ok: true, reason };
}

function problemOf(reason: string): string | null {
  if (reason === "") return "Escreva o motivo: ele vai para o registro.";
  if (reason.length > maxReasonLength) return `Use até ${maxReasonLength} caracteres.`;
  return isStorable(reason) ? null : invalidCharacterMessage;
}
