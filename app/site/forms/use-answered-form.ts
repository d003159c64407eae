import {
  type DefaultValue,
  type Submission,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { useMemo } from "react";
import type { FormOutcome } from "./form-outcome.ts";

interface AnsweredForm<Fields extends Record<string, unknown>, Value> {
  id: string;
  outcome: FormOutcome<unknown> | undefined;
  /** Parses the form as the action does. */
  parse: (formData: FormData) => Submission<Fields, string[], Value>;
  defaultValue?: DefaultValue<Fields>;
}

/** A form of Conform's that is checked while it is filled in, and shows what the site answered. */
export function useAnsweredForm<Fields extends Record<string, unknown>, Value>({
  id,
  outcome,
  parse,
  defaultValue,
}: AnsweredForm<Fields, Value>) {
  // Conform reports each new object once.
  const lastResult = useMemo(() => outcome && resultOf(outcome), [outcome]);
  return useForm<Fields, Value, string[]>({
    id,
    lastResult,
    defaultValue,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parse(formData),
  });
}

function resultOf({
  ok,
  message,
  errors,
  typed,
}: FormOutcome<unknown>): SubmissionResult<string[]> {
  const error = { ...(message && { "": [message] }), ...errors };
  return ok
    ? { initialValue: typed }
    : { status: "error", initialValue: typed, error, fields: Object.keys(typed) };
}
