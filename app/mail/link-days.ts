/**
 * Days for which a link is valid, by its action on one listing or question, or its kind of e-mail to
 * an advertiser.
 */
export const linkDays = {
  confirm: 45,
  question: 60,
  unsubscribe: 365,
  "unsubscribe-numbers": 365,
} as const;

export type LinkKind = keyof typeof linkDays;
