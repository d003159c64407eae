/**
 * Days for which a link is valid, by its action on one listing, question, alert or testimonial, or its kind
 * of e-mail to an advertiser. An alert can be renewed without end, and each of its letters has a new link.
 * A guest may withdraw a testimonial at any time, so that link lasts about as long as the site.
 */
export const linkDays = {
  confirm: 45,
  question: 60,
  /** Longer than a question is kept; it ends with the question. */
  asked: 365,
  unsubscribe: 365,
  "unsubscribe-numbers": 365,
  alert: 365,
  invitation: 60,
  testimonial: 36_500,
} as const;

export type LinkKind = keyof typeof linkDays;
