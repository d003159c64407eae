import {
  addDays,
  civilDateOf,
  daysFrom,
  formatCivilDate,
  formatDay,
} from "../calendar/civil-date.ts";

/** Once this old, an unconfirmed calendar may be wrong. */
export const staleAfterDays = 30;

export interface Freshness {
  datesCheckedAt: Date;
  feedsReadAt: Date | null;
}

/**
 * Says how fresh a calendar is. The sentence stays the same all day although feeds are read hourly,
 * so that a cached page survives each reading (docs/decisions/019).
 */
export function describeFreshness(
  { datesCheckedAt, feedsReadAt }: Freshness,
  today: string,
): string {
  const checked = `Calendário atualizado em ${formatDay(datesCheckedAt)}`;
  if (!feedsReadAt) return checked;
  const readOn = civilDateOf(feedsReadAt);
  const isBehind = readOn < addDays(today, -1);
  const until = isBehind ? ` até ${formatCivilDate(readOn)}` : "";
  return `${checked}, sincronizado com outros sites${until}`;
}

/**
 * Says "Calendário de 43 dias atrás", once neither the advertiser nor a feed has vouched for the
 * days for {@link staleAfterDays}; null for a calendar that can be trusted.
 */
export function staleCalendarAge(calendar: Freshness, today: string): string | null {
  const age = daysFrom(lastConfirmation(calendar), today);
  return age < staleAfterDays ? null : `Calendário de ${age} dias atrás`;
}

/** Finds the civil date on which the advertiser or a feed last vouched for the days. */
export function lastConfirmation({ datesCheckedAt, feedsReadAt }: Freshness): string {
  const isFeedNewer = feedsReadAt !== null && feedsReadAt > datesCheckedAt;
  return civilDateOf(isFeedNewer ? feedsReadAt : datesCheckedAt);
}
