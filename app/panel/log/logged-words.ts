import { titleOf } from "../../accounts/plans/plan-story.ts";
import { civilDateOf, formatCivilDate, formatClock } from "../../calendar/civil-date.ts";
import { formatCents } from "../../prices/money.ts";
import type { AuditedName } from "../../site/audit-log.server.ts";
import type { PausedBy } from "../../visibility/pause.ts";

const labels: Readonly<Record<string, string>> = {
  attempts: "Tentativas",
  blockedAt: "Conta bloqueada em",
  cents: "Valor",
  checkedAt: "Conferido em",
  comparedWith: "Comparado com o anúncio",
  deletedPasskeys: "Chaves de acesso apagadas",
  doneAt: "Resolvida em",
  email: "E-mail",
  endedSessions: "Aparelhos que saíram da conta",
  hiddenAt: "Escondido em",
  hiddenReason: "Por que foi escondido",
  lastError: "Último erro",
  ownerPausedAt: "Pausado pelo dono em",
  paused: "Anúncios pausados",
  pausedAt: "Em pausa desde",
  pausedBy: "Pausado por",
  pausedListings: "Anúncios pausados",
  pauseReason: "Motivo da pausa",
  photos: "Fotos",
  plano: "Plano",
  postsPermitidos: "Anúncios permitidos",
  readAt: "Lida em",
  resumed: "Anúncios de volta ao ar",
  resumedListings: "Anúncios de volta ao ar",
  settledReports: "Denúncias resolvidas",
  state: "Situação",
  txid: "Identificador do Pix",
  uid: "Conta",
  validoAte: "Plano até",
} satisfies Record<AuditedName, string>;

/** Words for the name of a logged value; other versions' names stay as they are. */
export function labelOf(name: string): string {
  return (Object.hasOwn(labels, name) && labels[name]) || name;
}

const words: Readonly<Record<string, string>> = {
  ...({
    owner: "o dono",
    operator: "o Mar de Minas",
    plan: "o fim do plano",
    block: "o bloqueio da conta",
  } satisfies Record<PausedBy, string>),
  waiting: "na fila",
  sent: "enviado",
  failed: "não entregue",
};

/** Writes a logged value as people read it: words, Brazilian dates and prices. */
export function writeLogged(name: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  const text = String(value);
  if (name === "plano") return titleOf(text);
  if (name === "cents") return formatCents(Number(value));
  if (name === "pausedBy" || name === "state") return words[text] ?? text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatCivilDate(text);
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return text;
  const instant = new Date(text);
  return `${formatCivilDate(civilDateOf(instant))}, ${formatClock(instant)}`;
}
