import * as z from "zod/mini";
import { emailCheck, maxEmailLength } from "../../platform/ui/forms/email.ts";
import { parseForm } from "../../platform/ui/forms/parse-form.ts";
import { singleLineCheck } from "../../platform/ui/forms/text-rules.ts";

const schema = z.object({
  email: z.pipe(
    z.transform((raw) => (typeof raw === "string" ? raw.trim().toLowerCase() : "")),
    z
      .string()
      .check(
        z.minLength(1, "Diga o e-mail em que quer ser avisado."),
        z.maxLength(maxEmailLength, "O e-mail passa de 254 caracteres. Confira se está certo."),
        singleLineCheck,
        emailCheck,
      ),
  ),
});

export function parseAlertForm(formData: FormData) {
  return parseForm<{ email: string }, "email">(formData, ["email"], schema);
}
