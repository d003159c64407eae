import type { Submission } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { isTrapped, trapName, trappedMessage } from "../../ui/forms/trap.ts";
import { logFailure } from "../outage.server.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { siteContext } from "../site.server.ts";
import {
  describeOutcome,
  type FormRefusal,
  type FormSuccess,
  intentOf,
  refuseInvalid,
  textOf,
} from "./form-outcome.ts";
import { readForm } from "./read-form.server.ts";

/** Nothing is thanked for and dropped: whoever is no bot can say so. */
const trapped: FormRefusal = refuse("invalid", trappedMessage, { field: trapName });

export const unknownButton = refuse(
  "invalid",
  "Esse botão não existe mais. Abra a página de novo.",
);

export interface SentForm {
  formData: FormData;
  /** Returns the first value of a control; "" if there is none. */
  text: (name: string) => string;
}

export type FormResult<Done = undefined> = Response | FormSuccess<Done> | FormRefusal;

/** Handlers by the value of their buttons' field `intent`; "" is a page's only form. */
export type Forms<Done = undefined, Intent extends string = string> = Readonly<
  Record<Intent, (form: SentForm) => FormResult<Done> | Promise<FormResult<Done>>>
>;

/** Answers with the errors of a form that `parse` doesn't accept. */
export function checked<Value, Done = undefined>(
  parse: (formData: FormData) => Submission<Record<string, unknown>, string[], Value>,
  answer: (input: Value, form: SentForm) => Promise<FormResult<Done>>,
) {
  return (form: SentForm): Promise<FormResult<Done>> | FormRefusal => {
    const submission = parse(form.formData);
    if (submission.status === "success") return answer(submission.value, form);
    return refuseInvalid(submission);
  };
}

interface FormsOptions {
  /** Shown in the page, with the typed values, if something fails. Omitted: the error page is shown. */
  failure?: { message: string; log: string };
  /** True if the page is about the missing row, and so doesn't exist either. */
  isPageOfRow?: boolean;
}

/** Answers the form whose button was pressed with a response of its own, or with its outcome. */
export async function answerForms<Done = undefined>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  forms: Forms<Done>,
  { failure, isPageOfRow = false }: FormsOptions = {},
) {
  const formData = await readForm(request);
  const intent = intentOf(formData);
  const answer = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  if (!answer) throw data(unknownButton.message, { status: unknownButton.status });
  if (isTrapped(formData)) return data(describeOutcome<Done>(formData, trapped), { status: 400 });
  const { log } = context.get(siteContext);
  try {
    const result = await answer({ formData, text: (name) => textOf(formData, name) });
    if (result instanceof Response) return result;
    if (result.ok) return data(describeOutcome<Done>(formData, result));
    const { status } = result;
    if (status === 404 && isPageOfRow) throw data(result.message, { status });
    if (result.cause) log.error({ err: result.cause }, "form refused after a failure");
    return data(describeOutcome<Done>(formData, result), { status });
  } catch (error) {
    if (!failure || !(error instanceof Error)) throw error;
    const status = logFailure(log, error, failure.log);
    const refusal = refuse("failed", failure.message, { status: 503 });
    return data(describeOutcome<Done>(formData, refusal), { status });
  }
}

/** Refuses a request of our script, which shows the message itself. */
export function refuseScript({ message, field, status }: Refusal): Response {
  return Response.json({ message, field }, { status });
}
