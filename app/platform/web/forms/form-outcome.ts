import { type Refusal, refuse } from "../refusal.ts";

type FormErrors = Record<string, string[] | null>;

/** The site's answer to a form, shown by the page that sent it. */
export interface FormOutcome<Done = undefined> {
  ok: boolean;
  /** The value of the button's field `intent`; "" on a page with one form. */
  intent: string;
  /** Reason of a refusal; otherwise "". */
  reason: string;
  /** Sentence about the form as a whole; "" if the errors say it all. */
  message: string;
  /** Sentences by control. */
  errors: FormErrors;
  /** Values that refill the form, by control: the first of repeated ones, and never a secret. */
  typed: Record<string, string>;
  /** Details of the success, if there is more to say. */
  done?: Done;
}

/** A success, which empties the form, except for `typed`. */
export type FormSuccess<Done> = { ok: true; typed?: Record<string, string>; done?: Done };

export type FormRefusal = Refusal & { errors?: FormErrors };

const secrets = new Set(["password", "confirmPassword", "currentPassword", "codigo", "chave"]);

export function intentOf(formData: FormData): string {
  return textOf(formData, "intent");
}

/** The first value of a control; "" if there is none. */
export function textOf(formData: FormData, name: string): string {
  const value = formData.get(name);
  return typeof value === "string" ? value : "";
}

/** The refusal that a schema's errors amount to. */
export function refuseInvalid({ error }: { error?: FormErrors | null }): FormRefusal {
  const { "": ofForm, ...errors } = error ?? {};
  return { ...refuse("invalid", ofForm?.[0] ?? ""), errors };
}

export function describeOutcome<Done>(
  formData: FormData,
  result: FormSuccess<Done> | FormRefusal,
): FormOutcome<Done> {
  const intent = intentOf(formData);
  if (result.ok) {
    const { typed = {}, done } = result;
    return { intent, ok: true, reason: "", message: "", errors: {}, typed, done };
  }
  const names = [...new Set(formData.keys())].filter((name) => !secrets.has(name));
  const typed = Object.fromEntries(names.map((name) => [name, textOf(formData, name)]));
  const { reason, message, field, errors = {} } = result;
  const shown = field
    ? { message: "", errors: { ...errors, [field]: [message] } }
    : { message, errors };
  return { intent, ok: false, reason, typed, ...shown };
}

/** The refusal of one form of a page, and of one row where each has that form. */
export function refusalOf<Outcome extends FormOutcome<unknown>>(
  outcome: Outcome | undefined,
  intent: string,
  id?: string,
): Outcome | undefined {
  const isIts = outcome?.intent === intent && (id === undefined || outcome.typed.id === id);
  return isIts && !outcome.ok ? outcome : undefined;
}
