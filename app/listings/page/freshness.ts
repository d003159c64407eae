import { addDays, civilDateOf, daysFrom, formatCivilDate } from "../../calendar/civil-date.ts";
import { staleAfterDays } from "../listing.ts";

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

/**
 * Days since the advertiser or a feed last vouched for the calendar, from {@link staleAfterDays} on;
 * null for a calendar that can be trusted, and Infinity if nobody ever did.
 */
export function daysUnkept(
  { datesCheckedAt, feedsReadAt }: Freshness,
  today: string,
): number | null {
  const known = [datesCheckedAt, feedsReadAt].flatMap((at) =>
    at ? [daysFrom(civilDateOf(at), today)] : [],
  );
  const days = Math.min(...known);
  return days < staleAfterDays ? null : days;
}
