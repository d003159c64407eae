import type { AuditAction } from "../../site/audit-log.server.ts";

/** Actions in the operator's words, between the actor and the subject. */
export const actionWords: Record<AuditAction, string> = {
  "plan-granted": "mudou o plano de",
  "plan-ended": "encerrou o plano de",
  "plan-listings-paused": "pausou, pelo fim do plano, os anúncios de",
  "notes-changed": "mudou as anotações sobre",
  "user-signed-out": "tirou de todos os aparelhos",
  "user-blocked": "bloqueou",
  "user-unblocked": "desbloqueou",
  "listing-paused": "pausou o anúncio",
  "listing-resumed": "voltou a mostrar o anúncio",
  "listing-removed": "removeu o anúncio",
  "listing-checked": "conferiu o anúncio",
  "listing-unchecked": "retirou a conferência do anúncio",
  "reports-archived": "arquivou as denúncias do anúncio",
  "copies-dismissed": "viu que não é cópia o anúncio",
  "message-read": "leu a mensagem de",
  "message-done": "resolveu a mensagem de",
  "message-reopened": "reabriu a mensagem de",
  "question-delivered": "entregou a pergunta sobre o anúncio",
  "question-kept": "manteve a pergunta sobre o anúncio",
  "question-discarded": "descartou a pergunta sobre o anúncio",
  "mail-resent": "mandou de novo o e-mail",
  "staff-added": "pôs na equipe",
  "staff-removed": "tirou da equipe",
  "staff-factors-reset": "apagou o segundo fator de",
};
