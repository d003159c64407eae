/** A command that was refused: the sentence, and the field it is about, if any. */
export interface Refusal<Field extends string = string> {
  ok: false;
  field: Field | null;
  message: string;
  status: 400 | 429 | 503;
}

/** A refusal as errors of its form, for a submission's `reply`. */
export function errorsOf({ field, message }: Refusal) {
  return field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] };
}
