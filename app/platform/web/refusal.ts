/** An expected outcome; the message is Portuguese and fit to show. */
export interface Refusal<Reason extends string = string> {
  ok: false;
  reason: Reason;
  message: string;
  /** The HTTP status of the answer. */
  status: number;
  /** The form control that the message is about; none if it is about the whole form. */
  field?: string;
  /** Logged, and never shown. */
  cause?: unknown;
}

/** The status is 400 unless given. */
export function refuse<Reason extends string>(
  reason: Reason,
  message: string,
  { status = 400, field }: { status?: number; field?: string } = {},
): Refusal<Reason> {
  return { ok: false, reason, message, status, ...(field && { field }) };
}
