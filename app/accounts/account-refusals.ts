import type { Submission, SubmissionResult } from "@conform-to/react";
import { type Refusal, refuse } from "../site/refusal.ts";

const answers = {
  "weak-password": { field: "password", status: 400 },
  "email-taken": { field: "email", status: 400 },
  "own-email": { field: "email", status: 400 },
  "unknown-email": { field: "email", status: 400 },
  "wrong-password": { field: "password", status: 400 },
  "wrong-current-password": { field: "currentPassword", status: 400 },
  passkey: { field: null, status: 400 },
  "wrong-code": { field: "codigo", status: 400 },
  blocked: { field: null, status: 403 },
  "too-many-emails": { field: "email", status: 429 },
  "too-many-tries": { field: null, status: 429 },
  failed: { field: null, status: 503 },
} as const;

type Status = (typeof answers)[keyof typeof answers]["status"];

export type AccountRefusal = Refusal<keyof typeof answers>;

/** Spec §8. */
export const signUpFailed = refuse("failed", "Ocorreu erro, por favor tente mais tarde.");

/** Spec §8. */
export const loginFailed = refuse("failed", "Ocorreu um erro, por favor tente mais tarde.");

export const emailTaken = refuse("email-taken", "E-mail já cadastrado!");

/** Revealed only to those who know the password. */
export const accountBlocked = refuse(
  "blocked",
  "Esta conta está bloqueada. Escreva para a gente na página de contato para resolver.",
);

export const wrongPasswordMessage = "Senha incorreta.";

/** Used, expired or never existed; answered with 410. */
export const deadLink = refuse("dead-link", "Este link não vale mais");

/** The field that the message is shown at, if any, and the response's status. */
export function answerOf({ reason }: AccountRefusal): { field: string | null; status: Status } {
  return answers[reason];
}

/** Keeps what was typed, except in `hideFields`. */
export function refuseForm(
  submission: Submission<Record<string, unknown>, string[], unknown>,
  refusal: AccountRefusal,
  hideFields: string[],
): { lastResult: SubmissionResult<string[]>; status: Status } {
  const { message } = refusal;
  const { field, status } = answerOf(refusal);
  const errors = field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] };
  return { lastResult: submission.reply({ hideFields, ...errors }), status };
}
