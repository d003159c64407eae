import { describeOutcome, type FormOutcome } from "../../site/forms/form-outcome.ts";
import { withoutReload } from "../../site/forms/keep-unsent-form.ts";
import { sendForm } from "../../site/forms/send-form.ts";
import { refuse } from "../../site/refusal.ts";
import { notSaved } from "./listing-form.tsx";

/** Sends the form. The login page must not take the place of what was typed. */
export async function sendListing<Answer>(args: {
  request: Request;
  serverAction: () => Promise<Answer>;
}) {
  const kept = args.request.clone();
  try {
    return await sendForm(args, notSaved);
  } catch (error) {
    if (!(error instanceof Response) || error.headers.get("Location") !== "/login") throw error;
    const message = "Você saiu da sua conta. Entre em outra aba e toque em Salvar de novo aqui.";
    const outcome: FormOutcome<never> = describeOutcome(
      await kept.formData(),
      refuse("logged-out", message),
    );
    return withoutReload(outcome);
  }
}
