import { maxReplyLength } from "../../../domain/testimonials/testimonial.ts";
import {
  invalidCharacterMessage,
  isStorable,
  readLines,
} from "../../../platform/ui/forms/text-rules.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";

export function readReply(typed: string): { ok: true; resposta: string } | Refusal<"invalid"> {
  const resposta = readLines(typed).trim();
  const problem = problemOf(resposta);
  return problem ? refuse("invalid", problem, { field: "resposta" }) : { ok: true, resposta };
}

function problemOf(resposta: string): string | null {
  if (resposta === "") return "Escreva a sua resposta.";
  if (resposta.length > maxReplyLength) {
    return `A resposta passa de ${maxReplyLength} caracteres. Conte o principal.`;
  }
  return isStorable(resposta) ? null : invalidCharacterMessage;
}
