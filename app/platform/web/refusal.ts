/** An expected outcome; the message is Portuguese and fit to show. */
export interface Refusal<Reason extends string = string> {
  ok: false;
  reason: Reason;
  message: string;
  /** The form control that the message is about; none if it is about the whole form. */
  field?: string;
  /** Logged, and never shown. */
  cause?: unknown;
}

export function refuse<Reason extends string>(
  reason: Reason,
  message: string,
  field?: string,
): Refusal<Reason> {
  return { ok: false, reason, message, ...(field && { field }) };
}
