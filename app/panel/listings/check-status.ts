import type { PausedBy } from "../../domain/accounts/visibility/pause.ts";
import { civilDateOf, formatCivilDate, formatDay } from "../../domain/calendar/civil-date.ts";
import {
  type CheckedPart,
  daysLeftOf,
  endOfCheck,
  noticeDays,
} from "../../domain/listings/checks/check.ts";
import { capitalize, enumerate } from "../../platform/ui/words.ts";
import type { ListedAd } from "./listed-ads.server.ts";

const pauseWords: Record<PausedBy, string> = {
  owner: "Em pausa pelo dono",
  operator: "Em pausa por você",
  plan: "Em pausa: plano vencido",
  block: "Em pausa: conta bloqueada",
};

/** Describes an ad in the panel's list: why it is hidden, else the state of its check. Undefined for an ordinary ad. */
export function describeState(ad: ListedAd, day: string): string | undefined {
  if (ad.pausedBy) return pauseWords[ad.pausedBy];
  return ad.checkedAt || ad.checkEndedAt ? capitalize(describeCheck(ad, day)) : undefined;
}

type Checked = Pick<ListedAd, "checkedAt" | "checkEndedAt" | "checkEndedBy">;

const shortNames: Record<CheckedPart, string> = {
  foto: "fotos",
  createdBy: "nome",
  localizacao: "lugar",
  enderecoCompleto: "endereço",
  mapa: "ponto no mapa",
  telefone: "telefone",
  telefone2: "segundo telefone",
  nomePix: "nome no Pix",
};

/** Words such as "conferido em 26/11/2026", which say what to renew and why. */
export function describeCheck(
  { checkedAt, checkEndedAt, checkEndedBy }: Checked,
  day: string,
): string {
  if (checkedAt) {
    const daysLeft = daysLeftOf(checkedAt, day);
    const end = formatCivilDate(endOfCheck(civilDateOf(checkedAt)));
    if (daysLeft <= 0) return `venceu em ${end}`;
    return daysLeft <= noticeDays[0] ? `vence em ${end}` : `conferido em ${formatDay(checkedAt)}`;
  }
  if (!checkEndedAt) return "não conferido";
  const changed = (checkEndedBy ?? []).map((part) => shortNames[part as CheckedPart] ?? part);
  return `mudou em ${formatDay(checkEndedAt)}: ${enumerate(changed)}`;
}
