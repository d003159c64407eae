/**
 * Days for which a link is valid, by its action on one listing, question or alert, or its kind of
 * e-mail to an advertiser. An alert can be renewed without end, and each of its letters has a new link.
 */
export const linkDays = {
  confirm: 45,
  question: 60,
  unsubscribe: 365,
  "unsubscribe-numbers": 365,
  alert: 365,
} as const;

export type LinkKind = keyof typeof linkDays;
