import { addDays, civilDateOf, formatCivilDate } from "../../calendar/civil-date.ts";

export interface Freshness {
  datesCheckedAt: Date | null;
  feedsReadAt: Date | null;
}

/**
 * The sentence stays the same all day although feeds are read hourly, so that a cached page
 * survives each reading (docs/decisions/019).
 */
export function describeFreshness(
  { datesCheckedAt, feedsReadAt }: Freshness,
  today: string,
): string {
  const checked =
    datesCheckedAt && `Calendário atualizado em ${formatCivilDate(civilDateOf(datesCheckedAt))}`;
  if (!feedsReadAt) return checked ?? "O anunciante ainda não atualizou o calendário";
  const readOn = civilDateOf(feedsReadAt);
  const isBehind = readOn < addDays(today, -1);
  const synced = `${checked ? "sincronizado" : "Calendário sincronizado"} com outros sites`;
  const until = isBehind ? ` até ${formatCivilDate(readOn)}` : "";
  return [checked, synced + until].filter(Boolean).join(", ");
}
