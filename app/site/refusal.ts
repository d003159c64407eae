/** An expected outcome; the message is Portuguese and fit to show. */
export interface Refusal<Reason extends string = string> {
  ok: false;
  reason: Reason;
  message: string;
}

export function refuse<Reason extends string>(reason: Reason, message: string): Refusal<Reason> {
  return { ok: false, reason, message };
}
