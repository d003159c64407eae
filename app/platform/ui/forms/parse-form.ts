import { parse, type Submission } from "@conform-to/react";
import * as z from "zod/mini";

/** Fields that Conform sends to validate a single one. */
const intentFields = ["__intent__", "__state__"];

/**
 * Parses a form, for `useForm` and for actions. Drops unknown fields and lists repeated ones. The
 * first of each field's errors is reported, under its name; the form's own under "".
 */
export function parseForm<Value, Name extends string>(
  formData: FormData,
  fields: readonly Name[],
  schema: z.ZodMiniType<Value>,
): Submission<Record<Name, string>, string[], Value> {
  const known = new FormData();
  const names = typeof document === "undefined" ? fields : [...fields, ...intentFields];
  for (const name of names) {
    for (const value of formData.getAll(name)) {
      if (typeof value === "string") known.append(name, value);
    }
  }
  return parse(known, {
    resolve(payload) {
      const result = z.safeParse(schema, payload);
      if (result.success) return { value: result.data };
      const { issues } = result.error;
      const error: Record<string, string[]> = {};
      for (const { path, message } of issues) {
        const name = String(path[0] ?? "");
        error[name] ??= [message];
      }
      return { error };
    },
  });
}

export function isValidationRequest(event: SubmitEvent): boolean {
  const { submitter } = event;
  return submitter instanceof HTMLButtonElement && submitter.name === "__intent__";
}
